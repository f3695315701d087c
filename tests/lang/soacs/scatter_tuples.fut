-- scatter of tuples and of rows.
-- ==
-- input { [1i64, -1i64] } output { [0, 5] [0.0, 6.5] [[0, 0], [3, 4]] }
def main (is: [2]i64) = let (a, b) = unzip (scatter (replicate 2 (0, 0.0)) is [(5, 6.5), (1, 1.5)]) in (a, b, scatter (replicate 2 [0, 0]) is [[3, 4], [8, 9]])
