-- Float literals: exponents, suffixes, hexadecimal floats.
-- ==
-- input { } output { 1500.0f64 0.25f32 1e-3f64 100f32 0.5f64 }
def main = (1.5e3, 0.25f32, 1e-3, 1e2f32, 0x1p-1)
