-- The parts of a record or sum may be consumed apart.
-- ==
-- entry: fields
-- input { [1, 2] [3, 4] } output { [9, 2] [3, 8] }

-- ==
-- entry: pattern
-- input { [1, 2] [3, 4] } output { [9, 2] [3, 8] }

-- ==
-- entry: replaced
-- input { [1, 2] [3, 4] } output { [9, 2] [3, 4] }

-- ==
-- entry: loop_record
-- input { 3i64 } output { [1i64, 1i64, 0i64] [2i64, 2i64, 2i64] }

-- ==
-- entry: constructor
-- input { [1, 2] } output { [7, 2] [1, 7] }
entry fields (a: *[]i32) (b: *[]i32) =
  let r = {a, b}
  let x = r.a with [0] = 9
  let y = r.b with [1] = 8
  in (x, y)

entry pattern (a: *[]i32) (b: *[]i32) =
  let r = (a, b)
  let (x, y) = r
  in (x with [0] = 9, y with [1] = 8)

entry replaced (a: *[]i32) (b: *[]i32) =
  let r = {a, b}
  let x = r.a with [0] = 9
  let s = r with a = x
  in (s.a, s.b)

entry loop_record (n: i64) =
  let r = loop r = {a = replicate n 0i64, b = replicate n 0i64} for i < n do
    {a = if i < 2 then r.a with [i] = 1 else r.a, b = r.b with [i] = 2}
  in (r.a, r.b)

type t [n] = #two ([n]i32) ([n]i32) | #none

def both [n] (x: *t [n]): ([n]i32, [n]i32) =
  match x
  case #two a b -> (a with [0] = 7, b with [1] = 7)
  case #none -> (replicate n 0, replicate n 0)

entry constructor (a: []i32) = both (#two (copy a) (copy a))
