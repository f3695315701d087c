// The gamma function and its logarithm, see math.cl.

// x (lgamma x - ((x - 1/2) ln x - x + ln(2 pi)/2)), z = 1/x^2, x >= 10
//: poly stirling 0.083333333333333329 -0.0027777777777774886 0.00079365079318677127 -0.00059523781514736333 0.00084166996204134326 -0.0019054332021105145 0.0054943451438635637
// lgamma(1+t) / t, |t| <= 0.2
//: poly gammaOne -0.57721566490153287 0.82246703342411309 -0.40068563438653132 0.27058080842791682 -0.20738555102879941 0.16955717695119843 -0.14404989672503318 0.12550967676336056 -0.11133427273261277 0.10009885734816894 -0.090953448135127693 0.083381979463223274 -0.076959193535397291 0.070686156305641706 -0.065960763428879965 0.072858726578891975 -0.068641440548395952
// lgamma(2+t) / t
//: poly gammaTwo 0.42278433509846713 0.3224670334241132 -0.067352301053197991 0.020580808427784501 -0.007385551028715188 0.0028905103307608265 -0.0011927539055285701 0.00050966952185023157 -0.00022315519879068465 9.9457719074869873e-05 -4.4910138192464025e-05 2.0499670957157856e-05 -9.7304057342840151e-06 4.5111487885796622e-06

// ln gamma z for z >= 0 as a pair, by Stirling's series at x = z or, below 10, z + 10; then gamma z is e^that over
// the product z (z+1) ... (z+9), the pair p + pl, whose logarithm is not taken off.
//: stirling f64
$T rd_stirling_$t($T z, $T *lo, $T *p, $T *pl) {
  $M low = z < ($T)10;
  $T v = low ? z : ($T)10, e, xl, x = rd_sum_$t(z, low ? ($T)10 : ($T)0, &xl), r = v, rl = ($T)0, c, q;
  c = rd_sum_$t(v, ($T)1, &e);
  q = r * c;
  rl = fma(r, c, -q) + (rl * c + r * e);
  r = q;
  c = rd_sum_$t(v, ($T)2, &e);
  q = r * c;
  rl = fma(r, c, -q) + (rl * c + r * e);
  r = q;
  c = rd_sum_$t(v, ($T)3, &e);
  q = r * c;
  rl = fma(r, c, -q) + (rl * c + r * e);
  r = q;
  c = rd_sum_$t(v, ($T)4, &e);
  q = r * c;
  rl = fma(r, c, -q) + (rl * c + r * e);
  r = q;
  c = rd_sum_$t(v, ($T)5, &e);
  q = r * c;
  rl = fma(r, c, -q) + (rl * c + r * e);
  r = q;
  c = rd_sum_$t(v, ($T)6, &e);
  q = r * c;
  rl = fma(r, c, -q) + (rl * c + r * e);
  r = q;
  c = rd_sum_$t(v, ($T)7, &e);
  q = r * c;
  rl = fma(r, c, -q) + (rl * c + r * e);
  r = q;
  c = rd_sum_$t(v, ($T)8, &e);
  q = r * c;
  rl = fma(r, c, -q) + (rl * c + r * e);
  r = q;
  c = rd_sum_$t(v, ($T)9, &e);
  q = r * c;
  rl = fma(r, c, -q) + (rl * c + r * e);
  r = q;
  r = low ? r : ($T)1;
  rl = low ? rl : ($T)0;
  *p = r;
  *pl = rl;
  $T l, h = rd_logd_$t(x, xl, &l), i = ($T)1 / x, w = i * i;
  $T a = x - ($T)0.5, al, b, bl;
  a = rd_sum_$t(x, ($T)(-0.5), &al);
  b = a * h;
  bl = fma(a, h, -b) + (a * l + (al + xl) * h);
  $T s = rd_sum_$t(b, -x, &e);
  $T t = rd_sum_$t(s, ($T)0x1.d67f1c864beb5p-1, &l);
  l += (e - xl) + (bl + fma(i, POLY(stirling, w), ($T)(-0x1.65b5a1b7ff5dfp-55)));
  $T y = t + l;
  *lo = (t - y) + l;
  return y;
}

//: lgamma f64
$T rd_lgamma_$t($T x) {
  $T a = fabs(x), p, pl, l, ll, h = rd_stirling_$t(a, &l, &p, &pl), e;
  $M neg = x < ($T)(-0x1p-60);
  $T d = rd_logd_$t(p, pl, &ll), y = rd_sum_$t(h, -d, &e), s = ($T)1;
  y += e + (l - ll);
  if ($A(neg)) { // gamma(-a) = -pi / (a sin(pi a) gamma a)
    e += l - ll;
    s = fabs(rd_sinpi_$t(a));
    $T al, sl, f, g = rd_logd_$t(a, ($T)0, &al), b = rd_logd_$t(s, ($T)0, &sl), u = rd_sum_$t(g, b, &f), k;
    $T v = rd_sum_$t(($T)0x1.250d048e7a1bdp+0, -u, &g), n = rd_sum_$t(v, -rd_sum_$t(h, -d, &k), &b);
    y = neg ? n + (b + ((g + (($T)0x1.7abf2ad8d5088p-57 - (f + (al + sl)))) - e)) : y;
  }
  $T t = x - ($T)1, t2 = x - ($T)2;
  y = fabs(t) < ($T)0.2 ? t * POLY(gammaOne, t) : (fabs(t2) < ($T)0.2 ? t2 * POLY(gammaTwo, t2) : y);
  y += ($T)0; // no -0
  y = neg & (s == ($T)0) ? ($T)INFINITY : y;
  y = (a == ($T)0) | (a > ($T)2.5563e305) ? ($T)INFINITY : y;
  return x != x ? x : y;
}

//: gamma f64
$T rd_gamma_$t($T x) {
  $T a = fabs(x), p, pl, l, h = rd_stirling_$t(a > ($T)200 ? ($T)200 : a, &l, &p, &pl);
  $M neg = x < ($T)0;
  $T y = rd_exps_$t(neg ? -h : h, neg ? -l : l, neg ? ($I)64 : ($I)0);
  $T i = ($T)1 / p, g = y * i;
  g = g + (fma(-g, p, y) - g * pl) * i;
  $T d = a * rd_sinpi_$t(a);
  $T n = -($T)0x1.921fb54442d18p+1 * (p + pl) / d * y * ($T)0x1p-64;
  $M whole = rint(x) == x;
  y = neg ? (whole ? ($T)NAN : (a > ($T)200 ? copysign(($T)0, n) : n)) : (x > ($T)171.6243769563027 ? ($T)INFINITY : g);
  y = (a < ($T)0x1p-60) ? ($T)1 / x : y;
  return x != x ? x : y;
}
