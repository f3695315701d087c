-- reduce with an operator on tuples: the largest element and where it is.
-- ==
-- input { [3, 9, 2, 9] } output { 9 1i64 }
-- input { [-5] } output { -5 0i64 }
def main [n] (xs: [n]i32) = reduce (\(x, i) (y, j) -> if i < 0 then (y, j) else if j < 0 then (x, i) else if y > x then (y, j) else (x, i)) (0, -1) (zip xs (iota n))
