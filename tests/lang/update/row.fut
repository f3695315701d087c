-- with replaces a row or a slice by an array of the same size.
-- ==
-- input { [[1, 2], [3, 4]] [8, 9] } output { [[8, 9], [3, 4]] [[1, 8], [3, 9]] [[1, 2], [3, 8]] }
def main (xs: [][]i32) (v: []i32) = (copy xs with [0] = v, copy xs with [:, 1] = v, copy xs with [1, 1:2] = v[0:1])
-- ==
-- entry: main
-- input { [[1, 2], [3, 4]] [8, 9, 10] } error: .
