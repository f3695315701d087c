-- Empty brackets in a parameter are sizes of their own.
-- ==
-- input { [1, 2] [3] } output { [1, 2, 3] }
def main (a: []i32) (b: []i32) = a ++ b
