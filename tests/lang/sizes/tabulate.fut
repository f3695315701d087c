-- The size of tabulate's result is its argument.
-- ==
-- input { 3i64 } output { [0i64, 1i64, 4i64] [[0i64, 0i64], [0i64, 1i64], [0i64, 2i64]] }
def main (n: i64): ([n]i64, [n][2]i64) = (tabulate n (\i -> i * i), tabulate_2d n 2 (\i j -> i * j))
