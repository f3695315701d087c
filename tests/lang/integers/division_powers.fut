-- Division by what is a power of two for some calls: by shifts then, in all widths, signed and not, in vectors and alone.
-- ==
-- input { 8i64 4u8 2i16 } output { true }
-- input { 1i64 128u8 16384i16 } output { true }
-- input { 6i64 7u8 -4i16 } output { true }
-- input { 9223372036854775807i64 255u8 -32768i16 } output { true }
-- input { -9223372036854775808i64 1u8 1i16 } output { true }
-- input { 4611686018427387904i64 3u8 -1i16 } output { true }
def whole (x: i64) (d: i64) = x / d * d + x % d == x && (if d > 0 then 0 <= x % d && x % d < d else d < x % d && x % d <= 0)
def whole16 (x: i16) (d: i16) = x / d * d + x % d == x && (if d > 0 then 0 <= x % d && x % d < d else d < x % d && x % d <= 0)
entry main (a: i64) (b: u8) (c: i16) =
  let far = map (\i -> let x = i * 1311768467463790321 in whole x a && whole i a && whole (-i) 4 && x / 16 == x >> 4 && x % 16 == x & 15) (iota 1000)
  let bytes = map (\i -> let x = u8.i64 i in x / b * b + x % b == x && x % b < b && x / 4 == x >> 2) (iota 1000)
  let words = map (\i -> whole16 (i16.i64 (i * 77)) c && whole16 (i16.i64 (i * 77)) 32) (iota 1000)
  in and far && and bytes && and words
