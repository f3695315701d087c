-- x..s...y, x..s..<y and x..s..>y proceed by s - x.
-- ==
-- input { 1 3 9 } output { [1, 3, 5, 7, 9] [1, 3, 5, 7] }
-- input { 1 4 9 } output { [1, 4, 7] [1, 4, 7] }
def main (a: i32) (s: i32) (b: i32) = (a..s...b, a..s..<b)
-- ==
-- entry: down
-- input { 9 7 1 } output { [9, 7, 5, 3, 1] [9, 7, 5, 3] }
-- input { 9 6 1 } output { [9, 6, 3] [9, 6, 3] }
entry down (a: i32) (s: i32) (b: i32) = (a..s...b, a..s..>b)
