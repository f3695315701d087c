// Functions of f32 computed in f32, by the ways of those of f64; see math.cl.

// the same for f32
//: poly expTail32 0.5f 0.166666672f 0.0416664667f 0.00833331048f 0.00139336474f 0.000198909882f
// the same for f32
//: poly logTail32 0.200000077f 0.142811149f 0.115242608f
// the same for f32
//: poly waveTail32 0.00833333284f -0.00019841087f 2.7536455e-06f -2.40800002e-08f

//: exp f32
$T rd_exp_$t($T x) {
  x = x > ($T)110 ? ($T)110 : x;
  x = x < ($T)(-110) ? ($T)(-110) : x;
  $T m = fma(x, ($T)0x1.715476p+0f, ($T)0x1.8p23f), f = m - ($T)0x1.8p23f;
  $I n = as_$I(m) - as_$I(($T)0x1.8p23f), n1 = n >> ($I)1;
  $T r = fma(f, ($T)(-1.428606820309417e-6f), fma(f, ($T)(-0x1.62e4p-1f), x));
  $T y = ($T)1 + fma(r * r, POLY(expTail32, r), r);
  return y * as_$T((n1 + ($I)127) << ($I)23) * as_$T((n - n1 + ($I)127) << ($I)23);
}

//: log f32
$T rd_log_$t($T x) {
  $M tiny = x < ($T)0x1p-126f;
  $I i = as_$I(tiny ? x * ($T)0x1p24f : x), n = (i - ($I)0x3f3504f3) >> ($I)23;
  $T k = convert_$T(n) - (tiny ? ($T)24 : ($T)0);
  $T f = as_$T(i - (n << ($I)23)) - ($T)1, s = f / (f + ($T)2), z = s * s, h = ($T)0.5f * f * f;
  $T r = ($T)2 * z * fma(z, POLY(logTail32, z), ($T)0.333333333f);
  $T y = k * ($T)0x1.62e4p-1f - ((h - fma(s, h + r, k * ($T)1.428606820309417e-6f)) - f);
  return x > ($T)0 ? (x < ($T)INFINITY ? y : x) : (x == ($T)0 ? ($T)(-INFINITY) : ($T)NAN);
}

// Angles above 2^17 go through f64.
//: wave f32
$T rd_wave_$t($T x, $T f, $I n) {
  $T r = fma(-f, ($T)(-0x1.ee59dap-49f), fma(-f, ($T)(-0x1.777a5cp-24f), fma(-f, ($T)0x1.921fb6p+1f, x)));
  $T z = r * r, u = z * r, c = ($T)(-0.166666672f), s = fma(u, c, r), e = fma(u, c, r - s);
  return as_$T(as_$I(s + fma(u * z, POLY(waveTail32, z), e)) ^ (n << ($I)31));
}

//: sin f32
$T rd_sin_$t($T x) {
  $T m = fma(x, ($T)0x1.45f306p-2f, ($T)0x1.8p23f), y = rd_wave_$t(x, m - ($T)0x1.8p23f, as_$I(m));
  $M huge = fabs(x) > ($T)0x1p17f;
  if ($A(huge)) y = huge ? rd_hugesin_$t(x) : y;
  return x == ($T)0 ? x : y;
}

//: cos f32
$T rd_cos_$t($T x) {
  $T m = fma(x, ($T)0x1.45f306p-2f, ($T)0.5f) + ($T)0x1.8p23f;
  $T y = rd_wave_$t(x, (m - ($T)0x1.8p23f) - ($T)0.5f, as_$I(m));
  $M huge = fabs(x) > ($T)0x1p17f;
  if ($A(huge)) y = huge ? rd_hugecos_$t(x) : y;
  return y;
}

//: hugesin f32
__attribute__((noinline)) $T rd_hugesin_$t($T x) { return convert_$T(rd_sin_f64$X(convert_double$L(x))); }

//: hugecos f32
__attribute__((noinline)) $T rd_hugecos_$t($T x) { return convert_$T(rd_cos_f64$X(convert_double$L(x))); }

// The following are computed in f64 in a simpler way than those of f64: it has digits to spare. Where a difference would cancel there are a few
// terms of a series.

//: log2 f32
$T rd_log2_$t($T x) { return convert_$T(rd_log_f64$X(convert_double$L(x)) * (double$L)(0x1.71547652b82fep+0)); }

//: log10 f32
$T rd_log10_$t($T x) { return convert_$T(rd_log_f64$X(convert_double$L(x)) * (double$L)(0x1.bcb7b1526e50ep-2)); }

//: log1p f32
$T rd_log1p_$t($T x) {
  double$L d = convert_double$L(x), s = fma(d * d, fma(d, (double$L)(1.0 / 3), (double$L)(-0.5)), d);
  double$L y = fabs(d) < (double$L)(0x1p-12) ? s : rd_log_f64$X((double$L)(1) + d);
  return x == ($T)0 ? x : convert_$T(y);
}

//: exp2 f32
$T rd_exp2_$t($T x) { return convert_$T(rd_exp_f64$X(convert_double$L(x) * (double$L)(0x1.62e42fefa39efp-1))); }

//: exp10 f32
$T rd_exp10_$t($T x) { return convert_$T(rd_exp_f64$X(convert_double$L(x) * (double$L)(0x1.26bb1bbb55516p+1))); }

//: expm1 f32
$T rd_expm1_$t($T x) {
  double$L d = convert_double$L(x), s = fma(d * d, fma(d, (double$L)(1.0 / 6), (double$L)(0.5)), d);
  double$L y = fabs(d) < (double$L)(0x1p-10) ? s : rd_exp_f64$X(d) - (double$L)(1);
  return x == ($T)0 ? x : convert_$T(y);
}

//: sinh f32
$T rd_sinh_$t($T x) {
  double$L d = convert_double$L(x), z = d * d, e = rd_exp_f64$X(d);
  double$L y = fabs(d) < (double$L)(0x1p-4) ? fma(d * z, fma(z, (double$L)(1.0 / 120), (double$L)(1.0 / 6)), d) : (double$L)(0.5) * (e - (double$L)(1) / e);
  return x == ($T)0 ? x : convert_$T(y);
}

//: tanh f32
$T rd_tanh_$t($T x) {
  double$L d = convert_double$L(x), z = d * d, e = rd_exp_f64$X(d > (double$L)(20) ? (double$L)(40) : d + d);
  double$L y = fabs(d) < (double$L)(0x1p-5) ? fma(d * z, fma(z, (double$L)(2.0 / 15), (double$L)(-1.0 / 3)), d) : (e - (double$L)(1)) / (e + (double$L)(1));
  return x == ($T)0 ? x : convert_$T(y);
}

//: asinh f32
$T rd_asinh_$t($T x) {
  double$L d = fabs(convert_double$L(x)), z = d * d, s = fma(d * z, fma(z, fma(z, (double$L)(-15.0 / 336), (double$L)(3.0 / 40)), (double$L)(-1.0 / 6)), d);
  double$L y = d < (double$L)(0x1p-4) ? s : rd_log_f64$X(d + sqrt(z + (double$L)(1)));
  return copysign(convert_$T(y), x);
}

//: acosh f32
$T rd_acosh_$t($T x) {
  double$L d = convert_double$L(x);
  return convert_$T(rd_log_f64$X(d + sqrt((d - (double$L)(1)) * (d + (double$L)(1)))));
}

//: atanh f32
$T rd_atanh_$t($T x) {
  double$L d = fabs(convert_double$L(x)), z = d * d, s = fma(d * z, fma(z, (double$L)(1.0 / 5), (double$L)(1.0 / 3)), d);
  double$L y = d < (double$L)(0x1p-8) ? s : (double$L)(0.5) * rd_log_f64$X(((double$L)(1) + d) / ((double$L)(1) - d));
  return copysign(convert_$T(y), x);
}

//: pow f32
$T rd_pow_$t($T x, $T y) {
  $T a = fabs(x), ay = fabs(y), r = convert_$T(rd_exp_f64$X(convert_double$L(y) * rd_log_f64$X(convert_double$L(a))));
  $M whole = rint(y) == y, odd = whole & (ay < ($T)0x1p24f) & (rint(y * ($T)0.5f) != y * ($T)0.5f);
  $M up = (a > ($T)1) == (y > ($T)0);
  $M ends = (a == ($T)0) | (a == ($T)INFINITY) | (ay == ($T)INFINITY);
  r = ends ? (up ? ($T)INFINITY : ($T)0) : r;
  r = (x < ($T)0) & !whole & (a < ($T)INFINITY) ? ($T)NAN : r;
  r = odd ? copysign(r, x) : r;
  r = (x != x) | (y != y) ? ($T)NAN : r;
  r = (a == ($T)1) & (ay == ($T)INFINITY) ? ($T)1 : r;
  return (x == ($T)1) | (y == ($T)0) ? ($T)1 : r;
}

// ln gamma z + ln p for z >= 0, p = z (z+1) ... (z+7) below 8, else 1.
//: stirling f32
double$L rd_stirling_$t(double$L z, double$L *p) {
  double$L x = z < (double$L)(8) ? z + (double$L)(8) : z, i = (double$L)(1) / x, w = i * i;
  double$L r = z * (z + (double$L)(1)) * (z + (double$L)(2)) * (z + (double$L)(3)) * (z + (double$L)(4)) * (z + (double$L)(5)) * (z + (double$L)(6)) * (z + (double$L)(7));
  *p = z < (double$L)(8) ? r : (double$L)(1);
  return (x - (double$L)(0.5)) * rd_log_f64$X(x) - x + fma(i, POLY(stirling64, w), (double$L)(0x1.d67f1c864beb5p-1));
}

//: lgamma f32
$T rd_lgamma_$t($T x) {
  double$L d = convert_double$L(x), a = fabs(d), p, h = rd_stirling_$t(a, &p) - rd_log_f64$X(p);
  double$L n = rd_log_f64$X((double$L)(0x1.921fb54442d18p+1) / (a * fabs(rd_sinpi_f64$X(a)))) - h;
  $T y = convert_$T(d < (double$L)(-0x1p-60) ? n : h);
  y = (fabs(x) == ($T)0) | (fabs(x) == ($T)INFINITY) ? ($T)INFINITY : y;
  y = (x == ($T)1) | (x == ($T)2) ? ($T)0 : y;
  return x != x ? x : y;
}

//: gamma f32
$T rd_gamma_$t($T x) {
  double$L d = convert_double$L(x), a = fabs(d) > (double$L)(170) ? (double$L)(170) : fabs(d), p, h = rd_stirling_$t(a, &p);
  double$L g = rd_exp_f64$X(h) / p, n = (double$L)(-0x1.921fb54442d18p+1) / (fabs(d) * rd_sinpi_f64$X(fabs(d)) * g);
  $T y = convert_$T(d < (double$L)(0) ? n : g);
  y = (x < ($T)0) & (rint(x) == x) ? ($T)NAN : y;
  return fabs(x) < ($T)0x1p-60f ? ($T)1 / x : y;
}
