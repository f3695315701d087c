-- abs, sgn, min, max, highest, lowest and num_bits of the integer modules.
-- ==
-- input { -5i32 3i32 } output { 5 -1 3 -5 2147483647 -2147483648 32 }
def main (a: i32) (b: i32) = (i32.abs a, i32.sgn a, i32.max a b, i32.min a b, i32.highest, i32.lowest, i32.num_bits)
-- ==
-- entry: widths
-- input { } output { 127i8 -128i8 255u8 0u8 32767i16 65535u16 18446744073709551615u64 -9223372036854775808i64 8i32 64i32 }
entry widths = (i8.highest, i8.lowest, u8.highest, u8.lowest, i16.highest, u16.highest, u64.highest, i64.lowest, u8.num_bits, i64.num_bits)
