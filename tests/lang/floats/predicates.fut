-- isnan, isinf, signbit, and comparisons with nan are false.
-- ==
-- input { f64.nan } output { true false false false true }
-- input { -f64.inf } output { false true true true false }
def main (x: f64) = (f64.isnan x, f64.isinf x, f64.signbit (x + 0) && !(f64.isnan x), x < 0, x != x)
