-- Both derivatives of flatmap.
-- ==
-- entry: forward reverse
-- input { [3.0, 0.5, 1.0, 2.0] } output { [6.0, 1.0, 4.0, 24.0] }
def f (ys: []f64) =
  let (_, _, _, d, v) = flatmap (\(i, y) -> (map (\j -> y * f64.i64 j) (iota i), y * y)) (zip (indices ys) ys)
  in f64.sum (map (\x -> x * x) d) + f64.sum v
entry reverse (ys: []f64) = vjp f ys 1
entry forward (ys: []f64) = map (\i -> jvp f ys (map (\k -> if i == k then 1 else 0) (indices ys))) (indices ys)
