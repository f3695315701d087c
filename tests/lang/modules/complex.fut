-- Complex numbers as a functor over real, with an abstract type refined by the caller.
-- ==
-- input { 1.0 2.0 } output { -3.0 4.0 }
module type complex = {
  type real
  type complex
  val mk: real -> real -> complex
  val re: complex -> real
  val im: complex -> real
  val *: complex -> complex -> complex
}
module mk_complex (R: real): complex with real = R.t = {
  type real = R.t
  type complex = (R.t, R.t)
  def mk (a: real) (b: real): complex = (a, b)
  def re (c: complex) = c.0
  def im (c: complex) = c.1
  def (*) ((a, b): complex) ((c, d): complex): complex = R.((a * c - b * d, a * d + b * c))
}
module c = mk_complex f64
def main (a: f64) (b: f64) = let z = c.mk a b let w = z c.* z in (c.re w, c.im w)
