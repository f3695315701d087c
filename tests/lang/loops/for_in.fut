-- A loop over an array binds each element, by a pattern too.
-- ==
-- input { [1, 2, 3] [10, 20, 30] } output { 321 140 }
-- input { empty([0]i32) empty([0]i32) } output { 0 0 }
def main [n] (xs: [n]i32) (ys: [n]i32) = (loop s = 0 for x in reverse xs do s * 10 + x, loop s = 0 for (x, y) in zip xs ys do s + x * y)
