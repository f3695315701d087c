-- min and max; of a number and nan it is the number.
-- ==
-- input { 1.0 -2.0 } output { -2.0 1.0 1.0 1.0 -f64.inf f64.inf }
def main (a: f64) (b: f64) = (f64.min a b, f64.max a b, f64.max a f64.nan, f64.min f64.nan a, f64.lowest, f64.highest)
