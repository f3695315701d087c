-- A lambda reaches as far to the right as it can.
-- ==
-- input { [1, 2] } output { [3, 5] 8 }
def main (xs: []i32) = (map (\x -> x * 2 + 1) xs, xs |> map (\x -> x + 1) |> reduce (\a b -> a + b) 3)
