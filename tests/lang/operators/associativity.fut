-- - and / associate to the left, ** to the left as well, and comparisons need parentheses only for types.
-- ==
-- input { 20 5 3 } output { 12 1 9 true }
def main (a: i32) (b: i32) (c: i32) = (a - b - c, a / b / c, c ** 2 ** 1, (a < b) == (b < c))
