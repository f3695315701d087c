-- with replaces an element; the old array is gone, a copy lives on.
-- ==
-- input { [1, 2, 3] 1i64 9 } output { [1, 9, 3] [1, 2, 3] }
-- input { [1, 2, 3] 3i64 9 } error: 3
-- input { [1, 2, 3] -1i64 9 } error: -1
def main (xs: []i32) (i: i64) (v: i32) = (copy xs with [i] = v, xs)
