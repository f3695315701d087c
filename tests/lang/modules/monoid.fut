-- A fold over any monoid: the classic parametric module.
-- ==
-- input { [1, 2, 3] } output { 6 6 3 }
module type monoid = {type t val neutral: t val op: t -> t -> t}
module fold (M: monoid) = {
  def all [n] (xs: [n]M.t): M.t = reduce M.op M.neutral xs
}
module sum = fold {type t = i32 def neutral = 0i32 def op (x: i32) y = x + y}
module product = fold {type t = i32 def neutral = 1i32 def op (x: i32) y = x * y}
module biggest = fold {type t = i32 def neutral = i32.lowest def op = i32.max}
def main (xs: []i32) = (sum.all xs, product.all xs, biggest.all xs)
