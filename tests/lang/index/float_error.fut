-- An index is an integer.
-- ==
-- error: .
def main (xs: []i32) (x: f64) = xs[x]
