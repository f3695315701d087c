-- mul_hi is the upper half of the product, mad_hi adds to it.
-- ==
-- input { 200u8 200u8 } output { 156u8 157u8 }
def main (a: u8) (b: u8) = (u8.mul_hi a b, u8.mad_hi a b 1)
-- ==
-- entry: signed
-- input { -9223372036854775808i64 2i64 } output { -1i64 }
-- input { 4611686018427387904i64 8i64 } output { 2i64 }
entry signed (a: i64) (b: i64) = i64.mul_hi a b
