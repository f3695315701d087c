-- assert takes a bool.
-- ==
-- error: bool
def main (x: i32) = assert x x
