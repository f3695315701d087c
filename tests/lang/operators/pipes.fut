-- |> and <| apply from the left and the right and are looser than ||.
-- ==
-- input { [3, 1, 2] } output { 12 12 13 true }
def main (xs: []i32) =
  (xs |> map (* 2) |> reduce (+) 0, reduce (+) 0 <| map (* 2) xs, xs |> map (* 2) |> i32.sum |> (+ 1), false || true |> id)
