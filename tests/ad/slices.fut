-- Rows that are slices of one dimension, whose ends say their lengths: of a flat matrix, of a packed triangle, of a flat cube; sums of shifted
-- rows over several filters; what filters keep, where its places and its count are used.
-- ==
-- entry: flat triangle cube shifted kept counted
-- input { 1i64 } output { true }
-- input { 4i64 } output { true }
-- input { 37i64 } output { true }
import "gaps"

entry flat (n: i64) =
  let m = n + 2
  let f [k] (a: [k]f64) (x: [m]f64) = tabulate n (\i -> f64.sum (map2 (\u v -> f64.sin u * v) (a[i * m:(i + 1) * m] :> [m]f64) x))
  in agree (\a -> f a (noise m 1)) (noise (n * m) 2) && agree (f (noise (n * m) 3)) (noise m 4)

entry triangle (n: i64) =
  let f [k] (a: [k]f64) (x: [n]f64) =
    tabulate n (\i -> let o = i * (i + 1) / 2 in f64.sum (map2 (*) (a[o:o + i + 1] :> [i + 1]f64) (x[:i + 1] :> [i + 1]f64)))
  in agree (\a -> f a (noise n 1)) (noise (n * (n + 1) / 2 + 3) 2) && agree (f (noise (n * (n + 1) / 2) 3)) (noise n 4)

entry cube (n: i64) =
  let f [k] (a: [k]f64) = tabulate n (\i -> f64.product (map (+ 1.5) (a[i * 2 * n:(i + 1) * 2 * n] :> [2 * n]f64)))
  in agree f (noise (n * 2 * n) 1)

entry shifted (n: i64) =
  let f (x: [n + 3]f64) (w: [3][3]f64) =
    map (\w -> tabulate (n + 1) (\i -> w[0] * x[i] + w[1] * x[i + 1] + w[2] * x[i + 2] * x[i])) w |> flatten
  let w s = tabulate_2d 3 3 (\i j -> (noise 9 s)[3 * i + j])
  in agree (\x -> f x (w 1)) (noise (n + 3) 2)

entry kept (n: i64) =
  agree (\x -> let t = filter (> 0) x in [f64.sum (map (\v -> v * v) t) + f64.i64 (length t)]) (noise n 1)

entry counted (n: i64) =
  let f (x: [n]f64) =
    let flags = map (\v -> i64.bool (v > 0)) x
    let at = scan (+) 0 flags
    let m = if n == 0 then 0 else at[n - 1]
    let t = scatter (replicate m 0) (map2 (\f o -> if f == 1 then o - 1 else -1) flags at) x
    in [f64.sum (map2 (\v i -> v * v * f64.i64 (i + 1)) t (indices t))]
  in agree f (noise n 2)
