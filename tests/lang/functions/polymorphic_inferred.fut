-- Definitions at top level are polymorphic without being told.
-- ==
-- input { 1 2.5 } output { 2.5 1 1 }
def swap (x, y) = (y, x)
def first (x, _) = x
def main (x: i32) (y: f64) = let (a, b) = swap (x, y) in (a, b, first (x, y))
