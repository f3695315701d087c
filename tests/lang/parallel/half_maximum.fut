-- The greatest of many halves, the least, and their derivatives: where they are first.
-- ==
-- entry: main
-- input { 200i64 } output { 4i64 5i64 }
-- input { 100003i64 } output { 4i64 5i64 }
entry main (n: i64): (i64, i64) =
  let xs = map (\i -> f16.i64 (3 - (i + 2) % 7)) (iota n)
  let first ds = (reduce (\(a, i) (b, j) -> if b > a then (b, j) else (a, i)) (f16.lowest, -1) (zip ds (iota n))).1
  in (first (vjp f16.minimum xs 1), first (vjp f16.maximum xs 1))
