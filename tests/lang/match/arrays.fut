-- Arrays as results of match.
-- ==
-- input { 1 [1, 2] } output { [2, 1] }
-- input { 2 [1, 2] } output { [1, 2] }
-- input { 3 [1, 2] } output { [0, 0] }
def main [n] (k: i32) (xs: [n]i32) = match k case 1 -> reverse xs case 2 -> xs case _ -> replicate n 0
