-- scatter consumes its destination; a copy lives on.
-- ==
-- input { [1, 2] } output { [9, 2] [1, 2] }
def main (xs: []i32) = (scatter (copy xs) [0] [9], xs)
