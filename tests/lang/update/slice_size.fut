-- The size of a slice is compared with that of the new value at run time, also where both are constants.
-- ==
-- entry: constants
-- input { [0, 1, 2] } error: slice

-- ==
-- entry: prefix
-- input { [0, 1, 2] [7, 8] } output { [7, 8, 2] }
-- input { [0, 1, 2] [7, 8, 9, 10] } error: .

-- ==
-- entry: columns
-- input { [7, 8] } output { [[0, 7, 8], [0, 7, 8]] }
-- input { [7, 8, 9] } error: slice
entry constants (xs: *[3]i32) = xs with [0:2] = [1, 2, 3]
entry prefix (xs: *[]i32) (ys: []i32) = xs with [0:length ys] = ys
entry columns (v: []i32) = replicate 2 [0, 1, 2] with [:, 1:] = replicate 2 v
