-- A function that an open brings does not hide the module of its name: what stands before a dot is the module.
-- ==
-- input { 1f64 } output { 1f64 2f64 6f64 4f64 }
module k = {def one = 1f64}
module m = {def k (x: f64) = x + 1}
local open f64
module inner = {
  open m
  def a = k.one
  def b (x: f64) = k x
}
def twice (x: f64) = f64.(f64.abs x + x)
def main (x: f64) = (f64.abs inner.a, inner.b x, f64.(twice x * 3), i32.(to_i64 (i32.f64 (f64.(4 * x)))) |> f64.i64)
