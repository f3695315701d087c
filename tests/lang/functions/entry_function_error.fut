-- An entry point does not take functions.
-- ==
-- error: E0212
entry main (f: i32 -> i32) = f 1
