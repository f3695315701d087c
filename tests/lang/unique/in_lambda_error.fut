-- A function given to map may not consume a free variable.
-- ==
-- error: E0502
def main (xs: *[]i32) = map (\i -> (xs with [i] = 0)[0]) (iota 2)
