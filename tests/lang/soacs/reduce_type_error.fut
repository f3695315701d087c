-- The operator of reduce has one type.
-- ==
-- error: E0203
def main (xs: []i32) = reduce (\a b -> a && b > 0) true xs
