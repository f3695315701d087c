-- Arrays of different constant sizes are not of the same type.
-- ==
-- error: E0401.*(2)
def main (x: i32) = map2 (+) [x, x] [x, x, x]
