-- pi, e, inf, nan, epsilon, and from_fraction.
-- ==
-- input { } output { 3.141592653589793 2.718281828459045 f64.inf f64.nan 2.220446049250313e-16 0.75 3.1415927f32 }
def main = (f64.pi, f64.e, f64.inf, f64.nan, f64.epsilon, f64.from_fraction 3 4, f32.pi)
