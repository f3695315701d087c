-- Derivatives of functions whose results have sizes that depend on values: jvp, vjp, their vector forms, in tuples and
-- records, nested, and with nothing left.
-- ==
-- entry: filters partitions flatmaps records nested vectors mapped
-- input { [1.25, -0.5, -3.1, 1.5] } output { true }
-- input { [-1.5] } output { true }
-- input { [2.3, 3.7] } output { true }
-- input { empty([0]f64) } output { true }

-- ==
-- entry: tangents
-- input { [1.0, 0.0, -3.0, 1.5] } output { [2.0, 3.0] }
-- input { [-1.0] } output { empty([0]f64) }

-- ==
-- entry: seeded
-- input { [1.0, 0.0, -3.0, 1.5] [1.0, 10.0] } output { [2.0, 0.0, 0.0, 30.0] }
-- input { [-1.0] empty([0]f64) } output { [0.0] }
-- input { [1.0, 2.0] [1.0] } error: 2 elements where 1
import "gaps"

def squares (xs: []f64) = map (\x -> x * x) (filter (> 0) xs)

entry tangents [n] (xs: [n]f64) = jvp squares xs (replicate n 1)
entry seeded (xs: []f64) (ds: []f64) = vjp squares xs ds

-- The same with the size known before.
def sized [k] (f: []f64 -> ?[m].[m]f64) (xs: []f64) (_: [k]f64): [k]f64 = f xs :> [k]f64

def same [n] (f: []f64 -> ?[m].[m]f64) (xs: [n]f64): bool =
  let [k] (ys: [k]f64) = f xs
  let g (xs: [n]f64): [k]f64 = sized f xs ys
  let dx = noise n 5
  in agree g xs && near 0 (apart (jvp f xs dx :> [k]f64) (jvp g xs dx)) && near 0 (apart (vjp f xs (noise k 6)) (vjp g xs (noise k 6)))

entry filters (xs: []f64) = same squares xs && same (filter (!= 0)) xs && same (\xs -> scan (+) 0 (filter (> 0.5) xs)) xs

entry partitions [n] (xs: [n]f64) =
  let (a, b) = jvp (partition (> 0)) xs (noise n 1)
  let [k] (c: [k]f64, d: [n-k]f64) = partition (\(x, _) -> x > 0) (zip xs (noise n 1)) |> \(c, d) -> (map (.1) c, map (.1) d)
  in (a :> [k]f64) == c && (b :> [n-k]f64) == d

entry flatmaps (xs: []f64) =
  same (\xs -> (flatmap' (\x -> tabulate (i64.f64 (f64.abs x)) (\i -> x * x * f64.i64 (i + 1))) xs).3) xs
  && same (\xs -> let (_, _, _, ys, zs) = flatmap (\x -> (filter (> 0) [x, -x, x * x], x * 3)) xs in map (* f64.sum zs) ys) xs

entry records [n] (xs: [n]f64) =
  let f xs = let ys = filter (> 0) xs in {ys, zs = map (\y -> (y * y, 3i32)) ys}
  let d = jvp f xs (replicate n 2)
  let (r, e) = jvp2 f xs (replicate n 2)
  in all (== 2) d.ys && length d.zs == length r.zs && and (map2 (\(y, _) (z, _) -> y == 4 * f64.sqrt z) e.zs (r.zs :> [](f64, i32)))

entry nested [n] (xs: [n]f64) =
  let f (xs: [n]f64): [n]f64 = vjp (\xs -> f64.sum (jvp (\xs -> map (\x -> x * x * x) (filter (> 0) xs)) xs (replicate n 1))) xs 1
  in agree f xs && near 1e-12 (apart (f xs) (map (\x -> if x > 0 then 6 * x else 0) xs))

entry vectors [n] (xs: [n]f64) =
  let dxs = [noise n 1, noise n 2]
  let [k] (ys: [k]f64) = squares xs
  let tangents = jmp squares xs dxs :> [2][k]f64
  let (zs, adjoints) = mjp2 squares xs [noise k 1, noise k 2]
  in zs == ys && and (map2 (\t dx -> near 0 (apart t (jvp squares xs dx :> [k]f64))) tangents dxs)
     && near 0 (apart adjoints[1] (vjp squares xs (noise k 2)))

-- The sizes differ from point to point of a map.
entry mapped (xs: []f64) =
  let ds = map (\x -> f64.sum (jvp (\c -> map (* c) (filter (> x) xs)) 2 1)) xs
  in near 1e-12 (apart ds (map (\x -> f64.sum (filter (> x) xs)) xs))
