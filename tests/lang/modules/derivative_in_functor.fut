-- Derivatives of what a functor defines.
-- ==
-- input { 3.0 } output { 6.0 27.0 }
module poly (P: {val n: i64}) = {def power (x: f64) = f64.product (replicate P.n x)}
module two = poly {def n = 2i64}
module three = poly {def n = 3i64}
def main (x: f64) = (vjp two.power x 1, jvp three.power x 1)
