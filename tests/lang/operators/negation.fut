-- Prefix minus and ! bind tighter than every infix operator, ** as well, and looser than application.
-- ==
-- input { 3 } output { 9 -1 -4 6 -9 }
-- input { -2 } output { 4 4 1 -4 -4 }
def main (x: i32) = (-x ** 2, -x + 2, -i32.abs x - 1 + (if x < 0 then 4 else 0), i32.neg (-2 * x), -(x ** 2))
