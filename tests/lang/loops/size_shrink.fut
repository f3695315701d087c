-- A loop halves an array until one element is left.
-- ==
-- input { [1, 2, 3, 4, 5, 6, 7, 8] } output { [36] }
-- input { [1, 2, 3, 4, 5] } output { [15] }
def main [n] (xs: [n]i32): []i32 =
  loop ys = xs while length ys > 1 do
    let h = length ys / 2
    let odd = if length ys % 2 == 1 then [last ys] else []
    in map2 (+) ys[0:h] (ys[h:2 * h] :> [h]i32) ++ odd
