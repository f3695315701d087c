-- main is an entry point without saying so, and may also say so.
-- ==
-- input { 3 } output { 4 }
entry main (x: i32): i32 = x + 1
