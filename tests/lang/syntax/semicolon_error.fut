-- There are no semicolons.
-- ==
-- error: E0103
def main (x: i32) = x; x
