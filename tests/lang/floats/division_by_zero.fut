-- Division by zero is no error for floats.
-- ==
-- input { [0.0, 1.0, -1.0] } output { [f64.nan, f64.inf, -f64.inf] }
def main (xs: []f64) = map (/ 0) xs
