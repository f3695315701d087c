-- Bit operators need integers.
-- ==
-- error: E0203
def main (x: f32) = x ^ 1
