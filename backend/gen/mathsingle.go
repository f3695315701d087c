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
	// Angles above 2^17 go through f64.
	"wave": `$T rd_wave_$t($T x, $T f, $I n) {
  $T r = fma(-f, ($T)(-0x1.ee59dap-49f), fma(-f, ($T)(-0x1.777a5cp-24f), fma(-f, ($T)0x1.921fb6p+1f, x)));
  $T z = r * r, u = z * r, c = ($T)(-0.166666672f), s = fma(u, c, r), e = fma(u, c, r - s);
  return as_$T(as_$I(s + fma(u * z, POLY(waveTail32, z), e)) ^ (n << ($I)31));
}`,
	"sin": `$T rd_sin_$t($T x) {
  $T m = fma(x, ($T)0x1.45f306p-2f, ($T)0x1.8p23f), y = rd_wave_$t(x, m - ($T)0x1.8p23f, as_$I(m));
  $M huge = fabs(x) > ($T)0x1p17f;
  if ($A(huge)) y = huge ? rd_hugesin_$t(x) : y;
  return x == ($T)0 ? x : y;
}`,
	"cos": `$T rd_cos_$t($T x) {
  $T m = fma(x, ($T)0x1.45f306p-2f, ($T)0.5f) + ($T)0x1.8p23f;
  $T y = rd_wave_$t(x, (m - ($T)0x1.8p23f) - ($T)0.5f, as_$I(m));
  $M huge = fabs(x) > ($T)0x1p17f;
  if ($A(huge)) y = huge ? rd_hugecos_$t(x) : y;
  return y;
}`,
	"hugesin": `__attribute__((noinline)) $T rd_hugesin_$t($T x) { return convert_$T(rd_sin_f64$X(convert_double$L(x))); }`,
	"hugecos": `__attribute__((noinline)) $T rd_hugecos_$t($T x) { return convert_$T(rd_cos_f64$X(convert_double$L(x))); }`,
}
