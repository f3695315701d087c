-- A histogram and a scatter for each row.
-- ==
-- input { [[0i64, 1i64, 1i64], [1i64, 1i64, 1i64]] } output { [[1, 2], [0, 3]] [[5, 0], [0, 5]] }
def main (xs: [][]i64) = (map (\r -> reduce_by_index (replicate 2 0) (+) 0 r (map (const 1) r)) xs, map (\r -> scatter (replicate 2 0) [r[0], 7] [5, 6]) xs)
