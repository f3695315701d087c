-- A let without a body.
-- ==
-- error: .
def main (x: i32) = let y = x
