-- Tuples of arrays of different sizes.
-- ==
-- input { [1, 2] [1.5] } output { 2i64 1i64 [2, 1] }
def main [n][m] (a: [n]i32) (b: [m]f64) = let t = (a, b) in (length t.0, length t.1, reverse t.0)
