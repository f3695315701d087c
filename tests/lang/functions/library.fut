-- id, const, flip, curry, uncurry.
-- ==
-- input { 7 2 } output { 7 7 -5 9 5 }
def main (x: i32) (y: i32) = (id x, const x y, flip (-) x y, curry (\(a, b) -> a + b) x y, uncurry (-) (x, y))
