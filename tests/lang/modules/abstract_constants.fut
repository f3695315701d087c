-- Functions may give top-level values of abstract types, alone or in tuples: nobody outside can update them.
-- ==
-- input { [1, 2, 3] } output { 6 0 0 0 }
module type num = { type t val zero: t val plus: t -> t -> t }
module sums (M: num) = {
  def origin = (M.zero, M.zero)
  def sum [n] (xs: [n]M.t): M.t = reduce M.plus M.zero xs
  def both [n] (_: [n]M.t) = origin
  def total [n] (xs: [n](M.t, M.t)): (M.t, M.t) =
    reduce (\(a, b) (c, d) -> (M.plus a c, M.plus b d)) origin xs
}
module of_i32 = sums { type t = i32 def zero: t = 0 def plus (a: t) (b: t) = a + b }
def main (xs: []i32) = let (a, b) = of_i32.both xs in (of_i32.sum xs, a, b, (of_i32.total (zip xs xs)).0 - of_i32.sum xs)
