-- assert takes a bool.
-- ==
-- error: E0201.*(bool)
def main (x: i32) = assert x x
