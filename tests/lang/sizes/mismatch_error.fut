-- Arrays of two different size parameters are not of the same type.
-- ==
-- error: E0401.*(n|m)
def main [n][m] (a: [n]i32) (b: [m]i32) = map2 (+) a b
