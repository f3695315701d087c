-- x..<y goes up to y without it, x...y with it.
-- ==
-- input { 2 5 } output { [2, 3, 4] [2, 3, 4, 5] }
-- input { 2 2 } output { empty([0]i32) [2] }
def main (a: i32) (b: i32) = (a..<b, a...b)
