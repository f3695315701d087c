-- A map whose results are one element twice, both updated in place: both became the operand itself.
entry f [n] (x: [n]f64) (k: i64) =
  let z = map (\v -> (v, v)) (map f64.sin x)
  in map2 (\(p, q) r -> p * q + r) (reduce_by_index z (\(a, i) (b, j) -> (a + b, i * j)) (0, 1) (iota n) (map (\v -> (v,0.5)) x)) x
