-- Reductions and scans whose neutral element depends on what is differentiated, so that it is none: [Jensen24, 4.2] has
-- reduce (*) x [2, x, 5] in its program, and reduce f64.max xs[0] xs is how many write a maximum.
-- ==
-- entry: agree
-- input { [3.0, 1.0, 5.0] } output { [true, true, true, true, true, true, true, true, true, true, true, true, true] }
-- input { [3.0, 1.0, 2.0] } output { [true, true, true, true, true, true, true, true, true, true, true, true, true] }
-- input { [3.0] } output { [true, true, true, true, true, true, true, true, true, true, true, true, true] }
-- ==
-- entry: known
-- input { 3.0 } output { 60.0 2.0 0.0 144.0 171.0 5.0 74.0 1.0 }

def both [n] (f: [n]f64 -> f64) (x: [n]f64): bool =
  let forward = map (\i -> jvp f x (tabulate n (\j -> f64.bool (i == j)))) (iota n)
  in and (map2 (\a b -> f64.abs (a - b) <= 1e-12 * f64.abs b) (vjp f x 1) forward)

def rows [n] (xs: [n]f64): [n][2]f64 = map (\x -> [x, x * x]) xs

entry agree [n] (xs: [n]f64): []bool =
  [ both (\xs -> reduce f64.max xs[0] xs) xs
  , both (\xs -> reduce f64.min (2 * xs[0]) xs) xs
  , both (\xs -> (reduce (\(a, i) (b, j) -> if a >= b then (a, i) else (b, j)) (xs[0], 0i64) (zip xs (iota n))).0) xs
  , both (\xs -> reduce (*) xs[0] xs) xs
  , both (\xs -> reduce (\a b -> a + b + a * b) xs[0] xs) xs
  , both (\xs -> f64.sum (reduce (map2 (+)) (replicate 2 xs[0]) (rows xs))) xs
  , both (\xs -> f64.sum (reduce (map2 (*)) (replicate 2 xs[0]) (rows xs))) xs
  , both (\xs -> f64.sum (reduce (map2 f64.max) (replicate 2 xs[0]) (rows xs))) xs
  , both (\xs -> let (a, b) = reduce (\(a, b) (c, d) -> (a * c, f64.max b d)) (xs[0], 4) (zip xs xs) in a * b) xs
  , both (\xs -> f64.sum (map f64.sum (scan (map2 (*)) (replicate 2 xs[0]) (rows xs)))) xs
  , both (\xs -> f64.sum (scan f64.max xs[0] xs)) xs
  , both (\xs -> f64.sum (map (\(a, b) -> a * b) (scan (\(a, b) (c, d) -> (a * c, f64.max b d)) (xs[0], 4) (zip xs xs)))) xs
  , both (\xs -> f64.sum (reduce_by_index (map (+ 1) xs) (*) xs[0] (map (const 0) xs) xs)) xs
  ]

entry known (x: f64) =
  let d f = vjp f x 1
  in ( d (\x -> reduce (*) x [2, x, 5])
     , d (\x -> reduce (+) x [2, x, 5])
     , d (\x -> reduce f64.max x [2, x, 5])
     , d (\x -> reduce (\a b -> a + b + a * b) x [2, x, 5])
     , d (\x -> f64.sum (scan (\a b -> a + b + a * b) x [2, x, 5]))
     , d (\x -> f64.sum (scan (+) x [2, x, 5]))
     , d (\x -> f64.sum (scan (*) x [2, x, 5]))
     , d (\x -> reduce (+) x [])
     )
