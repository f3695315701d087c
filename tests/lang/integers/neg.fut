-- Negation wraps around; of an unsigned number it is the two's complement.
-- ==
-- input { -128i8 1u8 0i64 } output { -128i8 255u8 0i64 128u8 }
def main (a: i8) (b: u8) (c: i64) = (-a, -b, -c, u8.i8 (i8.abs a))
