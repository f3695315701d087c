-- Arithmetic needs numbers.
-- ==
-- error: E0203.*(bool)
def main (x: bool) (y: bool) = x + y
