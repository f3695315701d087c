-- Updates of arrays of tuples and records.
-- ==
-- input { [1, 2] [1.5, 2.5] } output { [1, 7] [1.5, 8.5] }
def main [n] (a: [n]i32) (b: [n]f64) = unzip (zip a b with [1] = (7, 8.5))
