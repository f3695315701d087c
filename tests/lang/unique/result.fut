-- A unique result may not share memory with a parameter that is not unique.
-- ==
-- error: E0503
def f (xs: []i32): *[]i32 = xs
def main (xs: []i32) = f xs
