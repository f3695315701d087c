-- Integers that are multiplied at places that the data tell are no accumulator where derivatives are taken: forward mode was a bug.
entry f [n] (k: i64) (cube: [n][2][3]f64) =
  (loop (v13: *[n]i64) = copy (replicate n 1i64) for v14 < 5i64 do if false then v13 else v13 with [(v14) % n] = copy (k * v13[v14 % n]))
