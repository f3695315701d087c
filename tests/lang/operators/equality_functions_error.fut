-- Functions have no equality.
-- ==
-- error: .
def main (x: i32) = (\(y: i32) -> y + x) == (\(y: i32) -> y)
