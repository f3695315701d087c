-- map takes the function first.
-- ==
-- error: .
def main (xs: []i32) = map xs (+ 1)
