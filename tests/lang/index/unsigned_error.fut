-- An index is of a signed integer type.
-- ==
-- error: E0203.*signed
def at (xs: []i32) (i: u32) = xs[i]
