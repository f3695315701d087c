-- Arithmetic needs numbers.
-- ==
-- error: bool
def main (x: bool) (y: bool) = x + y
