-- Logarithms of f64 and powers, see exp.fut.
import "parts"
import "exp"

-- | (atanh s / s - 1 - z/3) / z^2, z = s^2, s <= 0.1716
#[inline]
def log_tail : f64 -> f64 =
  even_odd (p4 0.20000000000000001 0.11111111110827367 0.076922974672989586 0.058530978449406822)
    (p4 0.14285714285714685 0.090909091678270798 0.066674031060503014 0.058618018114527055)
-- | y, which is f(x), for functions with a logarithm's domain.
def domain (x: f64) (y: f64) : f64 =
  if x > 0 then (if x < f64.inf then y else x) else if x == 0 then -f64.inf else f64.nan

-- | ln x for normal and subnormal x > 0: k ln 2 + ln m; ln m = 2 atanh s, s = (m-1) / (m+1) [fdlibm].
#[noinline]
def log_f64 (x: f64) : f64 =
  let tiny = x < 0x1p-1022
  let i = bits (if tiny then x * 0x1p54 else x)
  let n = (i - 0x3fe6a09e00000000) >> 52
  let k = of_bits (bits magic + n) - magic - (if tiny then 54 else 0)
  let f = of_bits (i - (n << 52)) - 1
  let s = f / (f + 2)
  let z = s * s
  let h = 0.5 * f * f
  let r = 2 * z * (z * log_tail z + 0x1.5555555555555p-2)
  in domain x (k * 0x1.62e42feep-1 - ((h - (s * (h + r) + k * 0x1.a39ef35793c76p-33)) - f))

-- | ln (xh + xl) as a pair; the terms of s to the third power are pairs, too.
#[noinline]
def logd_f64 (xh: f64) (xl: f64) : (f64, f64) =
  let tiny = xh < 0x1p-1022
  let up = if tiny then 0x1p54 else 1
  let (vh, vl) = (xh * up, xl * up)
  let i = bits vh
  let n = (i - 0x3fe6a09e00000000) >> 52
  let w = 1023 - n
  let k = of_bits (bits magic + n) - magic - (if tiny then 54 else 0)
  let m = of_bits (i - (n << 52))
  let ml = vl * of_bits ((if w > 0 then w else 0) << 52)
  let f = m - 1
  let d = m + 1
  let dl = m - (d - 1)
  let y = 1 / d
  let s = top (f * y)
  let dh = top d
  let sl = (((f - s * dh) - s * (d - dh)) + (ml - s * (dl + ml))) * y
  let z = s * s -- and zl, p and pl to the third power, q and ql two thirds of that: products of numbers of 26 digits
  let zl = sl * (s + s + sl)
  let zh = top z
  let p = s * zh
  let pl = s * ((z - zh) + zl) + sl * z
  let ph = top p
  let q = ph * 0x1.555555p-1
  let ql = ((p - ph) + pl) * 0x1.5555555555555p-1 + ph * 0x1.5555555555555p-27
  let a = k * 0x1.62e42feep-1
  let s2 = s + s
  let (b, e) = fast_sum a s2
  let (c, g) = fast_sum b q
  let z1 = z + zl
  let t = (e + g) + (2 * (sl + (p + pl) * z1 * log_tail z1) + (ql + k * 0x1.a39ef35793c76p-33))
  let h = c + t
  in (h, (c - h) + t)

-- | (h + l) (c + cl) for functions with a logarithm's domain.
def times (h: f64) (l: f64) (c: f64) (cl: f64) : f64 = product_and h c (h * cl + l * c)

#[noinline]
def log2_f64 (x: f64) : f64 =
  let (h, l) = logd_f64 x 0
  in domain x (times h l 0x1.71547652b82fep+0 0x1.777d0ffda0d24p-56)

#[noinline]
def log10_f64 (x: f64) : f64 =
  let (h, l) = logd_f64 x 0
  in domain x (times h l 0x1.bcb7b1526e50ep-2 0x1.95355baaafad3p-57)

#[noinline]
def log1p_f64 (x: f64) : f64 =
  let (u, ul) = two_sum 1 x
  let (h, l) = logd_f64 u ul
  let y = domain u (h + l)
  in if f64.abs x < 0x1p-54 then x else y

#[noinline]
def asinh_f64 (x: f64) : f64 =
  let a = f64.abs x
  let big = a > 0x1p60
  let v = if big then 1 else a
  let (u, ul) = two_prod v v
  let (w, wl) = two_sum 1 u
  let s = f64.sqrt w
  let sl = (rest w s s + (ul + wl)) * 0.5 / s
  let (t, tl) = two_sum v s
  let (h, l) = logd_f64 (if big then a else t) (if big then 0 else tl + sl)
  let y = h + (l + (if big then 0x1.62e42fefa39efp-1 else 0))
  let y = if a < f64.inf then y else a
  in f64.copysign (if a < 0x1p-27 then a else y) x

#[noinline]
def acosh_f64 (x: f64) : f64 =
  let big = x > 0x1p60
  let v = if big then 2 else x
  let (u, ul) = two_prod v v
  let (w, wl) = two_sum u (-1)
  let e = ul + wl
  let w1 = w + e
  let s = f64.sqrt w1
  let sl = (rest w1 s s + ((w - w1) + e)) * 0.5 / s
  let (t, tl) = two_sum v s
  let (h, l) = logd_f64 (if big then x else t) (if big then 0 else tl + sl)
  let y = h + (l + (if big then 0x1.62e42fefa39efp-1 else 0))
  in if x > 1 then (if x < f64.inf then y else x) else if x == 1 then 0 else f64.nan

#[noinline]
def atanh_f64 (x: f64) : f64 =
  let a = f64.abs x
  let (n, nl) = two_sum 1 a
  let (d, dl) = two_sum 1 (-a)
  let q = n / d
  let (h, l) = logd_f64 q ((rest n q d + (nl - q * dl)) / d)
  let y = 0.5 * (h + l)
  let y = if a < 1 then y else if a == 1 then f64.inf else f64.nan
  in f64.copysign (if a < 0x1p-27 then a else y) x

-- | x^y from its value for |x|, with whole telling whether y is an integer and odd, whether an odd one.
#[inline]
def powers (x: f64) (y: f64) (whole: bool) (odd: bool) (r: f64) : f64 =
  let (a, ay) = (f64.abs x, f64.abs y)
  let up = (a > 1) == (y > 0)
  let ends = a == 0 || a == f64.inf || ay == f64.inf
  let r = if ends then (if up then f64.inf else 0) else r
  let r = if x < 0 && !whole && a < f64.inf then f64.nan else r
  let r = if odd then f64.copysign r x else r
  let r = if x != x || y != y then f64.nan else r
  let r = if a == 1 && ay == f64.inf then 1 else r
  in if x == 1 || y == 0 then 1 else r

-- | x^k for a whole k that is not large, by squarings: as kernels have powers whose exponent they know. (A negative power is one of the
-- inverse: that of a large number may be a small one where the power itself is none.)
#[noinline]
def products_f64 (x: f64) (k: f64) : f64 =
  let (r, _, _) = loop (r, s, k) = (1, x, k) while k > 0 do
    let half = f64.trunc (k * 0.5)
    in (if half + half == k then r else r * s, s * s, half)
  in r

#[noinline]
def pow_f64 (x: f64) (y: f64) : f64 =
  let (h, l) = logd_f64 (f64.abs x) 0
  let (yh, hh) = (top y, top h)
  let p = yh * hh
  let q = y * ((h - hh) + l) + (y - yh) * hh
  let r = exps p (if f64.abs p < 1000 then q else 0) 0
  let whole = f64.round y == y
  let half = y * 0.5
  let odd = whole && f64.abs y < 0x1p53 && f64.round half != half
  let k = if whole && f64.abs y <= 16 then f64.abs y else 0
  in if k > 0 then products_f64 (if y < 0 then 1 / x else x) k else powers x y whole odd r

#[noinline]
def cbrt_f64 (x: f64) : f64 =
  let a = f64.abs x
  let tiny = a < 0x1p-1022
  let vast = a > 0x1p1000
  let v = if tiny then a * 0x1p54 else if vast then a * 0x1p-54 else a
  let i = bits v
  let e = i >> 52
  let b = of_bits (0x553ef0ff289dd796 - (((e << 20 | ((i >> 32) & 0xfffff)) * 0x55555556 >> 32) << 32))
  let better (b: f64) (d: f64) : f64 = b + b * (d * (d * (d * (14.0 / 81) + 2.0 / 9) + 1.0 / 3))
  let b = better b (1 - v * b * b * b)
  let b = better b (1 - v * b * b * b)
  let c = v * b * b
  let (s, sl) = two_prod c c
  let (t, tl) = two_prod s c
  let c = c - (((t - v) + tl) + sl * c) * (b * b * (1.0 / 3))
  let c = if tiny then c * 0x1p-18 else if vast then c * 0x1p18 else c
  in f64.copysign (if a > 0 && a < f64.inf then c else a) x

#[noinline]
def hypot_f64 (x: f64) (y: f64) : f64 =
  let (ax, ay) = (f64.abs x, f64.abs y)
  let a = if ax > ay then ax else ay
  let b = if ax > ay then ay else ax
  let s = if a > 0x1p500 then 0x1p-600 else if a < 0x1p-500 then 0x1p600 else 1
  let r = if a > 0x1p500 then 0x1p600 else if a < 0x1p-500 then 0x1p-600 else 1
  let (a, b) = (a * s, b * s)
  let h = f64.sqrt (product_and a a (b * b)) * r
  in if ax == f64.inf || ay == f64.inf then f64.inf else if x != x || y != y then f64.nan else h
