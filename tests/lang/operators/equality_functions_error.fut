-- Functions have no equality.
-- ==
-- error: E0203
def main (x: i32) = (\(y: i32) -> y + x) == (\(y: i32) -> y)
