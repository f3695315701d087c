-- Slices of an empty array are empty.
-- ==
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) }
def main (xs: []i32) = (xs[:], xs[0:0], xs[::-1])
