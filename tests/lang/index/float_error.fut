-- An index is an integer.
-- ==
-- error: E0203
def main (xs: []i32) (x: f64) = xs[x]
