-- A function that is applied to a part of its arguments and consumes one may not be bound.
-- ==
-- error: E0504
def set (xs: *[]i64) (i: i64) = (xs with [0] = i)[0]
def main (xs: *[]i64) = let f = set xs in (f 1, f 2)
