-- What a function gives twice is not unique.
-- ==
-- error: E0503
def dup x = (x, x)
def main (xs: []i32) : (*[]i32, *[]i32) = dup (copy xs)
