entry power [n] (k: i64) (a: [n][n]f64) (x0: [n]f64) : [n]f64 =
  loop x = x0 for _i < k do
    let y = map (\r -> f64.sum (map2 (*) r x)) a
    let s = f64.sqrt (f64.sum (map (\v -> v*v) y))
    in map (/s) y

entry heat [n][m] (k: i64) (a: [n][m]f64) : [n][m]f64 =
  loop u = copy a for _i < k do
    tabulate_2d n m (\i j ->
      let c = u[i,j]
      let g d e = let p = i+d let q = j+e in if p < 0 || p >= n || q < 0 || q >= m then c else u[p,q]
      in c + 0.1*(g (-1) 0 + g 1 0 + g 0 (-1) + g 0 1 - 4*c))

entry descent [n][m] (k: i64) (a: [n][m]f64) (y: [n]f64) : [m]f64 =
  loop w = replicate m 0 for _i < k do
    let f w = f64.sum (map2 (\r t -> let d = f64.sum (map2 (*) r w) - t in d*d) a y)
    let g = vjp f w 1
    in map2 (\p q -> p - 0.001*q) w g

entry tuple [n] (k: i64) (a: [n]f64) (b: [n]f64) : ([n]f64, [n]f64) =
  loop (p, q) = (copy a, copy b) for _i < k do
    (map2 (\x y -> x + 0.01*y) p q, map2 (\x y -> y - 0.01*x) p q)

entry fib [n] (k: i64) (a: [n]f64) (b: [n]f64) : ([n]f64, [n]f64) =
  loop (p, q) = (copy a, copy b) for _i < k do
    (q, map2 (\x y -> 0.5*(x + y)) p q)

entry nested [n] (k: i64) (a: [n]f64) : [n]f64 =
  loop x = copy a for _i < k do
    loop y = x for j < 3 do map2 (\u v -> 0.5*u + v*f64.i64 j) y a

entry grow [n] (k: i64) (a: [n]f64) : []f64 =
  loop x = a for i < k do
    let m = length x
    in tabulate (m+1) (\j -> if j == 0 then f64.i64 i else x[j-1])

entry shrink [n] (a: [n]f64) : (i64, []f64) =
  loop (i, x) = (0, a) while length x > 1 do
    let m = length x / 2
    in (i+1, map2 (+) (x[:m]) (x[m:2*m] :> [m]f64))

entry newton [n] (a: [n]f64) : (i64, [n]f64) =
  loop (i, x) = (0i64, copy a) while i < 100 && f64.maximum (map2 (\v w -> f64.abs (v*v - w)) x a) > 1e-10 do
    (i+1, map2 (\v w -> 0.5*(v + w/v)) x a)

entry inplace [n] (k: i64) (a: *[n]f64) : [n]f64 =
  loop x = a for i < k do
    let x[i % n] = x[(i+1) % n] + 1 in x

entry scat [n] (k: i64) (a: [n]f64) (is: [n]i64) : [n]f64 =
  loop x = copy a for _i < k do scatter x is (map (+1) x)
