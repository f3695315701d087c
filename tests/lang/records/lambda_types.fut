-- Lambdas know the types that the other arguments, or a pipe, give their parameters.
-- ==
-- input { [1, 2] } output { [0, 0] [5, 5] 3 }
type v = {x: i32, y: i32}
entry main (xs: []i32) =
  let vs = map (\x -> {x, y = 5}) xs
  let zeros = map (\v -> v with x = 0) vs
  let sum = reduce (\a b -> a with x = a.x + b.x) {x = 0, y = 0} vs
  in (map (.x) zeros, vs |> map (\v -> v with x = 1) |> map (.y), sum.x)
