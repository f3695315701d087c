-- Unsigned numbers compare and convert as unsigned.
-- ==
-- input { 255u8 1u8 } output { false true 255i32 255f32 255u8 1u8 }
def main (a: u8) (b: u8) = (a < b, a > b, i32.u8 a, f32.u8 a, u8.max a b, u8.min a b)
-- ==
-- entry: wide
-- input { 18446744073709551615u64 1u64 } output { false 18446744073709551615u64 1.8446744073709552e19f64 9223372036854775807u64 }
entry wide (a: u64) (b: u64) = (a < b, u64.max a b, f64.u64 a, a / 2)
