-- A constructor without an array can't have the size of an array that another branch makes.
-- ==
-- error: not known here
type opt 'a = #some a | #none
def positive (xs: []i32): opt ([]i32) = if null xs then #none else #some (filter (> 0) xs)
