-- map2 takes arrays of one size.
-- ==
-- error: E0401
def main (xs: [2]i32) (ys: [3]i32) = map2 (+) xs ys
