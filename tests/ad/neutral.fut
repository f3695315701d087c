-- A neutral element that depends on the arguments is where a reduction or a scan begins: it has a tangent and an adjoint.
-- ==
-- entry: sums products extremes general rows pairs second
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 7i64 } output { true }
-- input { 600i64 } output { true }
import "gaps"

-- f is given a number, which is 0 at the point of differentiation, and elements.
def along (n: i64) (f: f64 -> [n]f64 -> [n]f64 -> f64): bool =
  let g (x: [1 + n + n]f64): [1]f64 = [f x[0] (x[1:1 + n] :> [n]f64) (x[1 + n:] :> [n]f64)]
  let small = map (\y -> 0.3 + 0.2 * y)
  let x = [0] ++ small (noise n 5) ++ small (noise n 8) :> [1 + n + n]f64
  let dx = [1] ++ map (/ (1 + f64.i64 n)) (noise n 6 ++ noise n 9) :> [1 + n + n]f64
  let h = 1e-5
  let at h = (g (map2 (\a b -> a + h * b) x dx))[0]
  let t = (jvp g x dx)[0]
  in near 1e-10 (f64.abs (t - dot (vjp g x [1]) dx) / (1 + f64.abs t)) && near 1e-5 (f64.abs (t - (at h - at (-h)) / (2 * h)) / (1 + f64.abs t))

entry sums (n: i64) =
  along n (\e xs _ -> reduce (+) e xs) && along n (\e xs ys -> f64.sum (map2 (*) ys (scan (+) e xs)) / (1 + f64.i64 n))

entry products (n: i64) =
  along n (\e xs _ -> reduce (*) (1 + e) (map (\x -> 1 + x / f64.i64 n) xs))
  && along n (\e xs ys -> f64.sum (map2 (*) ys (scan (*) (1 + e) (map (\x -> 1 + x / f64.i64 n) xs))) / (1 + f64.i64 n))

-- Values lie above the neutral element, and below it.
entry extremes (n: i64) =
  along n (\e xs _ -> reduce f64.max (e - 9) xs) && along n (\e xs _ -> reduce f64.min (e + 9) xs)
  && along n (\e xs ys -> f64.sum (map2 (*) ys (scan f64.max (e - 9) xs)) / (1 + f64.i64 n))

entry general (n: i64) =
  let op x y = x + y + x * y / (1 + f64.i64 n)
  in along n (\e xs _ -> reduce op e xs) && along n (\e xs ys -> f64.sum (map2 (*) ys (scan op e xs)) / (1 + f64.i64 n) ** 2)

entry rows (n: i64) =
  along n (\e xs ys -> f64.product (reduce (map2 (+)) [e, 2 * e] (map2 (\x y -> [x, y]) xs ys)) / (1 + f64.i64 n))

entry pairs (n: i64) =
  let op (a, b) (c, d) = (a * c, c * b + d)
  in along n (\e xs ys -> let (a, b) = reduce op (1 + e, e) (zip (map (\x -> 1 - x / (1 + f64.i64 n)) xs) ys) in a * b / (1 + f64.i64 n))

entry second (n: i64) =
  let op x y = x + y + x * y / (1 + f64.i64 n)
  in along n (\e xs _ -> vjp (\e -> reduce op e xs) e 1) && along n (\e xs ys -> dot ys (vjp (\xs -> reduce op e xs) xs 1) / (1 + f64.i64 n))

-- What is given as neutral need not be: it comes first, and in a histogram not at all.
-- ==
-- entry: given givenGeneral givenRows givenHists
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 7i64 } output { true }
-- input { 600i64 } output { true }

def shifted (c: f64) (x: f64) (y: f64) = x + y + c * x * y
def linear (a: f64, b: f64) (c: f64, d: f64) = (a * c, b * c + d)
-- Operators of histograms must be commutative: on GPUs elements come in another order.
def turned (a: f64, b: f64) (c: f64, d: f64) = (a * c - b * d, a * d + b * c)

entry given (n: i64) =
  let c = 1 / (1 + f64.i64 n)
  in along n (\e xs _ -> e + reduce (+) 3 xs) && along n (\e xs ys -> e + c * f64.sum (map2 (*) ys (scan (+) 3 xs)))
  && along n (\e xs _ -> e + reduce (*) 3 (map (\x -> 1 + c * x) xs))
  && along n (\e xs _ -> e + reduce f64.max 0.25 xs) && along n (\e xs _ -> e + reduce f64.min 0.3 xs)

entry givenGeneral (n: i64) =
  let c = 1 / (1 + f64.i64 n)
  in along n (\e xs _ -> e + reduce (shifted c) 2 xs) && along n (\e xs ys -> e + c * c * f64.sum (map2 (*) ys (scan (shifted c) 2 xs)))
  && along n (\e xs ys -> let (a, b) = reduce linear (2, 3) (zip (map (\x -> 1 - c * x) xs) ys) in e + c * a * b)
  && along n (\e xs ys -> let (_, bs) = unzip (scan linear (2, 3) (zip (map (\x -> 1 - c * x) xs) ys)) in e + c * f64.sum bs)

entry givenRows (n: i64) =
  let c = 1 / (1 + f64.i64 n)
  in along n (\e xs ys -> e + c * f64.product (reduce (map2 (+)) [2, 3] (map2 (\x y -> [x, y]) xs ys)))
  && along n (\e xs ys -> e + c * c * f64.product (reduce (map2 (shifted c)) [2, 3] (map2 (\x y -> [x, y]) xs ys)))

entry givenHists (n: i64) =
  let c = 1 / (1 + f64.i64 n)
  let is = map (% 3) (iota n)
  let total [m] (xs: [m]f64) = reduce (\x y -> x + y) 0 xs
  in along n (\e xs _ -> total (map2 (*) [1, 2, 3] (reduce_by_index (replicate 3 e) (+) 5 is xs)))
  && along n (\e xs _ -> total (map2 (*) [1, 2, 3] (reduce_by_index (replicate 3 (1 + e)) (*) 5 is (map (\x -> 1 + c * x) xs))))
  && along n (\e xs _ -> total (map2 (*) [1, 2, 3] (reduce_by_index (replicate 3 (e - 9)) f64.max 0.3 is xs)))
  && along n (\e xs _ -> total (map2 (*) [1, 2, 3] (reduce_by_index (replicate 3 (1 + e)) (shifted c) 5 is xs)))
  && along n (\e xs ys -> total (map (\(a, b) -> c * a * b) (reduce_by_index (replicate 3 (1, e)) turned (2, 3) is (zip (map (\x -> 1 - c * x) xs) ys))))
  -- many buckets for few values
  && along n (\e xs _ -> c * total (reduce_by_index (replicate (3 * n) (1 + e)) (shifted c) 5 (map (* 2) (iota n)) xs))
