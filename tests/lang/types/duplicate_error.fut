-- Two definitions of a type in one file clash.
-- ==
-- error: E0304.*(t)
type t = i32
type t = f32
def main (x: i32) = x
