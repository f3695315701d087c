-- tabulate of one, two and three dimensions, empty too.
-- ==
-- input { 2i64 3i64 } output { [0i64, 1i64] [[0i64, 1i64, 2i64], [10i64, 11i64, 12i64]] [[[0i64, 1i64, 2i64]], [[100i64, 101i64, 102i64]]] }
-- input { 0i64 3i64 } output { empty([0]i64) empty([0][3]i64) empty([0][1][3]i64) }
-- input { -1i64 3i64 } error: negative
def main (n: i64) (m: i64) = (tabulate n id, tabulate_2d n m (\i j -> i * 10 + j), tabulate_3d n 1 m (\i j k -> i * 100 + j * 10 + k))
