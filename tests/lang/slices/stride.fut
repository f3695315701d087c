-- A slice with a stride begins at its start.
-- ==
-- input { [0, 1, 2, 3, 4, 5, 6] } output { [0, 2, 4, 6] [1, 4] [0, 3, 6] [1, 3, 5] [2] }
def main (xs: []i32) = (xs[::2], xs[1:6:3], xs[::3], xs[1:7:2], xs[2:3:5])
