-- >> copies the sign bit of signed numbers, >>> brings zeros in, << drops the high bits.
-- ==
-- input { -8i32 1i32 } output { -4i32 2147483644i32 -16i32 }
-- input { 1073741824i32 1i32 } output { 536870912i32 536870912i32 -2147483648i32 }
def main (a: i32) (b: i32) = (a >> b, a >>> b, a << b)
-- ==
-- entry: small
-- input { -8i8 200u8 } output { -4i8 124i8 100u8 100u8 144u8 }
entry small (a: i8) (b: u8) = (a >> 1, a >>> 1, b >> 1, b >>> 1, b << 1)
