-- The error function, the gamma function and its derivatives in f64, see exp.fut.
import "parts"
import "exp"
import "log"
import "angle"

-- | (1 + 2x) e^(x^2) erfc x, t = (x-4)/(x+4), x >= 0
#[inline]
def erfcx_all : f64 -> f64 =
  even_odd
    (even_odd (p6 1.2329951186255526 (-0.10103906603585294) (-0.016197733979924259) 0.0001506231178516207 2.9805960553227689e-07
      (-1.6357383982124768e-08))
      (p6 0.015379652102610162 (-0.066330365820503667) (-0.00075777371418388846) (-1.1225140354449658e-05)
      7.111912428010423e-08 1.5712153638319064e-09))
    (even_odd (p6 (-0.1396211168405625) 0.093732834998651718 0.0050319700325486948 (-2.439811794207995e-05)
      (-8.2180206548130444e-07) (-1.2544825403855518e-08))
      (p6 0.068097054254686207 0.0371675155318432 (-0.00019925700412184815) 5.7072395736932571e-06
      1.0683442926744586e-07 9.6554082254828631e-10))
-- | (erf x / x - 2/sqrt pi), z = x^2 <= 1
#[inline]
def erf_tail : f64 -> f64 =
  even_odd (p7 (-0.37612638903183754) (-0.026866170645131082) (-0.00085483270230246957) (-1.4925649082364785e-05)
    (-1.6365085592632062e-07) (-1.219035624032117e-09) (-4.3746214503250656e-12))
    (p6 0.11283791670955125 0.0052239776254384687 0.00012055332952700439 1.6462076794793434e-06 1.4796618901290416e-08
    8.8006800904602045e-11)
-- | x (lgamma x - ((x - 1/2) ln x - x + ln(2 pi)/2)), z = 1/x^2, x >= 10
#[inline]
def stirling : f64 -> f64 =
  even_odd (p4 0.083333333333333329 0.00079365079318677127 0.00084166996204134326 0.0054943451438635637)
    (p3 (-0.0027777777777774886) (-0.00059523781514736333) (-0.0019054332021105145))
-- | lgamma(1+t) / t, |t| <= 0.2
#[inline]
def gamma_one : f64 -> f64 =
  even_odd (p9 (-0.57721566490153287) (-0.40068563438653132) (-0.20738555102879941) (-0.14404989672503318)
    (-0.11133427273261277) (-0.090953448135127693) (-0.076959193535397291) (-0.065960763428879965)
    (-0.068641440548395952))
    (p8 0.82246703342411309 0.27058080842791682 0.16955717695119843 0.12550967676336056 0.10009885734816894
    0.083381979463223274 0.070686156305641706 0.072858726578891975)
-- | lgamma(2+t) / t
#[inline]
def gamma_two : f64 -> f64 =
  even_odd (p7 0.42278433509846713 (-0.067352301053197991) (-0.007385551028715188) (-0.0011927539055285701)
    (-0.00022315519879068465) (-4.4910138192464025e-05) (-9.7304057342840151e-06))
    (p7 0.3224670334241132 0.020580808427784501 0.0028905103307608265 0.00050966952185023157 9.9457719074869873e-05
    2.0499670957157856e-05 4.5111487885796622e-06)
-- | erfc x for x >= 1/2, as e^(-x^2) times a function that changes slowly [Shepherd81].
#[noinline]
def erfcp_f64 (x: f64) : f64 =
  let x = if x > 30 then 30 else x
  let d = x + 4
  let i = 1 / d
  let q = (x - 4) * i
  let q = q + (rest (x - 4) q d - q * (x - (d - 4))) * i
  let p = erfcx_all q
  let x2 = x + x
  let g = x2 + 1
  let j = 1 / g
  let w = p * j
  let wl = (rest p w g - w * (1 - (g - x2))) * j
  let (u, ul) = two_prod x x
  let (e, el, n) = expn_f64 (-u) (-ul)
  in scale (product_and e w (e * wl + el * w)) n

-- | erf x for |x| <= 1.
#[noinline]
def erfs_f64 (x: f64) : f64 =
  let z = if f64.abs x > 1 then 1 else x * x
  in product_and x 0x1.20dd750429b6dp+0 (x * (z * erf_tail z + 0x1.1ae3a914fed8p-56))

#[noinline]
def erf_f64 (x: f64) : f64 =
  let a = f64.abs x
  let far = f64.copysign (1 - erfcp_f64 a) x
  let near = erfs_f64 x
  in if a > 1 then far else if x == 0 then x else near

#[noinline]
def erfc_f64 (x: f64) : f64 =
  let a = f64.abs x
  let y = erfcp_f64 a
  let near = 1 - erfs_f64 x
  in if a < 0.5 then near else if x < 0 then 2 - y else y

-- | (r + rl) (v + k), as a pair.
#[noinline]
def rising_f64 (r: f64) (rl: f64) (v: f64) (k: f64) : (f64, f64) =
  let (c, e) = two_sum v k
  let (q, ql) = two_prod r c
  in (q, ql + (rl * c + r * e))

-- | ln gamma z for z >= 0 as a pair, by Stirling's series at x = z or, below 10, z + 10; then gamma z is e^that over
-- the product z (z+1) ... (z+9), the pair p + pl, whose logarithm is not taken off.
#[noinline]
def stirling_f64 (z: f64) : (f64, f64, f64, f64) =
  let low = z < 10
  let v = if low then z else 10
  let (x, xl) = two_sum z (if low then 10 else 0)
  let (r, rl) = (v, 0)
  let (r, rl) = rising_f64 r rl v 1
  let (r, rl) = rising_f64 r rl v 2
  let (r, rl) = rising_f64 r rl v 3
  let (r, rl) = rising_f64 r rl v 4
  let (r, rl) = rising_f64 r rl v 5
  let (r, rl) = rising_f64 r rl v 6
  let (r, rl) = rising_f64 r rl v 7
  let (r, rl) = rising_f64 r rl v 8
  let (r, rl) = rising_f64 r rl v 9
  let (h, l) = logd_f64 x xl
  let i = 1 / x
  let (a, al) = two_sum x (-0.5)
  let (b, bl) = two_prod a h
  let bl = bl + (a * l + (al + xl) * h)
  let (s, e) = two_sum b (-x)
  let (t, g) = two_sum s 0x1.d67f1c864beb5p-1
  let g = g + ((e - xl) + (bl + (i * stirling (i * i) - 0x1.65b5a1b7ff5dfp-55)))
  let (y, lo) = fast_sum t g
  in (y, lo, if low then r else 1, if low then rl else 0)

-- | lgamma x for x < 0 from that of -x, the pair h + l: gamma(-a) = -pi / (a sin(pi a) gamma a)
#[noinline]
def reflected_f64 (x: f64) (h: f64) (l: f64) : f64 =
  let a = -x
  let s = f64.abs (sinpi_f64 a)
  let (g, gl) = logd_f64 a 0
  let (b, bl) = logd_f64 s 0
  let (u, ul) = two_sum g b
  let (v, vl) = two_sum 0x1.250d048e7a1bdp+0 (-u)
  let (n, nl) = two_sum v (-h)
  let y = n + (nl + ((vl + (0x1.7abf2ad8d5088p-57 - (ul + (gl + bl)))) - l))
  in if s == 0 then f64.inf else y

#[noinline]
def lgamma_f64 (x: f64) : f64 =
  let a = f64.abs x
  let (h, l, p, pl) = stirling_f64 a
  let (d, dl) = logd_f64 p pl
  let (y, e) = two_sum h (-d)
  let e = e + (l - dl)
  let y = if x < -0x1p-60 then reflected_f64 x y e else y + e
  let t = x - 1
  let t2 = x - 2
  let one = t * gamma_one t
  let two = t2 * gamma_two t2
  let y = if f64.abs t < 0.2 then one else if f64.abs t2 < 0.2 then two else y
  let y = if a == 0 || a > 2.5563e305 then f64.inf else y + 0 -- no -0
  in if x != x then x else y

#[noinline]
def gamma_f64 (x: f64) : f64 =
  let a = f64.abs x
  let (h, l, p, pl) = stirling_f64 (if a > 200 then 200 else a)
  let neg = x < 0
  let y = exps (if neg then -h else h) (if neg then -l else l) (if neg then 64 else 0)
  let i = 1 / p
  let g = y * i
  let g = g + (rest y g p - g * pl) * i
  let d = a * sinpi_f64 a
  let n = -f64.pi * (p + pl) / d * y * 0x1p-64
  let n = if f64.round x == x then f64.nan else if a > 200 then f64.copysign 0 n else n
  let y = if neg then n else if x > 171.6243769563027 then f64.inf else g
  let y = if a < 0x1p-60 then 1 / x else y
  in if x != x then x else y

-- | The derivative of order n + 1 of lgamma at x > 0, n >= 0: terms of psi_n(x) = psi_n(x+1) + (-1)^(n+1) n! / x^(n+1) until x is large, then the
-- asymptotic series, whose coefficients are Bernoulli numbers B(2k) / (2k)!.
#[noinline]
def psi_f64 (x: f64) (n: i32) : f64 =
  let m = f64.i32 n
  let (fact, _) = loop (f, k) = (1, 1) while k < m do (f * (k + 1), k + 1)
  let (sum, x) = loop (s, x) = (0, x) while x < 16 + m do (s + pow_f64 x (-(m + 1)), x + 1)
  let sum = sum * fact
  let w = 1 / (x * x)
  let term (k: f64) (s: f64, f: f64, p: f64) (b: f64) = (s + b * f * p, f * (m + 2 * k + 2) * (m + 2 * k + 3), p * w)
  let q = pow_f64 x (-m)
  let first = if n == 0 then 0.5 / x - log_f64 x else fact / m * q + fact / 2 * (q / x)
  let s = (first, fact * (m + 1), q * w)
  let s = if n == 0 then (first, 1, w) else s
  let s = term 0 s (1.0 / 12)
  let s = term 1 s (-1.0 / 720)
  let s = term 2 s (1.0 / 30240)
  let s = term 3 s (-1.0 / 1209600)
  let s = term 4 s (1.0 / 47900160)
  let s = term 5 s (-691.0 / 1307674368000)
  let s = term 6 s (1.0 / 74724249600)
  let (y, _, _) = term 7 s (-3617.0 / 10670622842880000)
  let y = sum + y
  in if n & 1 == 0 then -y else y

-- | Below 0, psi_n(x) = (-1)^n (psi_n(1-x) - pi^(n+1) (d/dt)^n cot t); the latter is that of the fraction of x, for which both others are known.
-- At the poles 0, -1, -2, ... and for n < 0 or n > 100 it is nan. Lanes of vectors that take another way get numbers for which loops end.
#[noinline]
def polygamma_f64 (x: f64) (n: i32) : f64 =
  let bad = n < 0 || n > 100 || x != x || (x <= 0 && x == f64.floor x)
  let far = x == f64.inf
  let x1 = if bad || far then 1 else x
  let n1 = if bad then 0 else n
  let neg = x1 < 0
  let y = psi_f64 (if neg then 1 - x1 else x1) n1
  let near = neg && n1 == 0
  let y = if near then y - f64.pi * (cospi_f64 x1 / sinpi_f64 x1) else y
  let y = if neg && !near
          then (let d = y - psi_f64 (if neg then f64.ceil x1 - x1 else 1) n1
                in (if n1 & 1 == 0 then d else -d) + psi_f64 (if neg then x1 - f64.floor x1 else 1) n1)
          else y
  in if bad then f64.nan else if far then (if n == 0 then x else 0) else y
