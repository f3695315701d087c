-- There are no semicolons.
-- ==
-- error: .
def main (x: i32) = x; x
