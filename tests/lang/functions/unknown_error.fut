-- An unknown function, with a hint at a name like it.
-- ==
-- error: reduce
def main (xs: []i32) = redcue (+) 0 xs
