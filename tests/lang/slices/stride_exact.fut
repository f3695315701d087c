-- With a stride the last element taken decides whether the slice is in bounds.
-- ==
-- input { [1, 2, 3, 4] } output { [1, 4] [4, 1] [2, 4] }
def main (xs: []i32) = (xs[0:4:3], xs[3::-3], xs[1::2])
