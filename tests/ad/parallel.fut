-- Sparse products by scan and scatter, nests of maps, reductions, scans and histograms, filters.
-- ==
-- entry: sparse
-- input { 0i64 } output { true true }
-- input { 1i64 } output { true true }
-- input { 7i64 } output { true true }
-- input { 1000i64 } output { true true }
-- entry: nest
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 2i64 } output { true }
-- input { 7i64 } output { true }
-- input { 25i64 } output { true }
-- entry: large
-- input { 0i64 } output { true true true true }
-- input { 1i64 } output { true true true true }
-- input { 100000i64 } output { true true true true }
-- entry: twice
-- input { 5i64 } output { true }
-- input { 33i64 } output { true }
import "gaps"

-- | Sums of segments: a scan that starts again at flags, and a scatter of the last element of each segment.
def segment_sums [n] (k: i64) (rows: [n]i64) (xs: [n]f64): [k]f64 =
  let starts = map (\i -> i == 0 || rows[i] != rows[i - 1]) (iota n)
  let sums = scan (\(f, a) (g, b) -> (f || g, if g then b else a + b)) (false, 0) (zip starts xs) |> map (.1)
  let ends = map (\i -> if i == n - 1 || rows[i] != rows[i + 1] then rows[i] else -1) (iota n)
  in scatter (replicate k 0) ends sums

-- A matrix of n rows, row i with i % 4 elements, times a vector: both as functions of the values and the vector.
entry sparse (n: i64): (bool, bool) =
  let rows = filter (\x -> x >= 0) (flatten (tabulate_2d n 3 (\i j -> if j < i % 4 then i else -1)))
  let nnz = length rows
  let rows = rows :> [nnz]i64
  let columns = map (\e -> (e * 7 + 3) % n) (iota nnz)
  let product (vs: [nnz]f64) (x: [n]f64): [n]f64 = segment_sums n rows (map2 (\v c -> v * x[c]) vs columns)
  let vs = noise nnz 23
  let s = noise n 24
  let rule = reduce_by_index (replicate n 0) (+) 0 columns (map2 (\v r -> v * s[r]) vs rows)
  in ( agree (\(p: [nnz + n]f64) -> product (p[0:nnz] :> [nnz]f64) (p[nnz:] :> [n]f64)) (noise (nnz + n) 25)
     , near 1e-12 (apart (vjp (product vs) (noise n 26) s) rule))

-- Every operator in one nest.
entry nest (n: i64): bool =
  let f (x: [n]f64): [n]f64 =
    let a = map (\p -> scan (+) 0 (map (\q -> f64.sin (p * q)) x)) x
    let b = map2 (\row p -> reduce f64.max f64.lowest (map2 (\r q -> r * p + q) row (reverse x)) + f64.product (map (\q -> 1 + 0.1 * q) row)) a x
    let b = map (\v -> if v < -1e300 then 0 else v) b
    let c = transpose a |> map (\col -> reduce_by_index (replicate 3 1) (*) 1 (map (% 3) (iota n)) (map (\v -> 1 + 0.01 * v) col) |> f64.sum)
    let d = map (\i -> loop v = x[i] for row in a do f64.cos (v + row[i]) + b[i]) (iota n)
    in map4 (\p q r s -> p * q + r * s) b c d (rotate 1 x)
  in agree f (noise n 27)

-- Long vectors against closed forms.
entry large (n: i64): (bool, bool, bool, bool) =
  let x = noise n 28
  let s = noise n 29
  let suffix = reverse (scan (+) 0 (reverse s))
  let bins = map (\i -> (i * i) % 97) (iota n)
  let h xs = reduce_by_index (replicate 97 0) (+) 0 bins (map (** 3) xs)
  let t = noise 97 30
  let top = f64.maximum x
  in ( near 1e-9 (apart (vjp (scan (+) 0) x s) suffix)
     , near 1e-12 (apart (vjp h x t) (map2 (\x b -> 3 * x * x * t[b]) x bins))
     , near 1e-12 (apart (vjp (\xs -> f64.sum (map f64.exp (filter (> 0) xs))) x 1) (map (\v -> if v > 0 then f64.exp v else 0) x))
     , near 1e-12 (apart (vjp (\xs -> f64.maximum (map (* 2) xs)) x 1) (map (\v -> 2 * f64.bool (v == top)) x)))

-- The gradient of a gradient through a histogram: its accumulators are updated in a loop that no compiler may
-- run out of order, since indices meet.
entry twice (n: i64): bool =
  let x = tabulate n (\i -> 0.9 + 0.01 * f64.i64 i)
  let g (x: [n]f64) = f64.sum (map (** 2) (reduce_by_index (replicate 2 1) (*) 1 (map (% 2) (iota n)) x))
  in agree (\x -> vjp g x 1) x
