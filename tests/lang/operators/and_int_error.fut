-- && needs truth values.
-- ==
-- error: E0201.*(bool)
def main (x: i32) = x && true
