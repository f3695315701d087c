-- An array beyond all memory is refused, not a crash.
-- ==
-- input { 4611686018427387904i64 } error: .
def main (n: i64) = let xs = replicate n 0i64 in xs[1] + i64.sum (scan (+) 0 xs)
