-- The cost of k-means by reduce_by_index, its gradient in closed form, and its Hessian, which is diagonal.
-- ==
-- input { 2i64 3i64 7i64 } output { true true true }
-- input { 1i64 1i64 1i64 } output { true true true }
-- input { 2i64 2i64 0i64 } output { true true true }
-- input { 3i64 5i64 1000i64 } output { true true true }
import "gaps"

def distance [d] (a: [d]f64) (b: [d]f64): f64 = f64.sum (map2 (\x y -> (x - y) ** 2) a b)

def nearest [k] [d] (centres: [k][d]f64) (x: [d]f64): i64 =
  let (_, i) =
    reduce (\(a, i) (b, j) -> if a <= b then (a, i) else (b, j)) (f64.inf, -1) (zip (map (distance x) centres) (iota k))
  in i

def cost [n] [k] [d] (xs: [n][d]f64) (centres: [k][d]f64): f64 =
  let is = map (nearest centres) xs
  in f64.sum (reduce_by_index (replicate k 0) (+) 0 is (map2 (\x i -> distance x centres[i]) xs is))

entry main (d: i64) (k: i64) (n: i64): (bool, bool, bool) =
  let xs = unflatten (noise (n * d) 7)
  let centres = unflatten (noise (k * d) 8)
  let is = map (nearest centres) xs
  let counts = reduce_by_index (replicate k 0) (+) 0 is (replicate n 1f64)
  let sums = reduce_by_index (replicate k (replicate d 0)) (map2 (+)) (replicate d 0) is xs
  let rule = map3 (\c n s -> map2 (\c s -> 2 * (n * c - s)) c s) centres counts sums
  let hessian = jvp (\c -> vjp (cost xs) c 1) centres (replicate k (replicate d 1))
  in ( agree (\(p: [k * d]f64) -> [cost xs (unflatten p)]) (flatten centres)
     , near 1e-12 (apart (flatten (vjp (cost xs) centres 1)) (flatten rule))
     , near 1e-12 (apart (flatten hessian) (flatten (map (\n -> replicate d (2 * n)) counts))))
