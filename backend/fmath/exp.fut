-- Exponential functions of f64, branch-free, so that loops over scalars become loops over vectors.
--
-- A number x + l with |l| at most half a unit of x's last place is a pair.
-- Coefficients of polynomials: Chebyshev interpolation in quadruple precision of the function given.
import "parts"

-- | (e^r - 1 - r) / r^2, |r| <= ln 2 / 2
#[inline]
def exp_tail : f64 -> f64 =
  even_odd (p5 0.5000000000000001 0.04166666666662413 0.0013888888917213717 2.4801521295954376e-05 2.7620088445409746e-07)
    (p5 0.16666666666666669 0.008333333333330062 0.00019841269863053618 2.7557268459997064e-06 2.510038549551032e-08)

-- | x = n ln 2 + r, |r| <= ln 2 / 2: n as a number and as an integer, r in two parts [Cody80], where n is not large.
def ln2_parts (x: f64) : (f64, i64, f64, f64) =
  let m = x * 0x1.71547652b82fep+0 + magic
  let n = m - magic
  in (n, bits m - bits magic, x - n * 0x1.62e42feep-1, n * 0x1.a39ef35793c76p-33)

def clamp (bound: f64) (x: f64) : f64 =
  let y = if x > bound then bound else x
  in if y < -bound then -bound else y

-- | e^(h+l) 2^-n as a pair, and n.
#[noinline]
def expn_f64 (h: f64) (l: f64) : (f64, f64, i64) =
  let (_, n, a, b) = ln2_parts (clamp 800 h)
  let c = l - b
  let r = a + c
  let t = r + (r * r * exp_tail r + ((a - r) + c))
  let y = 1 + t
  in (y, t - (y - 1), n)

-- | e^(h+l) 2^k
#[inline]
def exps (h: f64) (l: f64) (k: i64) : f64 =
  let (y, _, n) = expn_f64 h l
  in scale y (n + k)

#[noinline]
def exp_f64 (x: f64) : f64 =
  let (_, n, a, b) = ln2_parts (clamp 800 x)
  let r = a - b
  let y = 1 + a -- and what that leaves, so that it is the last sum that rounds
  in scale (y + ((a - (y - 1)) + (r * r * exp_tail r - b))) n

#[noinline]
def exp2_f64 (x: f64) : f64 =
  let x = clamp 1100 x
  let (h, l) = two_prod x 0x1.62e42fefa39efp-1
  in exps h (l + x * 0x1.abc9e3b39803fp-56) 0

#[noinline]
def exp10_f64 (x: f64) : f64 =
  let x = clamp 330 x
  let (h, l) = two_prod x 0x1.26bb1bbb55516p+1
  in exps h (l + x * (-0x1.f48ad494ea3e9p-53)) 0

-- | e^x - 1 as a pair, |x| <= 38: (2^n - 1) + 2^n (e^r - 1).
#[noinline]
def expm1d_f64 (x: f64) : (f64, f64) =
  let (_, n, a, b) = ln2_parts x
  let r = a - b
  let q = r * r * exp_tail r + ((a - r) - b)
  let p = r + q
  let t = of_bits ((n + 1023) << 52)
  let u = t - 1
  let v = t * p
  let s = u + v
  in (s, (v - (s - u)) + t * ((r - p) + q)) -- u is 0 or greater than v

#[noinline]
def expm1_f64 (x: f64) : f64 =
  let a = f64.abs x
  let (s, lo) = expm1d_f64 (if a > 38 then 0 else x)
  let e = exp_f64 x
  let y = if a > 38 then (if x > 0 then e else -1) else s + lo
  in if x == 0 then x else y

#[noinline]
def sinh_f64 (x: f64) : f64 =
  let a = f64.abs x
  let (e, lo) = expm1d_f64 (if a > 38 then 38 else a)
  let y = 0.5 * (e + (lo + e / (e + 1)))
  let far = exps a 0 (-1)
  let y = if a > 38 then far else y
  in f64.copysign y x

#[noinline]
def cosh_f64 (x: f64) : f64 =
  let e = exps (f64.abs x) 0 (-1)
  in e + 0.25 / e

-- | e / d, e = e^2x - 1, d = e + 2; 1 / d is (1 - y) / 2.
#[noinline]
def tanh_f64 (x: f64) : f64 =
  let a = f64.abs x
  let (e, lo) = expm1d_f64 (if a > 19 then 38 else a + a)
  let d = e + 2
  let y = e / d
  let y = y + (lo - y * ((e - (d - 2)) + lo)) * (0.5 - 0.5 * y) -- off by little where d - 2 is not exact
  in f64.copysign y x
