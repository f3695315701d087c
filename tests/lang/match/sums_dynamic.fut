-- A sum whose constructor is known at run time only, in arrays as well.
-- ==
-- input { [-2, 0, 5] } output { [4, 0, 50] }
type t = #neg i32 | #zero | #pos {v: i32}
def classify (x: i32): t = if x < 0 then #neg (-x) else if x == 0 then #zero else #pos {v = x}
def main (xs: []i32) = xs |> map classify |> map (\t -> match t case #neg x -> x * 2 case #zero -> 0 case #pos r -> r.v * 10)
