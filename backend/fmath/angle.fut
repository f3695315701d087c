-- Functions of angles in f64, see exp.fut.
import "parts"

-- | (sin r / r - 1) / z, z = r^2, |r| <= pi/4
#[inline]
def sin_tail : f64 -> f64 =
  even_odd (p4 (-0.16666666666666666) (-0.00019841269841265063) (-2.5052106231927857e-08) (-7.5866922620943438e-13))
    (p3 0.0083333333333333315 2.7557319219337672e-06 1.6058531536611833e-10)
-- | (cos r - 1 + z/2) / z^2
#[inline]
def cos_tail : f64 -> f64 =
  even_odd (p4 0.041666666666666664 2.4801587301584645e-05 2.0876755790791471e-09 4.7458692024108734e-14)
    (p3 (-0.0013888888888888887) (-2.7557319221401993e-07) (-1.1470460841811526e-11))
-- | (atan t / t - 1) / z, z = t^2, t <= tan(pi/8)
#[inline]
def atan_tail : f64 -> f64 =
  even_odd (p6 (-0.33333333333333331) (-0.14285714285659806) (-0.090909087534004993) (-0.066664248336135518)
    (-0.052304498567092406) (-0.034570044186095536))
    (p6 0.19999999999999804 0.11111111105153429 0.076922963721299642 0.058789283985172323 0.045515730866641908
    0.016285183029865667)
-- | (asin t / t - 1) / z, z = t^2 <= 1/4
#[inline]
def asin_tail : f64 -> f64 =
  even_odd (p7 0.16666666666666666 0.044642857142551895 0.022372157443507221 0.01396378001220357 0.0096218429701002816
    0.0030448799094556773 (-0.019241671746743041))
    (p7 0.075000000000001177 0.03038194447553234 0.017352816540325496 0.011566459612121669 0.0093195607947674456
    0.019554513336123378 0.029612011264955121)
-- | (sin r - r + r^3/6) / r^5, z = r^2, |r| <= pi/2
#[inline]
def wave_tail : f64 -> f64 =
  even_odd (p4 0.008333333333333316 2.755731921915843e-06 1.6058977272815506e-10 2.731428986122616e-15)
    (p3 (-0.00019841269841254955) (-2.5052107616384595e-08) (-7.643969031052769e-13))
-- | Word i of the binary digits of 2/pi after the point, after a word of zeros.
#[noinline]
def two_over_pi_f64 (i: i64) : u64 =
  let bit (k: i64) = (i >> k) & 1 == 1
  let two (a: u64) (b: u64) = if bit 0 then b else a
  let four a b c d = if bit 1 then two c d else two a b
  let eight a b c d e f g h = if bit 2 then four e f g h else four a b c d
  let low = eight 0 0xa2f9836e4e441529 0xfc2757d1f534ddc0 0xdb6295993c439041 0xfe5163abdebbc561 0xb7246e3a424dd2e0 0x06492eea09d1921c
    0xfe1deb1cb129a73e
  let middle = eight 0xe88235f52ebb4484 0xe99c7026b45f7e41 0x3991d639835339f4 0x9c845f8bbdf9283b 0x1ff897ffde05980f 0xef2f118b5a0a6d1f
    0x6d367ecf27cb09b7 0x4f463f669e5fea2d
  let high = four 0x7527bac7ebe5f17b 0x3d0739f78a5292ea 0x6bfb5fb11f8d5d08 0x56033046fc7b6bab
  in if bit 4 then high else if bit 3 then middle else low

-- | x - n pi/2 as a pair, for |x| >= 2^16 [Payne83]: x = M 2^s, M of 53 bits. Bits of 2/pi that give multiples of 4 are left out;
-- 192 bits from there on give the quotient modulo 4 and enough of its fraction.
#[noinline]
def huge_angle_f64 (x: f64) : (f64, f64, i64) =
  let i = bits (f64.abs x)
  let e = i >> 52
  let m = u64.i64 ((i & 0xfffffffffffff) | 0x10000000000000)
  let p = (if e > 1039 then e else 1039) - 1013
  let w = p >> 6
  let k = u64.i64 (p & 63)
  let (w0, w1, w2, w3) = (two_over_pi_f64 w, two_over_pi_f64 (w + 1), two_over_pi_f64 (w + 2), two_over_pi_f64 (w + 3))
  let join (a: u64) (b: u64) : u64 = a << k | b >> (63 - k) >> 1
  let (b0, b1, b2) = (join w0 w1, join w1 w2, join w2 w3)
  let t1 = m * b1
  let r1 = t1 + u64.mul_hi m b2
  let r0 = m * b0 + u64.mul_hi m b1 + (if r1 < t1 then 1 else 0)
  let q = (r0 + 0x2000000000000000) >> 62
  let f = i64.u64 (r0 - (q << 62))
  let h = f64.i64 f
  let l = f64.i64 (f - i64.f64 h) * 0x1p-62 + f64.u64 r1 * 0x1p-126
  let (s, l) = fast_sum (h * 0x1p-62) l
  let (r, rl) = two_prod s 0x1.921fb54442d18p+0
  let rl = rl + (s * 0x1.1a62633145c07p-54 + l * 0x1.921fb54442d18p+0)
  let neg = x < 0
  let n = i64.u64 q
  let r = if neg then -r else r
  in (if f64.abs x < f64.inf then r else f64.nan, if neg then -rl else rl, if neg then -n else n)

-- | sin (r + l) and cos (r + l), |r| <= pi/4.
#[noinline]
def sinr_f64 (r: f64) (l: f64) : f64 =
  let z = r * r
  in r + (z * r * sin_tail z + (l - z * 0.5 * l))

#[noinline]
def cosr_f64 (r: f64) (l: f64) : f64 =
  let rh = top r
  let z = rh * rh -- the rest of the square is e
  let e = (r - rh) * (r + rh)
  let h = 0.5 * z
  let w = 1 - h
  let z1 = z + e
  in w + (((1 - w) - h) + (z1 * z1 * cos_tail z1 - (r * l + 0.5 * e)))

-- | (-1)^n sin (x - f pi), f whole or half such that |x - f pi| <= pi/2, |f| < 2^17. The first correction of sin r = r - r^3/6 + ... is added
-- without an error, so that the largest value is 1.
#[inline]
def wave (x: f64) (f: f64) (n: i64) : f64 =
  let r = ((x - f * 0x1.921fb544p+1) - f * 0x1.0b4611a6p-33) - f * 0x1.3198a2e037073p-68
  let z = r * r
  let u = z * r
  let (s, e) = fast_sum r (u * (-0.16666666666666666))
  in of_bits (bits (s + (u * z * wave_tail z + e)) ^ (n << 63))

-- | From here on angles are huge: they are rare, and reduced apart.
def huge : f64 = 0x1p17

#[noinline]
def huge_sin_f64 (x: f64) : f64 =
  let (r, l, n) = huge_angle_f64 x
  let (s, c) = (sinr_f64 r l, cosr_f64 r l)
  let y = if n & 1 != 0 then c else s
  in if n & 2 != 0 then -y else y

#[noinline]
def huge_cos_f64 (x: f64) : f64 =
  let (r, l, n) = huge_angle_f64 x
  let (s, c) = (sinr_f64 r l, cosr_f64 r l)
  let y = if n & 1 != 0 then s else c
  in if (n + 1) & 2 != 0 then -y else y

#[noinline]
def sin_f64 (x: f64) : f64 =
  let m = x * 0x1.45f306dc9c883p-2 + magic
  let y = wave x (m - magic) (bits m)
  let y = if f64.abs x > huge then huge_sin_f64 x else y
  in if x == 0 then x else y

#[noinline]
def cos_f64 (x: f64) : f64 =
  let m = (x * 0x1.45f306dc9c883p-2 + 0.5) + magic
  let y = wave x ((m - magic) - 0.5) (bits m)
  in if f64.abs x > huge then huge_cos_f64 x else y

-- | x - n pi/2 as a pair [Cody80].
#[noinline]
def angle_f64 (x: f64) : (f64, f64, i64) =
  let m = x * 0x1.45f306dc9c883p-1 + magic
  let f = m - magic
  let (h, e) = two_sum (x - f * 0x1.921fb544p+0) (-(f * 0x1.0b4611a6p-34))
  let (h, l) = fast_sum h (e - f * 0x1.3198a2e037073p-69)
  in if f64.abs x > huge then huge_angle_f64 x else (h, l, bits m)

#[noinline]
def tan_f64 (x: f64) : f64 =
  let (r, l, n) = angle_f64 x
  let (s, c) = (sinr_f64 r l, cosr_f64 r l)
  let odd = n & 1 != 0
  let y = (if odd then c else s) / (if odd then -s else c)
  in if x == 0 then x else y

-- | pi (x - n/2) as a pair; large numbers are even, or not finite.
#[noinline]
def turn_f64 (x: f64) : (f64, f64, i64) =
  let x = if f64.abs x < 0x1p53 then x else x - x
  let q = f64.round (x + x)
  let r = x - 0.5 * q
  let (h, l) = two_prod r 0x1.921fb54442d18p+1
  in (h, l + r * 0x1.1a62633145c07p-53, bits (q - 4 * f64.floor (0.25 * q) + magic))

#[noinline]
def sinpi_f64 (x: f64) : f64 =
  let (r, l, n) = turn_f64 x
  let (s, c) = (sinr_f64 r l, cosr_f64 r l)
  let y = if n & 1 != 0 then c else s
  in if y == 0 then 0 * x else if n & 2 != 0 then -y else y

#[noinline]
def cospi_f64 (x: f64) : f64 =
  let (r, l, n) = turn_f64 x
  let (s, c) = (sinr_f64 r l, cosr_f64 r l)
  let y = if n & 1 != 0 then s else c
  in if y == 0 then 0 else if (n + 1) & 2 != 0 then -y else y

#[noinline]
def tanpi_f64 (x: f64) : f64 = sinpi_f64 x / cospi_f64 x

-- | atan (b/a), 0 <= b <= a, as a pair: above tan(pi/8) it is pi/4 + atan ((b-a)/(b+a)).
#[noinline]
def atanq_f64 (b: f64) (a: f64) : (f64, f64) =
  let far = b > 0.4142135623730950488 * a
  let (s, sl) = two_sum b (-a)
  let (t, tl) = two_sum b a
  let u = if far then s else b
  let v = if far then t else a
  let i = 1 / v
  let q = u * i
  let ul = if far then sl - q * tl else 0
  let e = (rest u q v + ul) * i
  let z = q * q
  let e = q * z * atan_tail z + (e + (if far then 0x1.1a62633145c07p-55 else 0))
  let (y, l) = fast_sum (if far then 0x1.921fb54442d18p-1 else 0) q
  in (y, l + e)

#[noinline]
def atan_f64 (x: f64) : f64 =
  let a = f64.abs x
  let v = if a > 0x1p64 then 0x1p64 else a
  let inv = v > 1
  let (y, l) = atanq_f64 (if inv then 1 else v) (if inv then v else 1)
  let h = 0x1.921fb54442d18p+0 - y
  let e = (0x1.921fb54442d18p+0 - h) - y
  let y = if inv then h + (e + (0x1.1a62633145c07p-54 - l)) else y + l
  in if a < 0x1p-27 then x else f64.copysign y x

#[noinline]
def atan2_f64 (y: f64) (x: f64) : f64 =
  let (ax, ay) = (f64.abs x, f64.abs y)
  let a = if ax > ay then ax else ay
  let b = if ax > ay then ay else ax
  let b = if a == f64.inf then (if b == a then 1 else 0) else b
  let a = if a == f64.inf || a == 0 then 1 else a
  let e = 2046 - (bits a >> 52)
  let s = of_bits ((if e > 1 then e else 1) << 52)
  let (q, l) = atanq_f64 (b * s) (a * s)
  let steep = ay > ax
  let left = bits x < 0
  let h = if steep then 0x1.921fb54442d18p+0 else if left then 0x1.921fb54442d18p+1 else 0
  let hl = if steep then 0x1.1a62633145c07p-54 else if left then 0x1.1a62633145c07p-53 else 0
  let minus = left != steep
  let q = if minus then -q else q
  let l = if minus then -l else l
  let r = h + q
  let r = r + (((q - (r - h)) + l) + hl)
  in if x != x || y != y then f64.nan else f64.copysign r y

-- | asin a for a <= 1/2; above it is pi/2 - 2 asin (sqrt ((1-a)/2)), with the root as a pair.
#[noinline]
def asinq_f64 (a: f64) : (f64, f64) =
  let far = a > 0.5
  let z = if far then 0.5 - a * 0.5 else a * a
  let s = if far then f64.sqrt z else a
  let l = rest z s s * 0.5 / s
  in (s, s * z * asin_tail z + (if far && s > 0 then l else 0))

#[noinline]
def asin_f64 (x: f64) : f64 =
  let a = f64.abs x
  let (s, l) = asinq_f64 a
  let h = 0x1.921fb54442d18p+0 - 2 * s
  let e = (0x1.921fb54442d18p+0 - h) - 2 * s
  let y = if a > 0.5 then h + (e + (0x1.1a62633145c07p-54 - 2 * l)) else s + l
  in if a <= 1 then f64.copysign y x else f64.nan

#[noinline]
def acos_f64 (x: f64) : f64 =
  let a = f64.abs x
  let (s, l) = asinq_f64 a
  let far = a > 0.5
  let neg = x < 0
  let g = if neg then -s else s
  let gl = if neg then -l else l
  let h = 0x1.921fb54442d18p+0 - g
  let c = if far then 2 * s else h
  let cl = if far then 2 * l else ((0x1.921fb54442d18p+0 - h) - g) + (0x1.1a62633145c07p-54 - gl)
  let d = 0x1.921fb54442d18p+1 - c
  let dl = ((0x1.921fb54442d18p+1 - d) - c) + (0x1.1a62633145c07p-53 - cl)
  let y = if far && neg then d + dl else c + cl
  in if a <= 1 then y else f64.nan

#[noinline]
def asinpi_f64 (x: f64) : f64 = asin_f64 x / f64.pi

#[noinline]
def acospi_f64 (x: f64) : f64 = acos_f64 x / f64.pi

#[noinline]
def atanpi_f64 (x: f64) : f64 = atan_f64 x / f64.pi

#[noinline]
def atan2pi_f64 (y: f64) (x: f64) : f64 = atan2_f64 y x / f64.pi
