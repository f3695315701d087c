-- e : t says the type of e, and decides overloaded literals.
-- ==
-- input { 3 } output { 3 1u8 2.0f32 [1i64, 2i64] }
def main (x: i32) = (x : i32, 1 : u8, 2 : f32, [1, 2] : []i64)
