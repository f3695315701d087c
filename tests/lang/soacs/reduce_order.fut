-- reduce keeps the order of its operands: an operator need not be commutative.
-- ==
-- input { 1000i64 } output { true true }
-- input { 1i64 } output { true true }
-- input { 0i64 } output { true true }
def affine (a: i64, b: i64) (c: i64, d: i64): (i64, i64) = (a * c, b * c + d)
def main (n: i64) =
  let fs = map (\i -> (i % 3 - 1, i)) (iota n)
  let first = reduce (\a b -> if a < 0 then b else a) (-1) (map (+ 5) (iota n))
  in (reduce affine (1, 0) fs == (loop acc = (1, 0) for f in fs do affine acc f), first == (if n > 0 then 5 else -1))
