-- Ranges have all integer types.
-- ==
-- input { 250u8 1i64 } output { [250u8, 251u8, 252u8] [1i64, 3i64, 5i64] [-1i8, 0i8, 1i8] }
def main (a: u8) (b: i64) = (a..<253, b..3...5, (-1)..<2i8)
