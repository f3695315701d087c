-- A loop that fills an array.
-- ==
-- input { 8i64 } output { [1, 1, 2, 3, 5, 8, 13, 21] }
-- input { 2i64 } output { [1, 1] }
def main (n: i64) = loop fib = replicate n 1 for i < n - 2 do fib with [i + 2] = fib[i] + fib[i + 1]
