-- Ranges have all signed integer types.
-- ==
-- input { 120i8 1i64 } output { [120i8, 121i8, 122i8] [1i64, 3i64, 5i64] [-1i16, 0i16, 1i16] }
def main (a: i8) (b: i64) = (a..<123, b..3...5, (-1)..<2i16)
