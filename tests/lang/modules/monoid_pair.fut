-- The product of two monoids is a monoid, made by a functor of two parameters.
-- ==
-- input { [3, 1, 2] } output { 6 3 }
module type monoid = {type t val neutral: t val op: t -> t -> t}
module pair (A: monoid) (B: monoid): monoid with t = (A.t, B.t) = {
  type t = (A.t, B.t)
  def neutral = (A.neutral, B.neutral)
  def op (x: t) (y: t): t = (A.op x.0 y.0, B.op x.1 y.1)
}
module add = {type t = i32 def neutral = 0i32 def op (x: i32) (y: i32) = x + y}
module max = {type t = i32 def neutral = i32.lowest def op = i32.max}
module both = pair add max
def main (xs: []i32) = reduce both.op both.neutral (zip xs xs)
