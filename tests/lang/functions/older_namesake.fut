-- A function that is wrong as a recursive one, or would never end, means the older function of its name in its
-- body.
-- ==
-- entry: lengths
-- input { [1, 2, 3] } output { 3 }
-- entry: doubled
-- input { [1, 2, 3] } output { [2, 4, 6] 3 }
-- entry: renamed
-- input { [1, 2, 3] } output { [2, 3, 4] }
-- entry: recursive
-- input { 5 } output { 120 }
def length [n] 't (xs: [n]t): i32 = i32.i64 (length xs)

module boxes: {
  type~ box 'a
  val box [n] 'a: [n]a -> box a
  val map 'a 'b: (a -> b) -> box a -> box b
  val open_box 'a: box a -> []a
} = {
  type~ box 'a = {data: []a, label: i32}
  def box data = {data, label = length data}
  def map f {data, label} = {data = map f data, label}
  def open_box 'a (b: box a) = b.data
}

entry lengths (xs: []i32) = length xs

entry doubled (xs: []i32) =
  let ys = boxes.(open_box (map (* 2) (box xs)))
  in (ys, length ys)

-- What is right as a recursive function is one, whatever the name meant before.
def fact (n: i32) = n
def f = fact
module m = {
  def fact (n: i32): i32 = if n == 0 then 1 else n * fact (n - 1)
}
entry recursive n = m.fact (f n)

module arrays: {val map [n] 'a 'b: (a -> b) -> [n]a -> *[n]b} = {
  def map f xs = map f xs
}
entry renamed (xs: []i32) = arrays.map (+ 1) xs
