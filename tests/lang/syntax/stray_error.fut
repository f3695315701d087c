-- A stray character.
-- ==
-- error: .
def main (x: i32) = x $ 1
