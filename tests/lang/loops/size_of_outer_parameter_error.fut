-- The size of something outside can't depend on a size that varies in the loop.
-- ==
-- error: E040
def grow [d] (_: [d]f64) (b: [d + 1]f64): [d + 1]f64 = b
def f [n] (a: [n]f64) (b: []f64) = loop a' = a for _i < 1 do grow a' b
