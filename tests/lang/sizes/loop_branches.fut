-- Branches in a loop that give back the parameter, or an array of the size that the parameter starts with, keep that size.
-- ==
-- entry: same
-- input { [1i32, 2i32] } output { [4i32, 5i32] }

-- ==
-- entry: rows
-- input { [[1.0, 2.0], [3.0, 4.0]] } output { [[1.0, 2.0], [2.0, 2.0]] }

-- ==
-- entry: best
-- input { [[1i32, 5i32], [3i32, 2i32], [2i32, 9i32]] } output { [3i32, 2i32] }

-- ==
-- entry: grows
-- input { [3i32, 2i32, 1i32] } output { [3i32, 2i32, 7i32] }
entry same [n] (xs: [n]i32): [n]i32 = loop ys = xs for i < 3 do if i == 1 then map (+ 3) xs else ys

entry rows [n] (a: [n][n]f64): [n][n]f64 =
  loop a = a for k < n do map (\i -> if i <= k then a[i] else map (\j -> a[i, j] - a[k, j] * f64.bool (i > k)) (iota n)) (iota n)

entry best [k] (yss: [][k]i32): [k]i32 = loop best = yss[0] for ys in yss do if ys[0] > best[0] then ys else best

-- A size that varies still may.
entry grows (xs: []i32): []i32 = loop ys = [] for x in xs do if x > 1 then ys ++ [x] else ys ++ if length ys == 2 then [7] else []
