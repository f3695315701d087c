-- A neutral element that is not neutral still does not show in a reduce of the library's kind.
-- ==
-- input { [1, 2, 3] } output { [1, 3, 6] 6 }
def main (xs: []i32) = (scan (\a b -> a + b) 0 xs, last (scan (+) 0 xs))
