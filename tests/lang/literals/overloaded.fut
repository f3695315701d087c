-- A literal takes the type that its use asks for, an integer literal also that of a float.
-- ==
-- input { 2f32 3i8 4u64 } output { 3f32 4i8 8u64 2.5f32 [1f32, 2f32] }
def main (a: f32) (b: i8) (c: u64) = (a + 1, 1 + b, c * 2, 0.5 + a, [1, a])
