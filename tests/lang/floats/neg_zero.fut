-- Negative zero keeps its sign.
-- ==
-- input { 0.0 } output { true false true }
def main (x: f64) = (f64.signbit (-x), f64.signbit x, 1 / (-x) < 0)
