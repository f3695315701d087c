// Functions of floats for CPU devices, in f64: one text for scalars and for vectors, branch-free but for the reduction
// of huge angles, so that both give the same bits and loops over scalars vectorise. Drivers' own functions are slow
// on scalars, and not the same, some not right, on vectors. Functions of f32 round the result of f64, but for those of single.cl. On
// other devices the built-in functions serve.
//
// A number x + l with |l| at most half a unit of x's last place is a pair: rounding errors are kept in l. fma(a, b, -p)
// is the rounding error of p = a * b [Dekker71]; rd_sum gives that of a sum [Knuth, TAOCP 4.2.2].
//
// Coefficients of polynomials are there lowest first: Chebyshev interpolation in quadruple precision of the function given.

// (e^r - 1 - r) / r^2, |r| <= ln 2 / 2
//: poly expTail 0.5 0.16666666666666671 0.041666666666666671 0.0083333333333261358 0.001388888888888375 0.00019841269874815834 2.4801587325544321e-05 2.7557255406285044e-06 2.7557273647451087e-07 2.5105214474751413e-08 2.0914685161418067e-09
// (atanh s / s - 1 - z/3) / z^2, z = s^2, s <= 0.1716
//: poly logTail 0.20000000000000001 0.14285714285714685 0.11111111110827367 0.090909091678270798 0.076922974672989586 0.066674031060503014 0.058530978449406822 0.058618018114527055
// (1 + 2x) e^(x^2) erfc x, t = (x-4)/(x+4), x >= 0
//: poly erfcxAll 1.2329951186255526 -0.1396211168405625 0.015379652102610162 0.068097054254686207 -0.10103906603585294 0.093732834998651718 -0.066330365820503667 0.0371675155318432 -0.016197733979924259 0.0050319700325486948 -0.00075777371418388846 -0.00019925700412184815 0.0001506231178516207 -2.439811794207995e-05 -1.1225140354449658e-05 5.7072395736932571e-06 2.9805960553227689e-07 -8.2180206548130444e-07 7.111912428010423e-08 1.0683442926744586e-07 -1.6357383982124768e-08 -1.2544825403855518e-08 1.5712153638319064e-09 9.6554082254828631e-10
// (erf x / x - 2/sqrt pi), z = x^2 <= 1
//: poly erfTail -0.37612638903183754 0.11283791670955125 -0.026866170645131082 0.0052239776254384687 -0.00085483270230246957 0.00012055332952700439 -1.4925649082364785e-05 1.6462076794793434e-06 -1.6365085592632062e-07 1.4796618901290416e-08 -1.219035624032117e-09 8.8006800904602045e-11 -4.3746214503250656e-12

// The sum of a and b, and its rounding error.
//: sum f64
$T rd_sum_$t($T a, $T b, $T *lo) {
  $T s = a + b, t = s - a;
  *lo = (a - (s - t)) + (b - t);
  return s;
}

// y, which is f(x), for functions with a logarithm's domain.
//: domain f64
$T rd_domain_$t($T x, $T y) {
  return x > ($T)0 ? (x < ($T)INFINITY ? y : x) : (x == ($T)0 ? ($T)(-INFINITY) : ($T)NAN);
}

// e^(h+l) 2^-n as a pair: e^r with |r| <= ln 2 / 2.
//: expn f64
$T rd_expn_$t($T h, $T l, $T *lo, $I *n) {
  h = h > ($T)800.0 ? ($T)800.0 : h;
  h = h < ($T)(-800.0) ? ($T)(-800.0) : h;
  $T m = fma(h, ($T)0x1.71547652b82fep+0, ($T)0x1.8p52), f = m - ($T)0x1.8p52;
  *n = as_$I(m) - as_$I(($T)0x1.8p52);
  $T a = fma(f, ($T)(-0x1.62e42feep-1), h), c = fma(f, ($T)(-0x1.a39ef35793c76p-33), l);
  $T r = a + c, s = (a - r) + c;
  $T t = r + fma(r * r, POLY(expTail, r), s), y = ($T)1 + t;
  *lo = t - (y - ($T)1);
  return y;
}

// x 2^n, n such that two factors will do.
//: scale f64
$T rd_scale_$t($T x, $I n) {
  $I m = n >> ($I)1;
  return x * as_$T((m + ($I)1023) << ($I)52) * as_$T((n - m + ($I)1023) << ($I)52);
}

// e^(h+l) 2^k
//: exps f64
$T rd_exps_$t($T h, $T l, $I k) {
  $I n;
  $T lo, y = rd_expn_$t(h, l, &lo, &n);
  return rd_scale_$t(y, n + k);
}

//: exp f64
$T rd_exp_$t($T x) { return rd_exps_$t(x, ($T)0, ($I)0); }

//: exp2 f64
$T rd_exp2_$t($T x) {
  x = x > ($T)1100 ? ($T)1100 : x;
  x = x < ($T)(-1100) ? ($T)(-1100) : x;
  $T h = x * ($T)0x1.62e42fefa39efp-1;
  return rd_exps_$t(h, fma(x, ($T)0x1.62e42fefa39efp-1, -h) + x * ($T)0x1.abc9e3b39803fp-56, ($I)0);
}

//: exp10 f64
$T rd_exp10_$t($T x) {
  x = x > ($T)330 ? ($T)330 : x;
  x = x < ($T)(-330) ? ($T)(-330) : x;
  $T h = x * ($T)0x1.26bb1bbb55516p+1;
  return rd_exps_$t(h, fma(x, ($T)0x1.26bb1bbb55516p+1, -h) + x * ($T)(-0x1.f48ad494ea3e9p-53), ($I)0);
}

// e^x - 1 as a pair, |x| <= 38: (2^n - 1) + 2^n (e^r - 1).
//: expm1d f64
$T rd_expm1d_$t($T x, $T *lo) {
  $T m = fma(x, ($T)0x1.71547652b82fep+0, ($T)0x1.8p52);
  $I n = as_$I(m) - as_$I(($T)0x1.8p52);
  $T f = m - ($T)0x1.8p52;
  $T a = fma(f, ($T)(-0x1.62e42feep-1), x), c = f * ($T)(-0x1.a39ef35793c76p-33);
  $T r = a + c, q = fma(r * r, POLY(expTail, r), (a - r) + c);
  $T p = r + q, t = as_$T((n + ($I)1023) << ($I)52), u = t - ($T)1, v = t * p, s = u + v;
  *lo = (v - (s - u)) + t * ((r - p) + q); // u is 0 or greater than v
  return s;
}

//: expm1 f64
$T rd_expm1_$t($T x) {
  $T lo, a = fabs(x), s = rd_expm1d_$t(a > ($T)38 ? ($T)0 : x, &lo) + lo;
  s = a > ($T)38 ? (x > ($T)0 ? rd_exps_$t(x, ($T)0, ($I)0) : ($T)(-1)) : s;
  return x == ($T)0 ? x : s;
}

//: sinh f64
$T rd_sinh_$t($T x) {
  $T lo, a = fabs(x), e = rd_expm1d_$t(a > ($T)38 ? ($T)38 : a, &lo);
  $T y = ($T)0.5 * (e + (lo + e / (e + ($T)1)));
  y = a > ($T)38 ? rd_exps_$t(a, ($T)0, ($I)(-1)) : y;
  return copysign(x == ($T)0 ? a : y, x);
}

//: cosh f64
$T rd_cosh_$t($T x) {
  $T e = rd_exps_$t(fabs(x), ($T)0, ($I)(-1));
  return e + ($T)0.25 / e;
}

// (e^2x - 1) / (e^2x + 1)
//: tanh f64
$T rd_tanh_$t($T x) {
  $T lo, a = fabs(x), e = rd_expm1d_$t(a > ($T)19 ? ($T)38 : a + a, &lo);
  $T d = e + ($T)2, i = ($T)1 / d, q = e * i;
  $T y = q + (fma(-q, d, e) + (lo - q * ((e - (d - ($T)2)) + lo))) * i; // off by little where d - 2 is not exact
  return copysign(x == ($T)0 ? a : y, x);
}

// ln x for normal and subnormal x > 0: k ln 2 + ln m; ln m = 2 atanh s, s = (m-1) / (m+1) [fdlibm].
//: log f64
$T rd_log_$t($T x) {
  $T small = x < ($T)0x1p-1022 ? ($T)54 : ($T)0, v = x < ($T)0x1p-1022 ? x * ($T)0x1p54 : x;
  $I i = as_$I(v), n = (i - ($I)0x3fe6a09e00000000) >> ($I)52;
  $T k = as_$T(as_$I(($T)0x1.8p52) + n) - ($T)0x1.8p52 - small;
  $T f = as_$T(i - (n << ($I)52)) - ($T)1, s = f / (f + ($T)2), z = s * s, h = ($T)0.5 * f * f;
  $T r = ($T)2 * z * fma(z, POLY(logTail, z), ($T)0x1.5555555555555p-2);
  $T y = k * ($T)0x1.62e42feep-1 - ((h - fma(s, h + r, k * ($T)0x1.a39ef35793c76p-33)) - f);
  return rd_domain_$t(x, y);
}

// ln (xh + xl) as a pair; the terms of s to the third power are pairs.
//: logd f64
$T rd_logd_$t($T xh, $T xl, $T *lo) {
  $M tiny = xh < ($T)0x1p-1022;
  $T up = tiny ? ($T)0x1p54 : ($T)1, vh = xh * up, vl = xl * up;
  $I i = as_$I(vh), n = (i - ($I)0x3fe6a09e00000000) >> ($I)52, w = ($I)1023 - n;
  $T k = as_$T(as_$I(($T)0x1.8p52) + n) - ($T)0x1.8p52 - (tiny ? ($T)54 : ($T)0);
  $T m = as_$T(i - (n << ($I)52)), ml = vl * as_$T((w > ($I)0 ? w : ($I)0) << ($I)52);
  $T f = m - ($T)1, d = m + ($T)1, dl = (m - (d - ($T)1)) + ml, y = ($T)1 / d, s = f * y;
  $T sl = (fma(-s, d, f) + (ml - s * dl)) * y;
  $T z = s * s, zl = fma(s, s, -z) + ($T)2 * s * sl;
  $T p = s * z, pl = fma(s, z, -p) + (s * zl + sl * z);
  $T q = p * ($T)0x1.5555555555555p-1, ql = fma(p, ($T)0x1.5555555555555p-1, -q) + (p * ($T)0x1.5555555555555p-55 + pl * ($T)0x1.5555555555555p-1);
  $T a = k * ($T)0x1.62e42feep-1, s2 = s + s, b = a + s2, c = b + q;
  $T e = (s2 - (b - a)) + (q - (c - b));
  e += ($T)2 * (sl + p * z * POLY(logTail, z)) + (ql + k * ($T)0x1.a39ef35793c76p-33);
  $T h = c + e;
  *lo = (c - h) + e;
  return h;
}

//: log2 f64
$T rd_log2_$t($T x) {
  $T l, h = rd_logd_$t(x, ($T)0, &l), r = h * ($T)0x1.71547652b82fep+0;
  return rd_domain_$t(x, r + (fma(h, ($T)0x1.71547652b82fep+0, -r) + (h * ($T)0x1.777d0ffda0d24p-56 + l * ($T)0x1.71547652b82fep+0)));
}

//: log10 f64
$T rd_log10_$t($T x) {
  $T l, h = rd_logd_$t(x, ($T)0, &l), r = h * ($T)0x1.bcb7b1526e50ep-2;
  return rd_domain_$t(x, r + (fma(h, ($T)0x1.bcb7b1526e50ep-2, -r) + (h * ($T)0x1.95355baaafad3p-57 + l * ($T)0x1.bcb7b1526e50ep-2)));
}

//: log1p f64
$T rd_log1p_$t($T x) {
  $T ul, l, u = rd_sum_$t(($T)1, x, &ul), h = rd_logd_$t(u, ul, &l);
  return fabs(x) < ($T)0x1p-54 ? x : rd_domain_$t(u, h + l);
}

//: asinh f64
$T rd_asinh_$t($T x) {
  $T a = fabs(x), v = a > ($T)0x1p60 ? ($T)1 : a, ul, wl, tl, l;
  $T u = v * v, w = rd_sum_$t(($T)1, u, &wl), s = sqrt(w);
  ul = fma(v, v, -u) + wl;
  $T sl = (fma(-s, s, w) + ul) * ($T)0.5 / s, t = rd_sum_$t(v, s, &tl);
  $M big = a > ($T)0x1p60;
  $T h = rd_logd_$t(big ? a : t, big ? ($T)0 : tl + sl, &l);
  h = h + (l + (big ? ($T)0x1.62e42fefa39efp-1 : ($T)0));
  return copysign(a < ($T)0x1p-27 ? a : a < ($T)INFINITY ? h : a, x);
}

//: acosh f64
$T rd_acosh_$t($T x) {
  $M big = x > ($T)0x1p60;
  $T v = big ? ($T)2 : x, ul, wl, tl, l;
  $T u = v * v, w = rd_sum_$t(u, ($T)(-1), &wl);
  ul = fma(v, v, -u) + wl;
  $T w1 = w + ul, s = sqrt(w1);
  $T sl = (fma(-s, s, w1) + ((w - w1) + ul)) * ($T)0.5 / s, t = rd_sum_$t(v, s, &tl);
  $T h = rd_logd_$t(big ? x : t, big ? ($T)0 : tl + sl, &l);
  h = h + (l + (big ? ($T)0x1.62e42fefa39efp-1 : ($T)0));
  return x > ($T)1 ? (x < ($T)INFINITY ? h : x) : (x == ($T)1 ? ($T)0 : ($T)NAN);
}

//: atanh f64
$T rd_atanh_$t($T x) {
  $T a = fabs(x), nl, dl, l, n = rd_sum_$t(($T)1, a, &nl), d = rd_sum_$t(($T)1, -a, &dl), q = n / d;
  $T h = rd_logd_$t(q, (fma(-q, d, n) + (nl - q * dl)) / d, &l);
  h = ($T)0.5 * (h + l);
  return copysign(a < ($T)0x1p-27 ? a : a < ($T)1 ? h : (a == ($T)1 ? ($T)INFINITY : ($T)NAN), x);
}

//: pow f64
$T rd_pow_$t($T x, $T y) {
  $T a = fabs(x), l, h = rd_logd_$t(a, ($T)0, &l), ay = fabs(y);
  $T p = y * h, q = fma(y, h, -p) + y * l;
  q = fabs(p) < ($T)1000 ? q : ($T)0;
  $T r = rd_exps_$t(p, q, ($I)0);
  $M whole = rint(y) == y, odd = whole & (ay < ($T)0x1p53) & (rint(y * ($T)0.5) != y * ($T)0.5);
  $M up = (a > ($T)1) == (y > ($T)0);
  $M ends = (a == ($T)0) | (a == ($T)INFINITY) | (ay == ($T)INFINITY);
  r = ends ? (up ? ($T)INFINITY : ($T)0) : r;
  r = (x < ($T)0) & !whole & (a < ($T)INFINITY) ? ($T)NAN : r;
  r = odd ? copysign(r, x) : r;
  r = (x != x) | (y != y) ? ($T)NAN : r;
  r = (a == ($T)1) & (ay == ($T)INFINITY) ? ($T)1 : r;
  return (x == ($T)1) | (y == ($T)0) ? ($T)1 : r;
}

//: cbrt f64
$T rd_cbrt_$t($T x) {
  $T a = fabs(x);
  $M tiny = a < ($T)0x1p-1022;
  $T v = tiny ? a * ($T)0x1p54 : a;
  $I i = as_$I(v), e = i >> ($I)52;
  $T b = as_$T(($I)0x553ef0ff289dd796 - (($I)(((e << ($I)20 | ((i >> ($I)32) & ($I)0xfffff)) * ($I)0x55555556) >> ($I)32) << ($I)32));
  $T d = ($T)1 - v * b * b * b;
  b = fma(b, d * fma(d, fma(d, ($T)(14.0 / 81), ($T)(2.0 / 9)), ($T)(1.0 / 3)), b);
  d = fma(-v * b * b, b, ($T)1);
  b = fma(b, d * fma(d, fma(d, ($T)(14.0 / 81), ($T)(2.0 / 9)), ($T)(1.0 / 3)), b);
  $T c = v * b * b, s = c * c;
  c = fma(-(fma(s, c, -v) + fma(c, c, -s) * c), b * b * ($T)(1.0 / 3), c);
  c = tiny ? c * ($T)0x1p-18 : c;
  return copysign((a > ($T)0) & (a < ($T)INFINITY) ? c : a, x);
}

//: hypot f64
$T rd_hypot_$t($T x, $T y) {
  $T ax = fabs(x), ay = fabs(y), a = ax > ay ? ax : ay, b = ax > ay ? ay : ax;
  $T s = a > ($T)0x1p500 ? ($T)0x1p-600 : (a < ($T)0x1p-500 ? ($T)0x1p600 : ($T)1);
  $T r = a > ($T)0x1p500 ? ($T)0x1p600 : (a < ($T)0x1p-500 ? ($T)0x1p-600 : ($T)1);
  a *= s;
  b *= s;
  $T h = sqrt(fma(a, a, b * b)) * r;
  return (ax == ($T)INFINITY) | (ay == ($T)INFINITY) ? ($T)INFINITY : ((x != x) | (y != y) ? ($T)NAN : h);
}

// erfc x for x >= 1/2, as e^(-x^2) times a function that changes slowly [Shepherd81].
//: erfcp f64
$T rd_erfcp_$t($T x) {
  x = x > ($T)30 ? ($T)30 : x;
  $T d = x + ($T)4, i = ($T)1 / d, q = (x - ($T)4) * i;
  q = fma(fma(-q, d, x - ($T)4) - q * ((x - (d - ($T)4))), i, q);
  $T p = POLY(erfcxAll, q), x2 = x + x, g = x2 + ($T)1, gl = ($T)1 - (g - x2);
  i = ($T)1 / g;
  $T w = p * i, wl = (fma(-w, g, p) - w * gl) * i, u = x * x, el;
  $I n;
  $T e = rd_expn_$t(-u, -fma(x, x, -u), &el, &n);
  return rd_scale_$t(fma(e, w, fma(e, wl, el * w)), n);
}

//: erfc f64
$T rd_erfc_$t($T x) {
  $T y = rd_erfcp_$t(fabs(x));
  return fabs(x) < ($T)0.5 ? ($T)1 - rd_erfs_$t(x) : (x < ($T)0 ? ($T)2 - y : y);
}

// erf x for |x| <= 1.
//: erfs f64
$T rd_erfs_$t($T x) {
  $T z = fabs(x) > ($T)1 ? ($T)1 : x * x;
  return fma(x, ($T)0x1.20dd750429b6dp+0, x * fma(z, POLY(erfTail, z), ($T)0x1.1ae3a914fed8p-56));
}

//: erf f64
$T rd_erf_$t($T x) {
  $T a = fabs(x);
  return a > ($T)1 ? copysign(($T)1 - rd_erfcp_$t(a), x) : (x == ($T)0 ? x : rd_erfs_$t(x));
}
