package gen

import "strings"

// Functions of f32 that are computed in f64 in a simpler way than those of f64: it has digits to spare. In the texts, D is
// the type of f64; where a difference would cancel there are a few terms of a series.

func init() {
	words := strings.NewReplacer("D(", "(double$L)(", "D ", "double$L ", "DOUBLE", "convert_double$L", "F64", "_f64$X")
	for name, text := range narrowFuncs {
		mathSingle[name] = words.Replace(text)
	}
}

var narrowFuncs = map[string]string{
	"log2":  `$T rd_log2_$t($T x) { return convert_$T(rd_logF64(DOUBLE(x)) * D(0x1.71547652b82fep+0)); }`,
	"log10": `$T rd_log10_$t($T x) { return convert_$T(rd_logF64(DOUBLE(x)) * D(0x1.bcb7b1526e50ep-2)); }`,
	"log1p": `$T rd_log1p_$t($T x) {
  D d = DOUBLE(x), s = fma(d * d, fma(d, D(1.0 / 3), D(-0.5)), d);
  D y = fabs(d) < D(0x1p-12) ? s : rd_logF64(D(1) + d);
  return x == ($T)0 ? x : convert_$T(y);
}`,
	"exp2":  `$T rd_exp2_$t($T x) { return convert_$T(rd_expF64(DOUBLE(x) * D(0x1.62e42fefa39efp-1))); }`,
	"exp10": `$T rd_exp10_$t($T x) { return convert_$T(rd_expF64(DOUBLE(x) * D(0x1.26bb1bbb55516p+1))); }`,
	"expm1": `$T rd_expm1_$t($T x) {
  D d = DOUBLE(x), s = fma(d * d, fma(d, D(1.0 / 6), D(0.5)), d);
  D y = fabs(d) < D(0x1p-10) ? s : rd_expF64(d) - D(1);
  return x == ($T)0 ? x : convert_$T(y);
}`,
	"sinh": `$T rd_sinh_$t($T x) {
  D d = DOUBLE(x), z = d * d, e = rd_expF64(d);
  D y = fabs(d) < D(0x1p-4) ? fma(d * z, fma(z, D(1.0 / 120), D(1.0 / 6)), d) : D(0.5) * (e - D(1) / e);
  return x == ($T)0 ? x : convert_$T(y);
}`,
	"tanh": `$T rd_tanh_$t($T x) {
  D d = DOUBLE(x), z = d * d, e = rd_expF64(d > D(20) ? D(40) : d + d);
  D y = fabs(d) < D(0x1p-5) ? fma(d * z, fma(z, D(2.0 / 15), D(-1.0 / 3)), d) : (e - D(1)) / (e + D(1));
  return x == ($T)0 ? x : convert_$T(y);
}`,
	"asinh": `$T rd_asinh_$t($T x) {
  D d = fabs(DOUBLE(x)), z = d * d, s = fma(d * z, fma(z, fma(z, D(-15.0 / 336), D(3.0 / 40)), D(-1.0 / 6)), d);
  D y = d < D(0x1p-4) ? s : rd_logF64(d + sqrt(z + D(1)));
  return copysign(convert_$T(y), x);
}`,
	"acosh": `$T rd_acosh_$t($T x) {
  D d = DOUBLE(x);
  return convert_$T(rd_logF64(d + sqrt((d - D(1)) * (d + D(1)))));
}`,
	"atanh": `$T rd_atanh_$t($T x) {
  D d = fabs(DOUBLE(x)), z = d * d, s = fma(d * z, fma(z, D(1.0 / 5), D(1.0 / 3)), d);
  D y = d < D(0x1p-8) ? s : D(0.5) * rd_logF64((D(1) + d) / (D(1) - d));
  return copysign(convert_$T(y), x);
}`,
	"pow": `$T rd_pow_$t($T x, $T y) {
  $T a = fabs(x), ay = fabs(y), r = convert_$T(rd_expF64(DOUBLE(y) * rd_logF64(DOUBLE(a))));
  $M whole = rint(y) == y, odd = whole & (ay < ($T)0x1p24f) & (rint(y * ($T)0.5f) != y * ($T)0.5f);
  $M up = (a > ($T)1) == (y > ($T)0);
  $M ends = (a == ($T)0) | (a == ($T)INFINITY) | (ay == ($T)INFINITY);
  r = ends ? (up ? ($T)INFINITY : ($T)0) : r;
  r = (x < ($T)0) & !whole & (a < ($T)INFINITY) ? ($T)NAN : r;
  r = odd ? copysign(r, x) : r;
  r = (x != x) | (y != y) ? ($T)NAN : r;
  r = (a == ($T)1) & (ay == ($T)INFINITY) ? ($T)1 : r;
  return (x == ($T)1) | (y == ($T)0) ? ($T)1 : r;
}`,
	// ln gamma z + ln p for z >= 0, p = z (z+1) ... (z+7) below 8, else 1.
	"stirling": `D rd_stirling_$t(D z, D *p) {
  D x = z < D(8) ? z + D(8) : z, i = D(1) / x, w = i * i;
  D r = z * (z + D(1)) * (z + D(2)) * (z + D(3)) * (z + D(4)) * (z + D(5)) * (z + D(6)) * (z + D(7));
  *p = z < D(8) ? r : D(1);
  return (x - D(0.5)) * rd_logF64(x) - x + fma(i, POLY(stirling64, w), D(0x1.d67f1c864beb5p-1));
}`,
	"lgamma": `$T rd_lgamma_$t($T x) {
  D d = DOUBLE(x), a = fabs(d), p, h = rd_stirling_$t(a, &p) - rd_logF64(p);
  D n = rd_logF64(D(0x1.921fb54442d18p+1) / (a * fabs(rd_sinpiF64(a)))) - h;
  $T y = convert_$T(d < D(-0x1p-60) ? n : h);
  y = (fabs(x) == ($T)0) | (fabs(x) == ($T)INFINITY) ? ($T)INFINITY : y;
  y = (x == ($T)1) | (x == ($T)2) ? ($T)0 : y;
  return x != x ? x : y;
}`,
	"gamma": `$T rd_gamma_$t($T x) {
  D d = DOUBLE(x), a = fabs(d) > D(170) ? D(170) : fabs(d), p, h = rd_stirling_$t(a, &p);
  D g = rd_expF64(h) / p, n = D(-0x1.921fb54442d18p+1) / (fabs(d) * rd_sinpiF64(fabs(d)) * g);
  $T y = convert_$T(d < D(0) ? n : g);
  y = (x < ($T)0) & (rint(x) == x) ? ($T)NAN : y;
  return fabs(x) < ($T)0x1p-60f ? ($T)1 / x : y;
}`,
}
