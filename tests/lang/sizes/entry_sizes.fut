-- An entry point's result has sizes that come from its arguments.
-- ==
-- input { 2i64 } output { [[0i64, 0i64], [0i64, 0i64]] }
-- input { 0i64 } output { empty([0][0]i64) }
def main (n: i64): [n][n]i64 = replicate n (replicate n 0)
