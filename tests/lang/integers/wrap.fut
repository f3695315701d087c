-- Integer arithmetic wraps around.
-- ==
-- input { 127i8 255u8 2147483647i32 } output { -128i8 0u8 -2147483648i32 1i8 }
def main (a: i8) (b: u8) (c: i32) = (a + 1, b + 1, c + 1, a * a)
