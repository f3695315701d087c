-- Bit operators need integers.
-- ==
-- error: .
def main (x: f32) = x ^ 1
