-- Loops that are one launch where their arrays are small, whatever is beside them.

def newton (x: f64): f64 = loop y = x for _i < 50 do y - (y * y - x) / (2 * y)

-- All parts are small.
entry roots (n: i64): []f64 = map (\i -> newton (f64.i64 i + 1)) (iota (n % 20))

-- Steps of an LSTM of four cells.
entry lstm (n: i64): f64 =
  let w = tabulate_2d 16 8 (\i j -> f64.sin (f64.i64 (3 * i + 5 * j)) / 2)
  let cost (w: [16][8]f64) =
    let sigmoid x = 1 / (1 + f64.exp (-x))
    let (h, _) =
      loop (h, c) = (replicate 4 0, replicate 4 0) for t < n do
        let x = tabulate 4 (\i -> f64.cos (f64.i64 (t * (i + 1))))
        let z = map (\r -> f64.sum (map2 (*) r (x ++ h :> [8]f64))) w
        let c = tabulate 4 (\i -> sigmoid z[i] * c[i] + sigmoid z[4 + i] * f64.tanh z[8 + i])
        in (tabulate 4 (\i -> sigmoid z[12 + i] * f64.tanh c[i]), c)
    in f64.sum h
  in f64.sum (flatten (vjp cost w 1))

-- A fit of two numbers in a loop, and something large after it.
entry beside (n: i64): (f64, f64) =
  let fit =
    loop w = replicate 8 1 for _i < 1000 do
      let g = vjp (\w -> f64.sum (map2 (\x i -> (x - f64.i64 i) * (x - f64.i64 i)) w (iota 8))) w 1
      in map2 (\x d -> x - 0.01 * d) w g
  in (f64.sum fit, f64.sum (map (\i -> f64.sin (f64.i64 i)) (iota (n * 1000))))

-- The same where only the run knows that the loop is small.
entry sized (n: i64) (m: i64): (f64, f64) =
  let fit =
    loop w = replicate m 1 for _i < 1000 do
      let g = vjp (\w -> f64.sum (map2 (\x i -> (x - f64.i64 i) * (x - f64.i64 i)) w (iota m))) w 1
      in map2 (\x d -> x - 0.01 * d) w g
  in (f64.sum fit, f64.sum (map (\i -> f64.sin (f64.i64 i)) (iota (n * 1000))))
