-- A definition without a body.
-- ==
-- error: .
def main (x: i32) =
