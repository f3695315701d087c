-- A branch gives what another branch consumes: the result stands for it from then on.
-- ==
-- input { [1, 2] 0 } output { [1, 2] }
-- input { [1, 2] 1 } output { [9, 2] }
-- input { [1, 2] 2 } output { [7, 2] }
def main (xs: *[]i32) (i: i32) =
  let ys = match i
           case 1 -> xs with [0] = 9
           case 2 -> xs with [0] = 8
           case _ -> xs
  let ys = if i == 2 then ys with [0] = 7 else ys
  in ys
