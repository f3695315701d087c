-- reduce_by_index with + of floats.
-- ==
-- input { [0i64, 0i64, 1i64] [0.5f32, 0.25f32, 2f32] } output { [0.75f32, 2f32] }
def main [n] (is: [n]i64) (vs: [n]f32) = reduce_by_index (replicate 2 0) (+) 0 is vs
