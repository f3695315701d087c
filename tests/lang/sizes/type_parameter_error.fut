-- Two arrays of different sizes are not one type.
-- ==
-- error: E0401
def pick 'a (b: bool) (x: a) (y: a): a = if b then x else y
def main [n][m] (xs: [n]i32) (ys: [m]i32) = pick true xs ys
