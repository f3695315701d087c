-- == on arrays of equal sizes, matrices, tuples with arrays.
-- ==
-- input { [[1, 2], [3, 4]] } output { true false true }
-- input { empty([0][2]i32) } output { true true true }
def main (xs: [][]i32) = (xs == xs, xs == map (map (+ 1)) xs, (xs, 1) == (copy xs, 1))
