-- Loops of the host: what an iteration costs beside its kernels; device_test.go has the numbers. All take the number
-- of iterations first.

entry power [n] (k: i64) (a: [n][n]f64): [n]f64 =
  loop x = a[0] for _i < k do
    let y = map (\r -> f64.sum (map2 (*) r x)) a
    let s = f64.sqrt (f64.sum (map (\v -> v * v) y))
    in map (/ s) y

entry heat [n] (k: i64) (a: [n][n]f64): [n][n]f64 =
  loop u = a for _i < k do
    tabulate_2d n n (\i j ->
                       let c = u[i, j]
                       let at p q = if p < 0 || p >= n || q < 0 || q >= n then c else u[p, q]
                       in c + 0.1 * (at (i - 1) j + at (i + 1) j + at i (j - 1) + at i (j + 1) - 4 * c))

entry descent [n] (k: i64) (a: [n][n]f64): [n]f64 =
  loop w = replicate n 0 for _i < k do
    let cost w = f64.sum (map (\r -> let d = f64.sum (map2 (*) r w) - 1 in d * d) a)
    in map2 (\p q -> p - 1e-7 * q) w (vjp cost w 1)

-- A pair of arrays that change places.
entry pair [n] (k: i64) (a: [n][n]f64): ([][]f64, [][]f64) =
  loop (p, q) = (a, transpose a) for _i < k do
    (q, map2 (map2 (\x y -> 0.5 * (x + y))) p q)

entry nested [n] (k: i64) (a: [n][n]f64): [n][n]f64 =
  loop x = a for _i < k do
    loop y = x for j < 3 do map2 (map2 (\u v -> 0.5 * u + v * f64.i64 j)) y a

-- Rows come and go.
entry grow [n] (k: i64) (a: [n][n]f64): [][]f64 =
  loop x = a[:2] for i < k do
    let m = length x
    in tabulate_2d (if i % 3 == 2 then m - 2 else m + 2) n (\p q -> x[p % m, q] + f64.i64 i)

-- Newton's method for roots until the number of iterations is reached, with a condition on all.
entry roots [n] (k: i64) (a: [n][n]f64): (i64, [n][n]f64) =
  loop (i, x) = (0, a) while i < k && f64.maximum (flatten x) > 0 do
    (i + 1, map2 (map2 (\v w -> 0.5 * (v + w / v))) x a)

entry update [n] (k: i64) (a: [n][n]f64): [n][n]f64 =
  loop x = map (map (* 2)) a for i < k do
    let s = f64.sum (flatten x)
    in x with [i % n, 0] = s / 1e9

entry scattered [n] (k: i64) (a: [n][n]f64): []f64 =
  loop x = flatten (copy a) for i < k do
    scatter x (map (\j -> (j * 7 + i) % n) (iota (n * n))) (map (\j -> f64.i64 (j % n * i)) (iota (n * n)))

-- The greatest element goes down: which one it is stays on the device.
entry greatest [n] (k: i64) (a: [n][n]f64): []f64 =
  loop x = flatten a for _i < k do map2 (\v g -> v - 1e-2 * g) x (vjp f64.maximum x 1)

-- A step length that the device computes and only kernels look at.
entry steps [n] (k: i64) (a: [n][n]f64): [n][n]f64 =
  (loop (x, h) = (a, 1) for _i < k do
     let y = map (map (\v -> v * (1 - 1e-3 * h))) x
     in (y, f64.sqrt (f64.maximum (flatten y)))).0

-- Two scalars that change places, and a condition of the host.
entry momentum [n] (k: i64) (a: [n][n]f64): ([1]f64, [n][n]f64) =
  let (x, p, _) =
    loop (x, p, q) = (a, 0, 0) for i < k do
      let s = f64.sum (flatten x) / f64.i64 (n * n)
      let r = if i % 2 == 0 then p else s
      in (map (map (\v -> v * 0.9 + 0.05 * (r + q))) x, q, s)
  in ([p], x)
