-- The new elements may come from a copy of the same array.
-- ==
-- input { [0, 1, 2, 3] } output { [0, 0, 1, 2] [1, 2, 3, 3] [3, 2, 1, 0] }
def main [n] (xs: [n]i32) = (copy xs with [1:] = copy xs[0:n-1], copy xs with [0:n-1] = copy xs[1:], copy xs with [:] = copy xs[::-1])
