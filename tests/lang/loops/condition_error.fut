-- The condition of a while loop is a bool.
-- ==
-- error: E0201.*(bool)
def main (n: i32) = loop s = n while s do s - 1
