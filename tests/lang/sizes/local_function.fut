-- A size may be a call of a local function: as an argument's size, of elements, in a loop, and leaving the let.
-- ==
-- entry: direct
-- input { 2i64 } output { [1i64, 2i64, 3i64, 4i64, 5i64] }
-- entry: nested
-- input { 2i64 } output { [0i64, 1i64, 2i64, 0i64, 1i64, 2i64, 3i64] 12i64 }
-- entry: leaving
-- input { 2i64 } output { 5i64 [0i64, 2i64, 4i64, 6i64, 8i64] }
entry direct (x: i64) = let size t = t + x in map (+ 1) (iota (size 3))

entry nested (x: i64) =
  let size t = t + x
  let expand (s: []i64) = loop out = [] for t in s do out ++ map id (iota (size t))
  let squares = map (\_ -> map (* 2) (iota (size 1))) (iota 2)
  in (expand [1, 2], i64.sum (flatten squares))

entry leaving (x: i64) =
  let xs = let size t = t + x in map (* 2) (iota (size 3))
  in (length xs, xs)
