-- An adjoint of an integer is finite: the bits of -1 were read as a NaN.
entry f [n] (x: [n]f64) (k: i64) =
  spread n (f64.i64 k * 7) (map (\i -> 2 * i - 1) (iota n)) (map (* 2.5) x)
