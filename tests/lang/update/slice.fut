-- with replaces a slice, also with a stride, also backwards.
-- ==
-- input { [0, 1, 2, 3, 4, 5] [7, 8, 9] } output { [0, 7, 8, 9, 4, 5] [7, 1, 8, 3, 9, 5] [0, 9, 2, 8, 4, 7] }
-- input { [0, 1, 2, 3, 4, 5] [7, 8] } error: .
def main (xs: []i32) (v: []i32) = (copy xs with [1:4] = v, copy xs with [::2] = v, copy xs with [::-2] = v)
