-- Features together: sizes through functions, sums in loops, records with arrays, closures.
-- ==
-- entry: a
-- input { [1, 2, 3] } output { [2, 4, 6] 3i64 }
-- entry: b
-- input { [1, 2, 3] } output { 6i64 }
-- entry: c
-- input { [3, 1, 2] } output { [1, 2, 3] }
-- entry: d
-- input { 5i64 } output { [[0i64], [1i64], [3i64], [6i64], [10i64]] }
-- entry: e
-- input { [1, -1, 2] } output { [1, 0, 2] [0.0, 2.5, 0.0] }
-- entry: f
-- input { [1f64, 2f64] } output { [2f64, 4f64] 3.0 }
-- entry: g
-- input { 3i64 } output { 9i64 }
-- entry: h
-- input { [1, 2, 3, 4] } output { [[2, 1], [4, 3]] }
def apply [n] (f: [n]i32 -> [n]i32) (xs: [n]i32): [n]i32 = f xs
entry a [n] (xs: [n]i32) = (apply (map (* 2)) xs, n)
entry b (xs: []i32) = let len [n] 'a (_: [n]a) = n in len xs + len (map f64.i32 xs)
def sort [n] (xs: [n]i32): [n]i32 = let rank i = i64.sum (map (\j -> i64.bool (xs[j] < xs[i] || (xs[j] == xs[i] && j < i))) (iota n)) in scatter (replicate n 0) (map rank (iota n)) xs
entry c = sort
entry d (n: i64) = map (\i -> [reduce (+) 0 (iota (i + 1))]) (iota n)
type t = #i i32 | #f f64
entry e (xs: []i32) = let ts = map (\x -> if x > 0 then #i x else (#f 2.5 : t)) xs let ts = loop ts for _i < 2i32 do map (\y -> match y case #i x -> #i x case #f z -> (#f z : t)) ts in unzip (map (\y -> match y case #i x -> (x, 0) case #f z -> (0, z)) ts)
type point [n] = {pos: [n]f64, w: f64}
entry f [n] (xs: [n]f64) = let p : point [n] = {pos = xs, w = 2} let q = p with pos = map (* p.w) p.pos in (q.pos, f64.sum (map2 (*) q.pos (replicate n 0.5)))
entry g (n: i64) = let f = (\x -> let g = (\y -> x * y) in g x) in f n
entry h (xs: [4]i32) = unflatten (xs :> [2 * 2]i32) |> map reverse
