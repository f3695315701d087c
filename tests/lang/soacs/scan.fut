-- scan is inclusive; of an empty array it is empty.
-- ==
-- input { [3, 1, 2] } output { [3, 4, 6] [3, 3, 6] [3, 3, 3] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) }
def main (xs: []i32) = (scan (+) 0 xs, scan (*) 1 xs, scan i32.max i32.lowest xs)
