-- A function that is applied to a part of its arguments and consumes one may not be passed on.
-- ==
-- error: E0504
def set (xs: *[]i64) (i: i64) = (xs with [0] = i)[0]
def main (xs: *[]i64) = map (set xs) (iota 3)
