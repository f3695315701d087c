-- A condition is a bool.
-- ==
-- error: E0201.*(bool)
def main (x: i32) = if x then 1 else 2
