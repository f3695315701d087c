-- Lambdas with types of parameters and result.
-- ==
-- input { 3 } output { 4 }
def main (x: i32) = (\(y: i32): i32 -> y + 1) x
