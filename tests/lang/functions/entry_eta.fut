-- An entry point defined without its parameters.
-- ==
-- entry: total
-- input { [1, 2, 3] } output { 6 }
-- entry: dbl
-- input { [1, 2, 3] } output { [2, 4, 6] }
entry total = reduce (+) 0i32
entry dbl = map (* 2i32)
