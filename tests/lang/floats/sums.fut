-- sum, product, minimum and maximum of floats; of an empty array they are neutral.
-- ==
-- input { [1.5f32, 2f32, -1f32] } output { 2.5f32 -3f32 -1f32 2f32 }
-- input { empty([0]f32) } output { 0f32 1f32 f32.inf -f32.inf }
def main (xs: []f32) = (f32.sum xs, f32.product xs, f32.minimum xs, f32.maximum xs)
