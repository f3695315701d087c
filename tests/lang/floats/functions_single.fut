-- The functions of f32 at points where their values are known.
-- ==
-- input { 0f32 1f32 8f32 } output { 1f32 0f32 2f32 3f32 0.9031f32 1.5707964f32 0.8427f32 }
def main (z: f32) (o: f32) (e: f32) =
  (f32.exp z, f32.log o, f32.cbrt e, f32.log2 e, f32.log10 e, f32.acos z, f32.erf o)
