// Functions of angles, see math.cl.

// (sin r / r - 1) / z, z = r^2, |r| <= pi/4
//: poly sinTail -0.16666666666666666 0.0083333333333333315 -0.00019841269841265063 2.7557319219337672e-06 -2.5052106231927857e-08 1.6058531536611833e-10 -7.5866922620943438e-13
// (cos r - 1 + z/2) / z^2
//: poly cosTail 0.041666666666666664 -0.0013888888888888887 2.4801587301584645e-05 -2.7557319221401993e-07 2.0876755790791471e-09 -1.1470460841811526e-11 4.7458692024108734e-14
// (atan t / t - 1) / z, z = t^2, t <= tan(pi/8)
//: poly atanTail -0.33333333333333331 0.19999999999999804 -0.14285714285659806 0.11111111105153429 -0.090909087534004993 0.076922963721299642 -0.066664248336135518 0.058789283985172323 -0.052304498567092406 0.045515730866641908 -0.034570044186095536 0.016285183029865667
// (asin t / t - 1) / z, z = t^2 <= 1/4
//: poly asinTail 0.16666666666666666 0.075000000000001177 0.044642857142551895 0.03038194447553234 0.022372157443507221 0.017352816540325496 0.01396378001220357 0.011566459612121669 0.0096218429701002816 0.0093195607947674456 0.0030448799094556773 0.019554513336123378 -0.019241671746743041 0.029612011264955121
// (sin r - r + r^3/6) / r^5, z = r^2, |r| <= pi/2
//: poly waveTail 0.008333333333333316 -0.00019841269841254955 2.755731921915843e-06 -2.5052107616384595e-08 1.6058977272815506e-10 -7.643969031052769e-13 2.731428986122616e-15

// The binary digits of 2/pi after the point, after a word of zeros.
//: twoopi const
__constant ulong rd_twoopi[22] = {0, 0xa2f9836e4e441529UL, 0xfc2757d1f534ddc0UL, 0xdb6295993c439041UL, 0xfe5163abdebbc561UL, 0xb7246e3a424dd2e0UL, 0x06492eea09d1921cUL, 0xfe1deb1cb129a73eUL, 0xe88235f52ebb4484UL, 0xe99c7026b45f7e41UL, 0x3991d639835339f4UL, 0x9c845f8bbdf9283bUL, 0x1ff897ffde05980fUL, 0xef2f118b5a0a6d1fUL, 0x6d367ecf27cb09b7UL, 0x4f463f669e5fea2dUL, 0x7527bac7ebe5f17bUL, 0x3d0739f78a5292eaUL, 0x6bfb5fb11f8d5d08UL, 0x56033046fc7b6babUL, 0xf0cfbc209af4361dUL, 0xa9e391615ee61b08UL};

//: piword f64 scalar
ulong rd_piword_$t(long i) { return rd_twoopi[i]; }

//: piword f64 2
$U rd_piword_$t($I i) { return ($U)(rd_twoopi[i.s0], rd_twoopi[i.s1]); }

//: piword f64 4
$U rd_piword_$t($I i) { return ($U)(rd_twoopi[i.s0], rd_twoopi[i.s1], rd_twoopi[i.s2], rd_twoopi[i.s3]); }

//: piword f64 8
$U rd_piword_$t($I i) { return ($U)(rd_twoopi[i.s0], rd_twoopi[i.s1], rd_twoopi[i.s2], rd_twoopi[i.s3], rd_twoopi[i.s4], rd_twoopi[i.s5], rd_twoopi[i.s6], rd_twoopi[i.s7]); }

//: piword f64 16
$U rd_piword_$t($I i) { return ($U)(rd_twoopi[i.s0], rd_twoopi[i.s1], rd_twoopi[i.s2], rd_twoopi[i.s3], rd_twoopi[i.s4], rd_twoopi[i.s5], rd_twoopi[i.s6], rd_twoopi[i.s7], rd_twoopi[i.s8], rd_twoopi[i.s9], rd_twoopi[i.sa], rd_twoopi[i.sb], rd_twoopi[i.sc], rd_twoopi[i.sd], rd_twoopi[i.se], rd_twoopi[i.sf]); }

// x - n pi/2 as a pair, |.| <= pi/4 [Cody80]. Huge angles are rare: they are reduced apart.
//: angle f64
$T rd_angle_$t($T x, $T *lo, $I *n) {
  $T m = fma(x, ($T)0x1.45f306dc9c883p-1, ($T)0x1.8p52), f = m - ($T)0x1.8p52, e;
  $T r = fma(-f, ($T)0x1.921fb54442d18p+0, x), t = f * ($T)0x1.1a62633145c07p-54;
  $T h = rd_sum_$t(r, -t, &e);
  *lo = (e - fma(f, ($T)0x1.1a62633145c07p-54, -t)) - f * ($T)(-1.4973849048591833e-33);
  *n = as_$I(m);
  $M huge = fabs(x) > ($T)0x1p30;
  if ($A(huge)) {
    $T hl;
    $I hn;
    $T hh = rd_hugeangle_$t(x, &hl, &hn);
    h = huge ? hh : h;
    *lo = huge ? hl : *lo;
    *n = huge ? hn : *n;
  }
  return h;
}

// The same for |x| >= 2^30 [Payne83]: x = M 2^s, M of 53 bits. Bits of 2/pi that give multiples of 4 are left out;
// 192 bits from there on give the quotient modulo 4 and enough of its fraction.
//: hugeangle f64
__attribute__((noinline)) $T rd_hugeangle_$t($T x, $T *lo, $I *n) {
  $I i = as_$I(fabs(x)), e = i >> ($I)52;
  $U m = as_$U((i & ($I)0xfffffffffffff) | ($I)0x10000000000000);
  $I p = (e > ($I)1053 ? e : ($I)1053) - ($I)1013, w = p >> ($I)6;
  $U k = as_$U(p & ($I)63), back = ($U)63 - k;
  $U b0 = rd_piword_$t(w), b1 = rd_piword_$t(w + ($I)1), b2 = rd_piword_$t(w + ($I)2), b3 = rd_piword_$t(w + ($I)3);
  b0 = b0 << k | b1 >> back >> ($U)1;
  b1 = b1 << k | b2 >> back >> ($U)1;
  b2 = b2 << k | b3 >> back >> ($U)1;
  $U t1 = m * b1, r1 = t1 + mul_hi(m, b2), r0 = m * b0 + mul_hi(m, b1) + (r1 < t1 ? ($U)1 : ($U)0);
  $U q = (r0 + ($U)0x2000000000000000UL) >> ($U)62;
  $I f = as_$I(r0 - (q << ($U)62));
  $T h = convert_$T(f), l = convert_$T(f - convert_$I(h)) * ($T)0x1p-62 + convert_$T(r1) * ($T)0x1p-126;
  h *= ($T)0x1p-62;
  $T s = h + l;
  l = (h - s) + l;
  $T r = s * ($T)0x1.921fb54442d18p+0;
  l = fma(s, ($T)0x1.921fb54442d18p+0, -r) + (s * ($T)0x1.1a62633145c07p-54 + l * ($T)0x1.921fb54442d18p+0);
  $M neg = x < ($T)0;
  *n = neg ? -as_$I(q) : as_$I(q);
  *lo = neg ? -l : l;
  return fabs(x) < ($T)INFINITY ? (neg ? -r : r) : ($T)NAN;
}

//: sinr f64
$T rd_sinr_$t($T r, $T l) {
  $T z = r * r;
  return r + fma(z * r, POLY(sinTail, z), fma(z, ($T)(-0.5) * l, l));
}

//: cosr f64
$T rd_cosr_$t($T r, $T l) {
  $T z = r * r, h = ($T)0.5 * z, w = ($T)1 - h;
  $T e = fma(r, l, ($T)0.5 * fma(r, r, -z));
  return w + (((($T)1 - w) - h) + fma(z * z, POLY(cosTail, z), -e));
}

// (-1)^n sin (x - f pi), f whole or half such that |x - f pi| <= pi/2. The first correction of sin r = r - r^3/6 + ...
// keeps its rounding error.
//: wave f64
$T rd_wave_$t($T x, $T f, $I n) {
  $T r = fma(-f, ($T)(-2.9947698097183397e-33), fma(-f, ($T)0x1.1a62633145c07p-53, fma(-f, ($T)0x1.921fb54442d18p+1, x)));
  $T z = r * r, u = z * r, c = ($T)(-0.16666666666666666), s = fma(u, c, r), e = fma(u, c, r - s);
  return as_$T(as_$I(s + fma(u * z, POLY(waveTail, z), e)) ^ (n << ($I)63));
}

//: sin f64
$T rd_sin_$t($T x) {
  $T m = fma(x, ($T)0x1.45f306dc9c883p-2, ($T)0x1.8p52), y = rd_wave_$t(x, m - ($T)0x1.8p52, as_$I(m));
  $M huge = fabs(x) > ($T)0x1p30;
  if ($A(huge)) y = huge ? rd_hugesin_$t(x) : y;
  return x == ($T)0 ? x : y;
}

//: cos f64
$T rd_cos_$t($T x) {
  $T m = fma(x, ($T)0x1.45f306dc9c883p-2, ($T)0.5) + ($T)0x1.8p52;
  $T y = rd_wave_$t(x, (m - ($T)0x1.8p52) - ($T)0.5, as_$I(m));
  $M huge = fabs(x) > ($T)0x1p30;
  if ($A(huge)) y = huge ? rd_hugecos_$t(x) : y;
  return y;
}

//: hugesin f64
__attribute__((noinline)) $T rd_hugesin_$t($T x) {
  $I n;
  $T l, r = rd_hugeangle_$t(x, &l, &n);
  $T y = (n & ($I)1) != ($I)0 ? rd_cosr_$t(r, l) : rd_sinr_$t(r, l);
  return (n & ($I)2) != ($I)0 ? -y : y;
}

//: hugecos f64
__attribute__((noinline)) $T rd_hugecos_$t($T x) {
  $I n;
  $T l, r = rd_hugeangle_$t(x, &l, &n);
  $T y = (n & ($I)1) != ($I)0 ? rd_sinr_$t(r, l) : rd_cosr_$t(r, l);
  return ((n + ($I)1) & ($I)2) != ($I)0 ? -y : y;
}

//: tan f64
$T rd_tan_$t($T x) {
  $I n;
  $T l, r = rd_angle_$t(x, &l, &n), s = rd_sinr_$t(r, l), c = rd_cosr_$t(r, l);
  $M odd = (n & ($I)1) != ($I)0;
  $T y = (odd ? c : s) / (odd ? -s : c);
  return x == ($T)0 ? x : y;
}

// pi (x - n/2) as a pair; large numbers are even, or not finite.
//: turn f64
$T rd_turn_$t($T x, $T *lo, $I *n) {
  x = fabs(x) < ($T)0x1p53 ? x : x - x;
  $T q = rint(x + x), r = x - ($T)0.5 * q, h = r * ($T)0x1.921fb54442d18p+1;
  *n = as_$I(q - ($T)4 * floor(($T)0.25 * q) + ($T)0x1.8p52);
  *lo = fma(r, ($T)0x1.921fb54442d18p+1, -h) + r * ($T)0x1.1a62633145c07p-53;
  return h;
}

//: sinpi f64
$T rd_sinpi_$t($T x) {
  $I n;
  $T l, r = rd_turn_$t(x, &l, &n);
  $T y = (n & ($I)1) != ($I)0 ? rd_cosr_$t(r, l) : rd_sinr_$t(r, l);
  return y == ($T)0 ? ($T)0 * x : ((n & ($I)2) != ($I)0 ? -y : y);
}

//: cospi f64
$T rd_cospi_$t($T x) {
  $I n;
  $T l, r = rd_turn_$t(x, &l, &n);
  $T y = (n & ($I)1) != ($I)0 ? rd_sinr_$t(r, l) : rd_cosr_$t(r, l);
  return y == ($T)0 ? ($T)0 : (((n + ($I)1) & ($I)2) != ($I)0 ? -y : y);
}

//: tanpi f64
$T rd_tanpi_$t($T x) { return rd_sinpi_$t(x) / rd_cospi_$t(x); }

// atan (b/a), 0 <= b <= a, as a pair: above tan(pi/8) it is pi/4 + atan ((b-a)/(b+a)).
//: atanq f64
$T rd_atanq_$t($T b, $T a, $T *lo) {
  $M far = b > ($T)0.4142135623730950488 * a;
  $T ul, vl, s = rd_sum_$t(b, -a, &ul), t = rd_sum_$t(b, a, &vl);
  $T u = far ? s : b, v = far ? t : a, i = ($T)1 / v, q = u * i;
  ul = far ? ul - q * vl : ($T)0;
  $T e = (fma(-q, v, u) + ul) * i, z = q * q;
  e = fma(q * z, POLY(atanTail, z), e + (far ? ($T)0x1.1a62633145c07p-55 : ($T)0));
  $T h = far ? ($T)0x1.921fb54442d18p-1 : ($T)0, y = h + q;
  *lo = (q - (y - h)) + e;
  return y;
}

//: atan f64
$T rd_atan_$t($T x) {
  $T a = fabs(x), v = a > ($T)0x1p64 ? ($T)0x1p64 : a, l;
  $M inv = v > ($T)1;
  $T y = rd_atanq_$t(inv ? ($T)1 : v, inv ? v : ($T)1, &l);
  $T h = ($T)0x1.921fb54442d18p+0 - y, e = (($T)0x1.921fb54442d18p+0 - h) - y;
  y = inv ? h + (e + (($T)0x1.1a62633145c07p-54 - l)) : y + l;
  return a < ($T)0x1p-27 ? x : copysign(y, x);
}

//: atan2 f64
$T rd_atan2_$t($T y, $T x) {
  $T ax = fabs(x), ay = fabs(y), a = ax > ay ? ax : ay, b = ax > ay ? ay : ax, l;
  b = a == ($T)INFINITY ? (b == a ? ($T)1 : ($T)0) : b;
  a = (a == ($T)INFINITY) | (a == ($T)0) ? ($T)1 : a;
  $I e = ($I)2046 - (as_$I(a) >> ($I)52);
  $T s = as_$T((e > ($I)1 ? e : ($I)1) << ($I)52);
  $T q = rd_atanq_$t(b * s, a * s, &l);
  $T h = ay > ax ? ($T)0x1.921fb54442d18p+0 : ($T)0, hl = ay > ax ? ($T)0x1.1a62633145c07p-54 : ($T)0;
  $M left = as_$I(x) < ($I)0;
  h = left & !(ay > ax) ? ($T)0x1.921fb54442d18p+1 : h;
  hl = left & !(ay > ax) ? ($T)0x1.1a62633145c07p-53 : hl;
  $M minus = left != (ay > ax);
  q = minus ? -q : q;
  l = minus ? -l : l;
  $T r = h + q;
  r += ((q - (r - h)) + l) + hl;
  return (x != x) | (y != y) ? ($T)NAN : copysign(r, y);
}

// asin x for |x| <= 1/2; above it is pi/2 - 2 asin (sqrt ((1-x)/2)), with the root as a pair s + l; $h tells which.
//: asinq f64
$T rd_asinq_$t($T a, $T *lo) {
  $M far = a > ($T)0.5;
  $T z = far ? fma(a, ($T)(-0.5), ($T)0.5) : a * a, s = far ? sqrt(z) : a;
  $T l = far & (s > ($T)0) ? fma(-s, s, z) * ($T)0.5 / s : ($T)0;
  *lo = fma(s * z, POLY(asinTail, z), l);
  return s;
}

//: asin f64
$T rd_asin_$t($T x) {
  $T a = fabs(x), l, s = rd_asinq_$t(a, &l);
  $T h = ($T)0x1.921fb54442d18p+0 - ($T)2 * s, e = (($T)0x1.921fb54442d18p+0 - h) - ($T)2 * s;
  $T y = a > ($T)0.5 ? h + (e + (($T)0x1.1a62633145c07p-54 - ($T)2 * l)) : s + l;
  return a <= ($T)1 ? copysign(y, x) : ($T)NAN;
}

//: acos f64
$T rd_acos_$t($T x) {
  $T a = fabs(x), l, s = rd_asinq_$t(a, &l);
  $M far = a > ($T)0.5, neg = x < ($T)0;
  $T g = neg ? -s : s, gl = neg ? -l : l;
  $T c = far ? ($T)2 * s : ($T)0x1.921fb54442d18p+0 - g;
  $T cl = far ? ($T)2 * l : ((($T)0x1.921fb54442d18p+0 - c) - g) + (($T)0x1.1a62633145c07p-54 - gl);
  $T d = ($T)0x1.921fb54442d18p+1 - c, dl = ((($T)0x1.921fb54442d18p+1 - d) - c) + (($T)0x1.1a62633145c07p-53 - cl);
  $T y = far & neg ? d + dl : c + cl;
  return a <= ($T)1 ? y : ($T)NAN;
}

//: asinpi f64
$T rd_asinpi_$t($T x) { return rd_asin_$t(x) / ($T)0x1.921fb54442d18p+1; }

//: acospi f64
$T rd_acospi_$t($T x) { return rd_acos_$t(x) / ($T)0x1.921fb54442d18p+1; }

//: atanpi f64
$T rd_atanpi_$t($T x) { return rd_atan_$t(x) / ($T)0x1.921fb54442d18p+1; }

//: atan2pi f64
$T rd_atan2pi_$t($T y, $T x) { return rd_atan2_$t(y, x) / ($T)0x1.921fb54442d18p+1; }
