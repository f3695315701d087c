-- atan2, hypot, copysign, ldexp, fma, lerp, pow with fractions.
-- ==
-- input { 3.0 4.0 } output { 0.6435011087932844 5.0 -3.0 24.0 15.0 3.25 1.7320508075688772 }
def main (a: f64) (b: f64) = (f64.atan2 a b, f64.hypot a b, f64.copysign a (-b), f64.ldexp a 3, f64.fma a b a, f64.lerp a b 0.25, a ** 0.5)
