-- A section goes through fields and indices in any order.
-- ==
-- entry: ways
-- input { [1, 2, 3] } output { [2, 2] 5 3 2 7 [2, 3] [3, 2, 1] 3i64 }
-- input { [1, 2] } error: .

-- ==
-- entry: nested
-- input { 1i64 } output { [4.0, 0.0] }
type r = {f: [3]i32, g: (i32, {h: [2]i32})}
def mk (xs: [3]i32): r = {f = xs, g = (5, {h = [7, xs[1]]})}

entry ways [n] (xs: [n]i32) =
  let rs = [mk (xs :> [3]i32), mk (xs :> [3]i32)]
  in (map (.f[1]) rs, (.[0].g.0) rs, (.[0].f[2]) rs, (.[1].g.1.h[1]) rs, (.[1][0].g.1.h[0]) [rs, rs], rs[1] |> (.f[1:]),
      rs |> (.[0].f[::-1]), length ((.[1].f) rs))

-- The index is that of the place where the section stands; derivatives go through.
entry nested (i: i64): [2]f64 = vjp ((.[0].f[i, 1:]) >-> f64.sum) [{f = [[1f64, 2], [3, 4]]}] 4 |> (.[0].f[1]) |> (\xs -> [xs[1], xs[0]])
