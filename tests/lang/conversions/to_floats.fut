-- Integers become the nearest float.
-- ==
-- input { 16777217i32 -3i8 18446744073709551615u64 } output { 16777216f32 -3f32 1.8446744073709552e19f64 16777217f64 }
def main (a: i32) (b: i8) (c: u64) = (f32.i32 a, f32.i8 b, f64.u64 c, f64.i32 a)
