-- Functors over the library's numeric, integral, real and float modules.
-- ==
-- input { [3.0, 4.0] } output { 5.0f64 5.0f32 2 3u8 true -7i64 }
module norm (R: real) = {
  def norm [n] (xs: [n]R.t) = R.(sqrt (sum (map (\x -> x * x) xs)))
}
module n64 = norm f64
module n32 = norm f32
module rest (I: integral) = {def rest (x: I.t) (y: I.t) = x I.% y def double (x: I.t) = I.(x + x - i32 3)}
module r32 = rest i32
module r8 = rest u8
module r64 = rest i64
module bits (F: float) = {def same (x: F.t) = F.(from_bits (to_bits x) == x)}
module b = bits f32
def main (xs: []f64) =
  (n64.norm xs, n32.norm (map f32.f64 xs), r32.rest 17 5, r8.rest 3 5, b.same 2.5, r64.double (-2))
