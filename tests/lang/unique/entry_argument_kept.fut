-- The caller's argument is not changed by an entry point that consumes it.
-- ==
-- input { [1, 2] } output { [9, 2] }
-- input { [1, 2] } output { [9, 2] }
entry main (xs: *[]i32): *[]i32 = xs with [0] = 9
