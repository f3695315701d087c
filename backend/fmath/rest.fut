-- Remainders, and functions of the representation.
import "parts"

-- | The remainder of a / b has no rounding: the quotient is taken off in pieces of few enough bits, mostly one.
#[noinline]
def fmod_f64 (a: f64) (b: f64) : f64 =
  let x = f64.abs a
  let y = f64.abs b
  let r = if x < f64.inf && y > 0 then x else f64.nan
  let tiny = y < 0x1p-1022
  let low = if tiny then (bits (y * 0x1p52) >> 52) - 2 else (bits y >> 52) + 50
  let low = if low > 1 then low else 1 -- numbers r that are not normal are not scaled
  let r = loop r while r >= y do
    let k = (bits r >> 52) - low
    let s = scale y (if k > 0 then k else 0)
    let q = f64.trunc (r / s)
    let (p, e) = two_prod q s
    let t = (r - p) - e
    in if t < 0 then t + s else t
  in f64.copysign r a

-- | The remainder of the sign of the divisor.
#[noinline]
def mod_f64 (a: f64) (b: f64) : f64 =
  let r = fmod_f64 a b
  in if r != 0 && (r < 0) != (b < 0) then (if f64.abs b == f64.inf then b else r + b) else r

#[noinline]
def mod_f32 (a: f32) (b: f32) : f32 =
  let r = f32.f64 (fmod_f64 (f64.f32 a) (f64.f32 b))
  in if r != 0 && (r < 0) != (b < 0) then (if f32.abs b == f32.inf then b else r + b) else r

-- | x 2^n, rounded once.
#[noinline]
def ldexp_f64 (x: f64) (n: i32) : f64 =
  let n = i64.i32 n
  let up (x: f64, n: i64) = if n > 1023 then (x * 0x1p1023, n - 1023) else (x, n)
  let down (x: f64, n: i64) = if n < -1022 then (x * 0x1p-969, n + 969) else (x, n)
  let (x, n) = down (down (up (up (x, n))))
  let n = if n > 1023 then 1023 else if n < -1022 then -1022 else n
  in x * of_bits ((n + 1023) << 52)

#[noinline]
def ldexp_f32 (x: f32) (n: i32) : f32 = f32.f64 (ldexp_f64 (f64.f32 x) n)

-- | The next number from x towards y. The bits without the sign, with the sign as that of an integer, are ordered as the numbers.
#[noinline]
def nextafter_f64 (x: f64) (y: f64) : f64 =
  let i = bits x
  let i = if x == 0 then (if y < 0 then i64.lowest else 0) else i
  let away = if x < 0 || (x == 0 && y < 0) then y < x else y > x
  let z = of_bits (if away then i + 1 else i - 1)
  in if x != x || y != y then f64.nan else if x == y then y else z

#[noinline]
def nextafter_f32 (x: f32) (y: f32) : f32 =
  let i = bits32 x
  let i = if x == 0 then (if y < 0 then i32.lowest else 0) else i
  let away = if x < 0 || (x == 0 && y < 0) then y < x else y > x
  let z = of_bits32 (if away then i + 1 else i - 1)
  in if x != x || y != y then f32.nan else if x == y then y else z

-- | The same for f16, on their bits.
#[noinline]
def nextafter_f16 (x: u16) (y: u16) : u16 =
  let order (b: u16) : i32 = let a = i32.u16 (b & 0x7fff) in if b >= 0x8000 then -a else a
  let (i, j) = (order x, order y)
  let k = if i < j then i + 1 else i - 1
  let nan = x & 0x7fff > 0x7c00 || y & 0x7fff > 0x7c00
  let minus = k < 0 || k == 0 && x >= 0x8000
  let z = u16.i32 (if k < 0 then -k else k) | (if minus then 0x8000 else 0)
  in if nan then 0x7e00 else if i == j then y else z
