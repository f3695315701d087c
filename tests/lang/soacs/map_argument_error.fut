-- map takes the function first.
-- ==
-- error: E0201
def main (xs: []i32) = map xs (+ 1)
