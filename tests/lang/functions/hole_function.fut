-- A hole may stand for a function: it fails when the function is called.
-- ==
-- entry: unused
-- input { 3 } output { 4 }
-- entry: used
-- input { 3 }
-- error: hole
def pair: (i32 -> i32, i32 -> i32) = (???, (+ 1))
entry unused (x: i32) = let f = ??? : i32 -> i32 in if x > 5 then f x else pair.1 x
entry used (x: i32) = let f = ??? : i32 -> i32 in f x
