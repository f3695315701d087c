-- A wrong ascription is a type error.
-- ==
-- error: E0201
def main (x: i32) = (x : i64)
