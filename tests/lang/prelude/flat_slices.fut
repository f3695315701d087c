-- Parts of an array by offset, sizes and strides: read, replaced, and out of bounds.
-- ==
-- entry: read
-- input { 12i64 } output { [[1i64, 4i64, 7i64], [2i64, 5i64, 8i64]] [[[0i64, 1i64], [2i64, 3i64]]] [[[[11i64, 10i64]]]] }
-- input { 8i64 } error: .
entry read (n: i64) =
  let as = iota n
  in (intrinsics.flat_index_2d as 1 2 1 3 3 :> [2][3]i64, intrinsics.flat_index_3d as 0 1 9 2 2 2 1, intrinsics.flat_index_4d as 11 1 0 1 0 1 0 2 (-1))
-- ==
-- entry: write
-- input { 7i64 } output { [0i64, 1i64, -1i64, 3i64, -2i64, 5i64, 6i64] [-1i64, -2i64, 2i64, -3i64, -4i64, 5i64, 6i64] [0i64, 1i64, 2i64, 3i64, 4i64, -1i64, -2i64] }
-- input { 5i64 } error: .
entry write (n: i64) =
  (intrinsics.flat_update_1d (iota n) 2 2 [-1, -2], intrinsics.flat_update_2d (iota n) 0 3 1 [[-1, -2], [-3, -4]],
   intrinsics.flat_update_4d (intrinsics.flat_update_3d (iota n) 5 0 0 1 [[[7, -2]]]) 5 0 0 0 1 [[[[-1]]]])
