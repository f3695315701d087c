-- The remainder of a division of floats, for positive operands.
-- ==
-- input { 7.5 2.0 } output { 1.5 }
-- input { 6.0 2.0 } output { 0.0 }
def main (a: f64) (b: f64) = a % b
