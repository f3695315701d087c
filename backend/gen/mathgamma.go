package gen

import (
	"fmt"
	"strings"
)

// The gamma function and its logarithm, see math.go.

func init() {
	for name, text := range gammaFuncs {
		mathFuncs[name] = text
	}
}

// factors multiplies the pair r + rl by v + 1, ..., v + n; written out, loops around it vectorise.
func factors(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "  c = rd_sum_$t(v, ($T)%d, &e);\n  q = r * c;\n  rl = fma(r, c, -q) + (rl * c + r * e);\n  r = q;\n", i+1)
	}
	return b.String()
}

var gammaFuncs = map[string]string{
	// ln gamma z for z >= 0 as a pair, by Stirling's series at x = z or, below 10, z + 10; then gamma z is e^that over
	// the product z (z+1) ... (z+9), the pair p + pl, whose logarithm is not taken off.
	"stirling": `$T rd_stirling_$t($T z, $T *lo, $T *p, $T *pl) {
  $M low = z < ($T)10;
  $T v = low ? z : ($T)10, e, xl, x = rd_sum_$t(z, low ? ($T)10 : ($T)0, &xl), r = v, rl = ($T)0, c, q;
` + factors(9) + `  r = low ? r : ($T)1;
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
}`,
	"lgamma": `$T rd_lgamma_$t($T x) {
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
}`,
	"gamma": `$T rd_gamma_$t($T x) {
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
}`,
}
