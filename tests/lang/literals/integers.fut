-- Integer literals: decimal, hexadecimal, binary, underscores, suffixes.
-- ==
-- input { } output { 1000000i32 255u8 -128i8 10i64 65535u16 3735928559u32 1i32 }
def main = (1_000_000, 0xFFu8, -128i8, 0b1010i64, 0xFFFFu16, 0xDEAD_BEEFu32, 0x1)
