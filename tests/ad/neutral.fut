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
