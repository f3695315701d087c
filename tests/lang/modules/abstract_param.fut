-- An abstract type with a type parameter, implemented in two ways.
-- ==
-- input { [1, 2, 3] } output { 2 [3, 2, 1] }
module type wrapper = {
  type t 'a
  val wrap 'a: a -> t a
  val open_ 'a: t a -> a
  val map 'a 'b: (a -> b) -> t a -> t b
}
module plain: wrapper = {
  type t 'a = a
  def wrap 'a (x: a): t a = x
  def open_ 'a (x: t a): a = x
  def map 'a 'b (f: a -> b) (x: t a): t b = f x
}
module pair: wrapper = {
  type t 'a = (a, a)
  def wrap 'a (x: a): t a = (x, x)
  def open_ 'a (x: t a): a = x.1
  def map 'a 'b (f: a -> b) (x: t a): t b = (f x.0, f x.1)
}
def main [n] (xs: [n]i32) =
  (plain.open_ (plain.map (+ 1) (plain.wrap 1i32)), pair.open_ (pair.map reverse (pair.wrap xs)))
