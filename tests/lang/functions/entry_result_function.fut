-- The parameters of a function that an entry point returns are parameters of the entry point.
-- ==
-- input { 1 2 } output { 13 }
entry main (x: i32) = \y -> x + y + 10i32
