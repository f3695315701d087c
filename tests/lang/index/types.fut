-- An index is of any signed integer type.
-- ==
-- input { [1, 2, 3] 1u8 2i32 1i8 } output { 2 3 2 }
def main (xs: []i32) (i: u8) (j: i32) (k: i8) = (xs[i64.u8 i], xs[j], xs[i64.i8 k])
