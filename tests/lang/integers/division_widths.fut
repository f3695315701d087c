-- Division rounds down in every signed width.
-- ==
-- input { -7i8 -7i16 -7i64 } output { -4i8 1i8 -4i16 1i16 -4i64 1i64 -3i8 -1i16 -3i64 }
def main (a: i8) (b: i16) (c: i64) = (a / 2, a % 2, b / 2, b % 2, c / 2, c % 2, a // 2, b %% 2, c // 2)
