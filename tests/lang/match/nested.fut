-- Nested patterns and nested matches.
-- ==
-- input { 1 2 3 } output { 5 }
-- input { 0 2 3 } output { 3 }
-- input { 0 0 3 } output { -3 }
def main (x: i32) (y: i32) (z: i32) = match ((x, y), z) case ((0, 0), c) -> -c case ((0, _), c) -> c case ((_, b), c) -> match b case 2 -> b + c case _ -> 0
