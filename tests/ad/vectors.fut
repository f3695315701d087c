-- Vectors of seeds through nested arrays, branches that make rows, rows made of parts of the argument.
-- ==
-- entry: rows
-- input { 3i64 [1.0, 2.0, 3.0, 4.0] }
-- output { [[[1.0, 2.0], [0.0, 3.0], [0.0, 3.0]], [[2.0, 3.0], [0.0, 4.0], [0.0, 4.0]]] true }

-- ==
-- entry: cube
-- input { 2i64 [1.0, 2.0, 3.0] } output { true }
-- input { 1i64 [0.5] } output { true }
import "gaps"

def f (b: i64) (x: [4]f64): [b][2]f64 = tabulate b (\i -> if i == 0 then [x[0], x[1]] else [0, x[2]])

entry rows (b: i64) (x: [4]f64) =
  let seeds = map (\i -> map (+ f64.i64 i) x) (iota 2)
  let t = jmp (f b) x seeds
  in (t, and (map2 (\s d -> and (map2 (==) (flatten (jvp (f b) x s)) (flatten d))) seeds t))

-- | A function to arrays of three dimensions, forward and in reverse, one seed at a time and all at once.
entry cube [n] (m: i64) (x: [n]f64) =
  let g (x: [n]f64) = tabulate_3d m n 2 (\i j k -> if i == k then x[j] * x[0] else f64.sin (x[j] + f64.i64 k))
  let size = m * (n * 2)
  let unit3 i = unflatten_3d (unit size i :> [m * n * 2]f64)
  let forward = transpose (map flatten_3d (jmp g x (map (unit n) (iota n))))
  let reverse = mjp g x (map unit3 (iota size))
  let single = map (\i -> vjp g x (unit3 i)) (iota size)
  let same a b = and (map2 (\a b -> near 1e-12 (apart a b)) a b)
  in same (sized size forward) reverse && same reverse single
