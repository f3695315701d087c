package gen

// mathSingle are functions of f32 computed in f32, by the ways of those of f64; see math.go.
var mathSingle = map[string]string{
	"exp": `$T rd_exp_$t($T x) {
  x = x > ($T)110 ? ($T)110 : x;
  x = x < ($T)(-110) ? ($T)(-110) : x;
  $T m = fma(x, ($T)0x1.715476p+0f, ($T)0x1.8p23f), f = m - ($T)0x1.8p23f;
  $I n = as_$I(m) - as_$I(($T)0x1.8p23f), n1 = n >> ($I)1;
  $T r = fma(f, ($T)(-1.428606820309417e-6f), fma(f, ($T)(-0x1.62e4p-1f), x));
  $T y = ($T)1 + fma(r * r, POLY(expTail32, r), r);
  return y * as_$T((n1 + ($I)127) << ($I)23) * as_$T((n - n1 + ($I)127) << ($I)23);
}`,
	"log": `$T rd_log_$t($T x) {
  $M tiny = x < ($T)0x1p-126f;
  $I i = as_$I(tiny ? x * ($T)0x1p24f : x), n = (i - ($I)0x3f3504f3) >> ($I)23;
  $T k = convert_$T(n) - (tiny ? ($T)24 : ($T)0);
  $T f = as_$T(i - (n << ($I)23)) - ($T)1, s = f / (f + ($T)2), z = s * s, h = ($T)0.5f * f * f;
  $T r = ($T)2 * z * fma(z, POLY(logTail32, z), ($T)0.333333333f);
  $T y = k * ($T)0x1.62e4p-1f - ((h - fma(s, h + r, k * ($T)1.428606820309417e-6f)) - f);
  return x > ($T)0 ? (x < ($T)INFINITY ? y : x) : (x == ($T)0 ? ($T)(-INFINITY) : ($T)NAN);
}`,
	// The angle is reduced in f64.
	"angle": `$T rd_angle_$t($T x, $I *n) {
  double$L d = convert_double$L(x), m = fma(d, (double$L)0x1.45f306dc9c883p-1, (double$L)0x1.8p52), f = m - (double$L)0x1.8p52;
  double$L r = fma(-f, (double$L)0x1.1a62633145c07p-54, fma(-f, (double$L)0x1.921fb54442d18p+0, d));
  long$L q = as_long$L(m);
  if ($A(fabs(d) > (double$L)0x1p30)) {
    double$L hl;
    long$L hn;
    double$L hh = rd_hugeangle_f64$X(d, &hl, &hn);
    r = fabs(d) > (double$L)0x1p30 ? hh : r;
    q = fabs(d) > (double$L)0x1p30 ? hn : q;
  }
  *n = convert_$I(q);
  return convert_$T(r);
}`,
	"sinr": `$T rd_sinr_$t($T r) { $T z = r * r; return fma(z * r, POLY(sinTail32, z), r); }`,
	"cosr": `$T rd_cosr_$t($T r) { $T z = r * r; return fma(z * z, POLY(cosTail32, z), fma(z, ($T)(-0.5f), ($T)1)); }`,
	"sin": `$T rd_sin_$t($T x) {
  $I n;
  $T r = rd_angle_$t(x, &n), y = (n & ($I)1) != ($I)0 ? rd_cosr_$t(r) : rd_sinr_$t(r);
  return x == ($T)0 ? x : ((n & ($I)2) != ($I)0 ? -y : y);
}`,
	"cos": `$T rd_cos_$t($T x) {
  $I n;
  $T r = rd_angle_$t(x, &n), y = (n & ($I)1) != ($I)0 ? rd_sinr_$t(r) : rd_cosr_$t(r);
  return ((n + ($I)1) & ($I)2) != ($I)0 ? -y : y;
}`,
}
