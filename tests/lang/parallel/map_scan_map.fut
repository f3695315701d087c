-- Scans inside maps inside loops.
-- ==
-- input { [[1, 1], [2, 2]] } output { [[1, 4], [2, 8]] }
def main [n][m] (xs: [n][m]i32) = loop xs for _i < 3 do map (scan (+) 0) xs
