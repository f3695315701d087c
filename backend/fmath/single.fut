-- Functions of f32. Those of one line are f64's, rounded.
import "parts"
import "exp"
import "log"
import "angle"
import "gamma"

#[noinline]
def exp_f32 (x: f32) : f32 =
  let x = if x > 110 then 110 else x
  let x = if x < -110 then -110 else x
  let m = x * 0x1.715476p+0f32 + magic32
  let f = m - magic32
  let n = bits32 m - bits32 magic32
  let k = n >> 1
  let r = (x - f * 0x1.62e4p-1f32) - f * 1.428606820309417e-6f32
  let p = ((((0.000198909882f32 * r + 0.00139336474f32) * r + 0.00833331048f32) * r + 0.0416664667f32) * r + 0.166666672f32) * r + 0.5f32
  let y = 1 + (r * r * p + r)
  in y * of_bits32 ((k + 127) << 23) * of_bits32 ((n - k + 127) << 23)

#[noinline]
def log_f32 (x: f32) : f32 =
  let tiny = x < 0x1p-126f32
  let i = bits32 (if tiny then x * 0x1p24f32 else x)
  let n = (i - 0x3f3504f3) >> 23
  let k = f32.i32 n - (if tiny then 24 else 0)
  let f = of_bits32 (i - (n << 23)) - 1
  let s = f / (f + 2)
  let z = s * s
  let h = 0.5 * f * f
  let p = (0.115242608f32 * z + 0.142811149f32) * z + 0.200000077f32
  let r = 2 * z * (z * p + 0.333333333f32)
  let y = k * 0x1.62e4p-1f32 - ((h - (s * (h + r) + k * 1.428606820309417e-6f32)) - f)
  in if x > 0 then (if x < f32.inf then y else x) else if x == 0 then -f32.inf else f32.nan

-- | (-1)^n sin (x - f pi), as in angle.fut, |f| < 2^12.
#[inline]
def wave32 (x: f32) (f: f32) (n: i32) : f32 =
  let r = (((x - f * 0x1.92p+1f32) - f * 0x1.fb4p-11f32) - f * 0x1.444p-23f32) - f * 0x1.68c234p-38f32
  let z = r * r
  let u = z * r
  let p = u * (-0.166666672f32)
  let s = r + p
  let e = p - (s - r)
  let t = ((-2.40800002e-08f32 * z + 2.7536455e-06f32) * z - 0.00019841087f32) * z + 0.00833333284f32
  in of_bits32 (bits32 (s + (u * z * t + e)) ^ (n << 31))

-- | From here on angles go through f64.
def huge32 : f32 = 0x1p12f32

#[noinline]
def huge_sin_f32 (x: f32) : f32 = f32.f64 (sin_f64 (f64.f32 x))

#[noinline]
def huge_cos_f32 (x: f32) : f32 = f32.f64 (cos_f64 (f64.f32 x))

#[noinline]
def sin_f32 (x: f32) : f32 =
  let m = x * 0x1.45f306p-2f32 + magic32
  let y = wave32 x (m - magic32) (bits32 m)
  let y = if f32.abs x > huge32 then huge_sin_f32 x else y
  in if x == 0 then x else y

#[noinline]
def cos_f32 (x: f32) : f32 =
  let m = (x * 0x1.45f306p-2f32 + 0.5f32) + magic32
  let y = wave32 x ((m - magic32) - 0.5f32) (bits32 m)
  in if f32.abs x > huge32 then huge_cos_f32 x else y

-- The following are computed in f64 in a simpler way than those of f64: it has digits to spare. Where a difference would cancel there are a few
-- terms of a series.

#[noinline]
def log2_f32 (x: f32) : f32 = f32.f64 (log_f64 (f64.f32 x) * 0x1.71547652b82fep+0)

#[noinline]
def log10_f32 (x: f32) : f32 = f32.f64 (log_f64 (f64.f32 x) * 0x1.bcb7b1526e50ep-2)

#[noinline]
def log1p_f32 (x: f32) : f32 =
  let d = f64.f32 x
  let s = d * d * (d * (1.0 / 3) - 0.5) + d
  let y = log_f64 (1 + d)
  let y = f32.f64 (if f64.abs d < 0x1p-12 then s else y)
  in if x == 0 then x else y

#[noinline]
def exp2_f32 (x: f32) : f32 = f32.f64 (exp_f64 (f64.f32 x * 0x1.62e42fefa39efp-1))

#[noinline]
def exp10_f32 (x: f32) : f32 = f32.f64 (exp_f64 (f64.f32 x * 0x1.26bb1bbb55516p+1))

#[noinline]
def expm1_f32 (x: f32) : f32 =
  let d = f64.f32 x
  let s = d * d * (d * (1.0 / 6) + 0.5) + d
  let e = exp_f64 d
  let y = f32.f64 (if f64.abs d < 0x1p-10 then s else e - 1)
  in if x == 0 then x else y

#[noinline]
def sinh_f32 (x: f32) : f32 =
  let d = f64.f32 x
  let z = d * d
  let s = d * z * (z * (1.0 / 120) + 1.0 / 6) + d
  let e = exp_f64 d
  let y = f32.f64 (if f64.abs d < 0x1p-4 then s else 0.5 * (e - 1 / e))
  in if x == 0 then x else y

#[noinline]
def cosh_f32 (x: f32) : f32 = f32.f64 (cosh_f64 (f64.f32 x))

#[noinline]
def tanh_f32 (x: f32) : f32 =
  let d = f64.f32 x
  let z = d * d
  let s = d * z * (z * (2.0 / 15) - 1.0 / 3) + d
  let e = exp_f64 (if d > 20 then 40 else d + d)
  let y = f32.f64 (if f64.abs d < 0x1p-5 then s else (e - 1) / (e + 1))
  in if x == 0 then x else y

#[noinline]
def asinh_f32 (x: f32) : f32 =
  let d = f64.abs (f64.f32 x)
  let z = d * d
  let s = d * z * (z * (z * (-15.0 / 336) + 3.0 / 40) - 1.0 / 6) + d
  let y = log_f64 (d + f64.sqrt (z + 1))
  in f32.copysign (f32.f64 (if d < 0x1p-4 then s else y)) x

#[noinline]
def acosh_f32 (x: f32) : f32 =
  let d = f64.f32 x
  in f32.f64 (log_f64 (d + f64.sqrt ((d - 1) * (d + 1))))

#[noinline]
def atanh_f32 (x: f32) : f32 =
  let d = f64.abs (f64.f32 x)
  let z = d * d
  let s = d * z * (z * (1.0 / 5) + 1.0 / 3) + d
  let y = 0.5 * log_f64 ((1 + d) / (1 - d))
  in f32.copysign (f32.f64 (if d < 0x1p-8 then s else y)) x

#[noinline]
def products_f32 (x: f32) (k: f32) : f32 =
  let (r, _, _) = loop (r, s, k) = (1, x, k) while k > 0 do
    let half = f32.trunc (k * 0.5)
    in (if half + half == k then r else r * s, s * s, half)
  in r

#[noinline]
def pow_f32 (x: f32) (y: f32) : f32 =
  let r = exp_f64 (f64.f32 y * log_f64 (f64.abs (f64.f32 x)))
  let whole = f32.round y == y
  let half = y * 0.5
  let odd = whole && f32.abs y < 0x1p24f32 && f32.round half != half
  let k = if whole && f32.abs y <= 16 then f32.abs y else 0
  in if k > 0 then products_f32 (if y < 0 then 1 / x else x) k else f32.f64 (powers (f64.f32 x) (f64.f32 y) whole odd r)

-- | ln gamma z + ln p for z >= 0, p = z (z+1) ... (z+7) below 8, else 1.
#[inline]
def stirling32 (z: f64) : (f64, f64) =
  let low = z < 8
  let x = if low then z + 8 else z
  let i = 1 / x
  let r = z * (z + 1) * (z + 2) * (z + 3) * (z + 4) * (z + 5) * (z + 6) * (z + 7)
  let y = (x - 0.5) * log_f64 x - x + (i * stirling (i * i) + 0x1.d67f1c864beb5p-1)
  in (y, if low then r else 1)

#[noinline]
def lgamma_f32 (x: f32) : f32 =
  let d = f64.f32 x
  let a = f64.abs d
  let (h, p) = stirling32 a
  let h = h - log_f64 p
  let n = log_f64 (f64.pi / (a * f64.abs (sinpi_f64 a))) - h
  let y = f32.f64 (if d < -0x1p-60 then n else h)
  let y = if a == 0 || a == f64.inf then f32.inf else y
  let y = if x == 1 || x == 2 then 0 else y
  in if x != x then x else y

#[noinline]
def gamma_f32 (x: f32) : f32 =
  let d = f64.f32 x
  let a = f64.abs d
  let (h, p) = stirling32 (if a > 170 then 170 else a)
  let g = exp_f64 h / p
  let n = -f64.pi / (a * sinpi_f64 a * g)
  let y = f32.f64 (if d < 0 then n else g)
  let y = if x < 0 && f32.round x == x then f32.nan else y
  in if f32.abs x < 0x1p-60f32 then 1 / x else y

#[noinline]
def tan_f32 (x: f32) : f32 = f32.f64 (tan_f64 (f64.f32 x))

#[noinline]
def asin_f32 (x: f32) : f32 = f32.f64 (asin_f64 (f64.f32 x))

#[noinline]
def acos_f32 (x: f32) : f32 = f32.f64 (acos_f64 (f64.f32 x))

#[noinline]
def atan_f32 (x: f32) : f32 = f32.f64 (atan_f64 (f64.f32 x))

#[noinline]
def sinpi_f32 (x: f32) : f32 = f32.f64 (sinpi_f64 (f64.f32 x))

#[noinline]
def cospi_f32 (x: f32) : f32 = f32.f64 (cospi_f64 (f64.f32 x))

#[noinline]
def tanpi_f32 (x: f32) : f32 = f32.f64 (tanpi_f64 (f64.f32 x))

#[noinline]
def asinpi_f32 (x: f32) : f32 = f32.f64 (asinpi_f64 (f64.f32 x))

#[noinline]
def acospi_f32 (x: f32) : f32 = f32.f64 (acospi_f64 (f64.f32 x))

#[noinline]
def atanpi_f32 (x: f32) : f32 = f32.f64 (atanpi_f64 (f64.f32 x))

#[noinline]
def cbrt_f32 (x: f32) : f32 = f32.f64 (cbrt_f64 (f64.f32 x))

#[noinline]
def erf_f32 (x: f32) : f32 = f32.f64 (erf_f64 (f64.f32 x))

#[noinline]
def erfc_f32 (x: f32) : f32 = f32.f64 (erfc_f64 (f64.f32 x))

#[noinline]
def atan2_f32 (x: f32) (y: f32) : f32 = f32.f64 (atan2_f64 (f64.f32 x) (f64.f32 y))

#[noinline]
def atan2pi_f32 (x: f32) (y: f32) : f32 = f32.f64 (atan2pi_f64 (f64.f32 x) (f64.f32 y))

#[noinline]
def hypot_f32 (x: f32) (y: f32) : f32 = f32.f64 (hypot_f64 (f64.f32 x) (f64.f32 y))

#[noinline]
def polygamma_f32 (x: f32) (n: i32) : f32 = f32.f64 (polygamma_f64 (f64.f32 x) n)
