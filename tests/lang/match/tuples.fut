-- match takes tuples apart, the first case that fits wins.
-- ==
-- input { 0 0 } output { 1 }
-- input { 0 5 } output { 5 }
-- input { 3 0 } output { 6 }
-- input { 3 4 } output { 7 }
def main (x: i32) (y: i32) = match (x, y) case (0, 0) -> 1 case (0, b) -> b case (a, 0) -> a * 2 case (a, b) -> a + b
