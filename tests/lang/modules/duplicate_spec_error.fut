-- A name is specified twice.
-- ==
-- error: E0304
module type S = {val x: i32 val x: i64}
def main (x: i32) = x
