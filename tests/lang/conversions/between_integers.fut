-- Conversions between integers keep the low bits; they extend the sign from signed to signed, else with zeros.
-- ==
-- input { 4294967297i64 -1i32 255u8 } output { 1i32 255u8 255i32 -1i8 4294967295u64 4294967295u32 1u8 -1i64 255u64 }
def main (a: i64) (b: i32) (c: u8) = (i32.i64 a, u8.i32 b, i32.u8 c, i8.u8 c, u64.i32 b, u32.i32 b, u8.i64 a, i64.i32 b, u64.u8 c)
