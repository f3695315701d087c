-- f32 arithmetic rounds to single precision each time.
-- ==
-- input { 16777216f32 } output { 16777216f32 0.3f32 false }
def main (x: f32) = (x + 1, 0.1 + 0.2 : f32, f64.f32 0.1 == 0.1)
