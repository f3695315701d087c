-- && needs truth values.
-- ==
-- error: bool
def main (x: i32) = x && true
