-- A type parameter may be an array; all values of it have its size.
-- ==
-- input { [[1, 2], [3, 4]] } output { [[3, 4], [1, 2]] [1, 2] }
def pick 'a (b: bool) (x: a) (y: a): a = if b then x else y
def main [n][m] (xs: [n][m]i32) = (reverse xs, pick true xs[0] xs[1])
