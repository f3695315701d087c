-- gamma, lgamma, erfc, expm1, log1p.
-- ==
-- input { 5.0 1e-10 } output { 24.0 3.1780538303479458 1.5374597944280347e-12 1e-10 1e-10 }
def main (a: f64) (e: f64) = (f64.gamma a, f64.lgamma a, f64.erfc a, f64.expm1 e, f64.log1p e)
