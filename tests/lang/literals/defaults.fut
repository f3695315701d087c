-- Without a suffix and without other use, integers are i32 and decimals f64.
-- ==
-- input { } output { 1i32 1.0f64 [1i32, 2i32] 5i32 }
def main = (1, 1.0, [1, 2], 2 + 3)
