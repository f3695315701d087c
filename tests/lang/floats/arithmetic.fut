-- f32 and f64 arithmetic is IEEE arithmetic: infinities, nan, signed zeros.
-- ==
-- input { 1.0 0.0 } output { f64.inf -f64.inf true false true }
def main (a: f64) (b: f64) = let n = b / b in (a / b, -a / b, n != n, n == n, 0.0 == -0.0)
