-- A stray character.
-- ==
-- error: E0103
def main (x: i32) = x $ 1
