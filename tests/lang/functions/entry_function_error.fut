-- An entry point does not take functions.
-- ==
-- error: .
entry main (f: i32 -> i32) = f 1
