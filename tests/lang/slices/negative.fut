-- A negative stride goes backwards, from the last element if no start is given.
-- ==
-- input { [0, 1, 2, 3, 4] } output { [4, 3, 2, 1, 0] [4, 2, 0] [3, 2] [4, 2] [2, 1, 0] }
def main (xs: []i32) = (xs[::-1], xs[::-2], xs[3:1:-1], xs[4:0:-2], xs[2::-1])
