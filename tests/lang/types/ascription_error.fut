-- A wrong ascription is a type error.
-- ==
-- error: .
def main (x: i32) = (x : i64)
