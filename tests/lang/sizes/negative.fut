-- An array of a negative size is a run-time error.
-- ==
-- input { 1i64 } output { [0] }
-- input { -1i64 } error: negative
def main (n: i64) = replicate n 0
