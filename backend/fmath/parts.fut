-- What functions of floats are made of. Definitions without #[noinline] are written out where they are used.
--
-- WebAssembly has no fused multiply-add, so nothing here needs one: where the rounding error of a product matters, its factors are split, so that
-- the products of the halves are exact.

-- | The bits of x as a signed number, and back.
def bits (x: f64) : i64 = i64.u64 (f64.to_bits x)
def of_bits (i: i64) : f64 = f64.from_bits (u64.i64 i)
def bits32 (x: f32) : i32 = i32.u32 (f32.to_bits x)
def of_bits32 (i: i32) : f32 = f32.from_bits (u32.i32 i)

-- | The first 26 digits of x; the rest has 27.
def top (x: f64) : f64 = f64.from_bits (f64.to_bits x & 0xfffffffff8000000)

-- | The sum of a and b, and its rounding error [Knuth, TAOCP 4.2.2]; where |a| >= |b|, or a is 0, by fast_sum [Dekker71].
def two_sum (a: f64) (b: f64) : (f64, f64) =
  let s = a + b
  let t = s - a
  in (s, (a - (s - t)) + (b - t))

def fast_sum (a: f64) (b: f64) : (f64, f64) =
  let s = a + b
  in (s, b - (s - a))

-- | The product of a and b, and its rounding error [Dekker71].
def two_prod (a: f64) (b: f64) : (f64, f64) =
  let p = a * b
  let (ah, bh) = (top a, top b)
  let (al, bl) = (a - ah, b - bh)
  in (p, ((ah * bh - p) + ah * bl + al * bh) + al * bl)

-- | a - q d, where that is small.
def rest (a: f64) (q: f64) (d: f64) : f64 =
  let (qh, dh) = (top q, top d)
  in ((a - qh * dh) - qh * (d - dh)) - (q - qh) * d

-- | a b + c, where c is small, rounded about once.
def product_and (a: f64) (b: f64) (c: f64) : f64 =
  let (ah, bh) = (top a, top b)
  in ah * bh + ((ah * (b - bh) + (a - ah) * b) + c)

-- | x 2^n, n such that two factors will do.
def scale (x: f64) (n: i64) : f64 =
  let m = n >> 1
  in x * of_bits ((m + 1023) << 52) * of_bits ((n - m + 1023) << 52)

-- | A number that makes a float of the last digits of an integer that is added to it: those below the point go away.
def magic : f64 = 0x1.8p52
def magic32 : f32 = 0x1.8p23f32

-- | Polynomials of so many coefficients, the lowest first, by Horner's rule. Where there are many, those of the even and of the odd powers do not
-- wait for each other [Knuth, TAOCP 4.6.4].
def p2 a b (x: f64) : f64 = b * x + a
def p3 a b c (x: f64) : f64 = p2 b c x * x + a
def p4 a b c d (x: f64) : f64 = p3 b c d x * x + a
def p5 a b c d e (x: f64) : f64 = p4 b c d e x * x + a
def p6 a b c d e f (x: f64) : f64 = p5 b c d e f x * x + a
def p7 a b c d e f g (x: f64) : f64 = p6 b c d e f g x * x + a
def p8 a b c d e f g h (x: f64) : f64 = p7 b c d e f g h x * x + a
def p9 a b c d e f g h i (x: f64) : f64 = p8 b c d e f g h i x * x + a
def even_odd (even: f64 -> f64) (odd: f64 -> f64) (x: f64) : f64 =
  let z = x * x
  in odd z * x + even z
