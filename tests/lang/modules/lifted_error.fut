-- An ordinary abstract type may not be implemented by a function type.
-- ==
-- error: E0603.*(may hold functions)
module m: {type t} = {type^ t = i32 -> i32}
def main (x: i32) = x
