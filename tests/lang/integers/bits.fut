-- The bit operators on signed and unsigned numbers of several widths.
-- ==
-- input { 12i32 10i32 } output { 8i32 14i32 6i32 }
-- input { -1i32 1i32 } output { 1i32 -1i32 -2i32 }
def main (a: i32) (b: i32) = (a & b, a | b, a ^ b)
-- ==
-- entry: counts
-- input { 12u8 1i64 } output { 2i32 4i32 2i32 1i32 63i32 0i32 243u8 }
-- input { 0u8 -1i64 } output { 0i32 8i32 8i32 64i32 0i32 0i32 255u8 }
entry counts (a: u8) (b: i64) = (u8.popc a, u8.clz a, u8.ctz a, i64.popc b, i64.clz b, i64.ctz b, u8.not a)
