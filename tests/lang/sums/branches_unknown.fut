-- The payloads of branches differ in size before the sum type is known: the size of the whole is unknown.
type~ opt = #some ([]i64) | #none
def push (x: opt) (i: i64): opt = match x case #some xs -> #some (xs ++ [i]) case #none -> #some [i]
def size (x: opt): i64 = match x case #some xs -> length xs case #none -> 0
-- ==
-- entry: pushed
-- input { 0i64 } output { 1i64 }
-- input { 3i64 } output { 4i64 }
entry pushed (n: i64) = size (if n > 0 then push (#some (iota n)) n else push (#none: #some ([0]i64) | #none) n)
-- ==
-- entry: looped
-- input { 4i64 } output { 4i64 }
entry looped (n: i64) =
  size (loop acc = (#none: #some ([0]i64) | #none) for i < n do
          match acc case #some xs -> #some (xs ++ [i]) case #none -> #some [i])
def sizes (x: #two ([]i64) ([]i32) | #three) =
  match x case #two as bs -> (length as, length bs)
          case #three -> (0, 0)
-- ==
-- entry: named
-- input { true } output { 1i64 3i64 }
-- input { false } output { 2i64 0i64 }
entry named (b: bool) =
  let x = if b then #two [1] [2, 3, 4] else #two [1, 2] []
  in sizes x
