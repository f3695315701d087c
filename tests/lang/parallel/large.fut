-- Arrays larger than any group of threads.
-- ==
-- input { 1000003i64 } output { 500002500003i64 1000002i64 true 500001i64 }
def main (n: i64) = let xs = map (\i -> (i * 7) % n) (iota n) in (i64.sum xs, i64.maximum xs, last (scan (+) 0 xs) == i64.sum xs, length (filter (\x -> x % 2 == 0) xs) - 1) |> \(a, b, c, d) -> (a - b + b, b, c, d)
