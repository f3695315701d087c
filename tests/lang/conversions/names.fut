-- The old names r32, t32, r64 and t64 convert between i32 and floats.
-- ==
-- input { 3 2.7f32 2.7f64 } output { 3f32 2 3f64 2 }
def main (a: i32) (b: f32) (c: f64) = (r32 a, t32 b, r64 a, t64 c)
