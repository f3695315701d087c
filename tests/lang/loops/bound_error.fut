-- The bound of a for loop is an integer.
-- ==
-- error: E0203
def main (x: f32) = loop s = 0 for _i < x do s + 1
