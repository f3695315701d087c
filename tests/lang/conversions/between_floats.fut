-- f64 to f32 rounds, f32 to f64 is exact, and overflow is infinite.
-- ==
-- input { 0.1f64 1e300f64 } output { 0.1f32 f32.inf 0.10000000149011612f64 }
def main (a: f64) (b: f64) = (f32.f64 a, f32.f64 b, f64.f32 (f32.f64 a))
