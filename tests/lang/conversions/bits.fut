-- to_bits and from_bits show a float as its bits.
-- ==
-- input { 1f32 1f64 } output { 1065353216u32 4607182418800017408u64 1f32 -0.5f64 }
def main (a: f32) (b: f64) = (f32.to_bits a, f64.to_bits b, f32.from_bits (f32.to_bits a), f64.from_bits 13826050856027422720)
