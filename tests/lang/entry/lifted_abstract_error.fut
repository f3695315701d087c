-- An abstract type that may be a function is no type of a parameter of an entry point.
-- ==
-- error: parameter 1 of entry point main holds a function
module m: {type^ t val get: t -> i32} = {
  type^ t = i32
  def get (x: t): i32 = x
}
entry main (x: m.t) = m.get x
