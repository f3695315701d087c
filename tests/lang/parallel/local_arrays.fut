-- Arrays inside a kernel that are read and written in any order.
-- ==
-- input { [3i64, 1i64, 2i64] } output { [[0i64, 3i64, 6i64, 9i64], [0i64, 1i64, 2i64, 3i64], [0i64, 2i64, 4i64, 6i64]] [9i64, 3i64, 6i64] }
def main (xs: []i64) = unzip (map (\x -> let a = scan (+) 0 (replicate 3 x) let b = [0] ++ a in (b :> [4]i64, reverse b |> head)) xs)
