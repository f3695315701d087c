-- Array literals nest, and their elements may be expressions and arrays.
-- ==
-- input { 3 } output { [3, 4] [[1, 3], [3, 5]] 2i64 }
def main (x: i32) = ([x, x + 1], [[1, x], [x, 5]], length [[x], [2]])
