-- Payloads whose arrays have different sizes in the branches of if, and through loops.
type opt 't = #some t | #none
def sum (o: opt ([]i64)) = match o case #some xs -> i64.sum xs case #none -> -1
def upto (b: bool) (n: i64): opt ([]i64) = if b then #some (iota n) else #none
-- ==
-- entry: branches
-- input { true 3i64 } output { 3i64 6i64 }
-- input { false 3i64 } output { -1i64 3i64 }
-- input { true 0i64 } output { 0i64 0i64 }
entry branches (b: bool) (n: i64) = (sum (upto b n), sum (if b then upto b (n + 1) else upto (!b) 3))
-- ==
-- entry: elements
-- input { 4i64 } output { [0i64, -1i64, 1i64, -1i64] }
entry elements (n: i64) = map (\i -> sum (if i % 2 == 0 then upto true i else (#none : opt ([0]i64)))) (iota n)
type~ either = #left ([]i32) | #right ([]f32) i64
-- ==
-- entry: negative
-- input { 3 } output { 3i64 9 }
-- input { -2 } output { 9i64 3 }
-- input { 0 } output { 7i64 0 }
entry negative (x: i32) =
  let v: either = if x > 0 then #left (replicate (i64.i32 x) x) else #right (replicate (i64.i32 (-x)) 1.5) 7
  in match v
     case #left xs -> (length xs, i32.sum xs)
     case #right ys k -> (length ys + k, i32.f32 (f32.sum ys))
