-- A pipeline over several lines, with lets inside.
-- ==
-- input { [3, 1, 2] } output { 24 }
def main (xs: []i32) =
  xs
  |> map (\x ->
            let y = x * 2
            in y + 1)
  |> (\ys -> map2 (+) ys (rotate 1 ys)) -- a comment between
  |> reduce (+) 0
  |> \s -> s - 6
