-- Dual numbers over any real module: derivatives by a functor.
-- ==
-- input { 2.0 } output { 8.0 12.0 }
module type ring = {type t val (+): t -> t -> t val (*): t -> t -> t val num: f64 -> t}
module dual (R: real) = {
  type t = {v: R.t, d: R.t}
  def (+) (a: t) (b: t): t = {v = a.v R.+ b.v, d = a.d R.+ b.d}
  def (*) (a: t) (b: t): t = {v = a.v R.* b.v, d = R.(a.d * b.v + a.v * b.d)}
  def num (x: f64): t = {v = R.f64 x, d = R.f64 0}
  def var (x: f64): t = {v = R.f64 x, d = R.f64 1}
}
module cube (R: ring) = {def f (x: R.t) = x R.* x R.* x}
module d = dual f64
module c = cube d
def main (x: f64) = let y = c.f (d.var x) in (y.v, y.d)
