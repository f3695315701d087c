-- What the device copies for the usual patterns; device_test.go has the numbers.

entry update [n] (k: i64) (a: [n]f64): [n]f64 =
  loop x = map (* 2) a for i < k do
    let s = f64.sum x
    in x with [i % n] = s

entry update_row [n] (k: i64) (a: [n][n]f64): [n][n]f64 =
  loop x = map (map (* 2)) a for i < k do
    let r = map (+ 1) x[i % n]
    in x with [(i + 1) % n] = r

entry copied [n] (_k: i64) (a: [n]f64): [n]f64 =
  copy a with [0] = 1

entry given [n] (_k: i64) (a: *[n]f64): [n]f64 =
  a with [0] = 1

entry scattered [n] (_k: i64) (a: [n]f64): [n]f64 =
  scatter (copy a) (map (\i -> i / 2 * 2) (iota n)) (map (+ 1) a)

entry scattered_new [n] (_k: i64) (a: [n]f64): [n]f64 =
  scatter (map (* 2) a) (map (\i -> i / 2 * 2) (iota n)) (map (+ 1) a)

entry accumulated [n] (_k: i64) (a: [n]f64): [n]f64 =
  reduce_by_index (map (* 2) a) (+) 0 (map (\i -> i / 2) (iota n)) a

entry concatenated [n] (_k: i64) (a: [n]f64): []f64 =
  let m = n / 2
  in map (* 2) (a[m:] ++ a[:m])

entry rotated [n] (_k: i64) (a: [n]f64): [n]f64 =
  map2 (-) (rotate 1 a) a

entry turned [n] (_k: i64) (a: [n][n]f64): [n]f64 =
  map f64.sum (transpose (map (map (* 2)) a))

entry turned_twice [n] (k: i64) (a: [n][n]f64): [n][n]f64 =
  loop x = map (map (* 2)) a for _i < k do map (map (+ 1)) (transpose x)

entry reversed [n] (_k: i64) (a: [n]f64): [n]f64 =
  map2 (+) (reverse a) (map (* 2) a)

entry halves [n] (_k: i64) (a: [n]f64): f64 =
  let b = map (* 2) a
  in f64.sum (map2 (*) (b[:n / 2]) (b[n - n / 2:] :> [n / 2]f64))

entry gradient [n] (_k: i64) (a: [n]f64): [n]f64 =
  vjp (\x -> f64.sum (map2 (*) (scan (+) 0 x) (reverse x))) a 1

entry gradient_update [n] (_k: i64) (a: [n]f64): [n]f64 =
  vjp (\x -> f64.sum (copy x with [0] = x[1] * x[2])) a 1

entry gradient_gather [n] (_k: i64) (a: [n]f64): [n]f64 =
  vjp (\x -> f64.sum (map (\i -> x[i * i % n]) (iota n))) a 1

entry update_row_after_row [n] (_k: i64) (a: [n][n]f64): [n][n]f64 =
  loop x = map (map (* 2)) a for i < n - 1 do
    let r = map (* 0.5) x[i]
    in x with [i + 1] = r

entry update_row_gradient [n] (k: i64) (a: [n][n]f64): [n][n]f64 =
  vjp (\a -> loop x = a for _i < k do tabulate_2d n n (\i j -> x[i, j] * x[(i + 1) % n, j])) a a

-- A loop of unknown length, whose tape grows: it is copied where it grows, and nowhere else.
entry gradient_growing [n] (_k: i64) (a: [n]f64): []f64 =
  let begin = map f64.cos a[:1 << 16]
  in vjp (\a ->
    let (_, l) = loop (x: []f64, l) = (a, 0) while length x > 1 do
      let h = length x / 2
      let d = map2 (\o e -> o * e) (x[::2] :> [h]f64) (x[1::2] :> [h]f64)
      in (d, l + f64.sum d)
    in l) begin 1
