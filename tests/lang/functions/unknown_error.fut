-- An unknown function, with a hint at a name like it.
-- ==
-- error: E0301.*(reduce)
def main (xs: []i32) = redcue (+) 0 xs
