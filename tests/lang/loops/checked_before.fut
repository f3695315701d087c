-- Indices that go in equal steps are checked before their loop, if that can be told from its ends.
-- ==
-- entry: packed
-- input { 4i64 [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32, 9i32, 10i32] } output { [1i32, 5i32, 15i32, 34i32] }
-- input { 1i64 [1i32] } output { [1i32] }
-- input { 0i64 empty([0]i32) } output { empty([0]i32) }
entry packed (n: i64) (xs: []i32) =
  map (\i -> loop s = 0 for j < i + 1 do s + xs[i * (i + 1) / 2 + j]) (iota n)

-- ==
-- entry: backwards
-- input { 7i64 [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32] } output { 28i32 }
-- input { 0i64 [1i32] } output { 0i32 }
-- input { -3i64 [1i32] } output { 0i32 }
entry backwards (n: i64) (xs: []i32) = loop s = 0 for j < n do s + xs[n - j - 1]

-- | No iteration comes to the places that are out of range.
-- ==
-- entry: guarded
-- input { 9i64 [1i32, 2i32, 3i32] } output { 6i32 }
-- input { 0i64 empty([0]i32) } output { 0i32 }
entry guarded (n: i64) (xs: []i32) = loop s = 0 for j < n do if j % 2 == 0 && j < 6 then s + xs[j / 2] else s

-- ==
-- entry: between
-- input { 12i64 [1i32, 2i32, 3i32] } output { 6i32 }
-- input { 2i64 [1i32, 2i32, 3i32] } output { 0i32 }
entry between (n: i64) (xs: []i32) = loop s = 0 for j < n do if 5 <= j && j <= 7 then s + xs[j - 5] else s

-- | The step goes around, in no iteration out of range.
-- ==
-- entry: around
-- input { 4611686018427387904i64 [1i32, 2i32] } output { 5i32 }
entry around (b: i64) (xs: []i32) = loop s = 0 for j < 5 do s + xs[4 * j * b]

-- ==
-- entry: changed
-- input { [1i64, 2i64, 3i64, 4i64, 0i64] } output { [5i64, 5i64, 3i64, 5i64, 0i64] }
entry changed (xs: *[]i64) = loop xs for j < 5 do xs with [xs[j] % 5] = 5

-- | Places of a row are in a row that another row tells.
-- ==
-- entry: sparse
-- input { [0i64, 2i64, 2i64, 5i64] [2i64, 0i64, 1i64, 2i64, 0i64] [1i32, 2i32, 3i32, 4i32, 5i32] [10i32, 20i32, 30i32] }
-- output { [50i32, 0i32, 230i32] }
entry sparse [m] [z] (at: [m]i64) (cols: [z]i64) (a: [z]i32) (x: []i32) =
  tabulate (m - 1) (\i -> loop s = 0 for k < at[i + 1] - at[i] do s + a[at[i] + k] * x[cols[at[i] + k]])
