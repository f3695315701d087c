-- A branch does not decide the sizes of parameters: the result is of unknown size.
-- ==
-- entry: orZero
-- input { empty([0]i32) } output { [0] }
-- input { [4, 5] } output { [4, 5] }
entry orZero (xs: []i32) = if null xs then [0] else xs
-- ==
-- entry: longer
-- input { [1] [2, 3] } output { [2, 3] }
-- input { [1, 4] [2] } output { [1, 4] }
entry longer (xs: []i32) (ys: []i32) = if length xs > length ys then xs else ys
-- ==
-- entry: inferred
-- input { [1] [2, 3] } output { [3, 4] 1i64 }
entry inferred xs ys =
  let f as bs = if length as > length bs then as else bs
  in (map (+ 1i32) (f xs ys), length (f xs [7]))
-- ==
-- entry: matched
-- input { [1, 2, 3] 0 } output { [1, 2, 3] }
-- input { [1, 2, 3] 1 } output { [9, 9] }
entry matched (xs: []i32) (i: i32) = match i case 0 -> xs case _ -> [9, 9]
