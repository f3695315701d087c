package gen

import (
	"fmt"
	"strings"

	"raido/lang/prim"
)

// vecSupports are the functions that texts for vectors call, by the rules of vecRows. Divisors of zero count as
// one: the lane is not looked at.
var vecSupports = map[string]struct{ signed, unsigned, float string }{
	"quot": {
		"$T rd_quot_$t($T a, $T b) { $T q = rd_ratio_$t(a, (b == ($T)0) | (b == ($T)(-1)) ? ($T)1 : b); return b == ($T)(-1) ? as_$T(($U)0 - as_$U(a)) : q; }",
		"$T rd_quot_$t($T a, $T b) { return rd_ratio_$t(a, b == ($T)0 ? ($T)1 : b); }", ""},
	"rem": {
		"$T rd_rem_$t($T a, $T b) { return as_$T(as_$U(a) - as_$U(rd_quot_$t(a, b)) * as_$U(b)); }",
		"$T rd_rem_$t($T a, $T b) { return a - rd_quot_$t(a, b) * b; }", ""},
	"div": {
		"$T rd_div_$t($T a, $T b) { $T q = rd_quot_$t(a, b), r = as_$T(as_$U(a) - as_$U(q) * as_$U(b)); return q + ((r != ($T)0) & ((r ^ b) < ($T)0)); }",
		"$T rd_div_$t($T a, $T b) { return rd_quot_$t(a, b); }", ""},
	"mod": {
		"$T rd_mod_$t($T a, $T b) { $T r = rd_rem_$t(a, b); return (r != ($T)0) & ((r ^ b) < ($T)0) ? r + b : r; }",
		"$T rd_mod_$t($T a, $T b) { return rd_rem_$t(a, b); }",
		"$T rd_mod_$t($T a, $T b) { $T r = rd_fmod_$t(a, b); return (r != ($T)0) & ((r < ($T)0) != (b < ($T)0)) ? (fabs(b) == ($T)INFINITY ? b : r + b) : r; }"},
	"shr": {
		"$T rd_shr_$t($T a, $T b) { return a >> as_$T(as_$U(b) < ($U)$W ? as_$U(b) : ($U)($W - 1)); }",
		"$T rd_shr_$t($T a, $T b) { return b < ($T)$W ? a >> b : ($T)0; }", ""},
	"pow": {
		"$T rd_pow_$t($T x, $T n) { $U r = ($U)1, b = as_$U(x), k = as_$U(n); for (; $A(k != ($U)0); k >>= ($U)1) { r *= (k & ($U)1) != ($U)0 ? b : ($U)1; b *= b; } return as_$T(r); }",
		"$T rd_pow_$t($T x, $T n) { $U r = ($U)1, b = as_$U(x), k = as_$U(n); for (; $A(k != ($U)0); k >>= ($U)1) { r *= (k & ($U)1) != ($U)0 ? b : ($U)1; b *= b; } return as_$T(r); }", ""},
	// The remainder has no rounding: the quotient is taken off in pieces of few enough bits, mostly one.
	"fmod": {"", "", `$T rd_fmod_$t($T a, $T b) {
  $T x = fabs(a), y = fabs(b), r = (x < ($T)INFINITY) & (y > ($T)0) ? x : ($T)NAN;
  $I low = (as_$I(y) >> ($I)$P) + ($I)($P - 2); // of subnormals, scaled to be normal, too
  low = low < ($I)($P - 1) ? (as_$I(y * ($T)(1UL << $P)) >> ($I)$P) - ($I)2 : low;
  for ($M more = r >= y; $A(more); more = r >= y) {
    $I k = (as_$I(r) >> ($I)$P) - low;
    k = more & (k > ($I)0) ? min(k, ($I)(2 * $B - 46)) : ($I)0;
    $T s = y * as_$T((($I)$B + (k >> ($I)1)) << ($I)$P) * as_$T((($I)$B + k - (k >> ($I)1)) << ($I)$P);
    $T t = fma(-trunc(r / s), s, r);
    r = more ? (t < ($T)0 ? t + s : t) : r;
  }
  return as_$T(as_$I(r) | (as_$I(a) & ((($I)1) << ($I)($W - 1))));
}`},
}

// ratioText divides integers, the divisor neither 0 nor -1. Devices divide no vectors of integers but ones of
// floats, and a quotient of integers, if it is not whole, is further from a whole number than the rounding moves it.
func ratioText(t prim.Type) string {
	switch t.Size() {
	case 1, 2:
		return "$T rd_ratio_$t($T a, $T b) { return convert_$T(convert_float$L(a) / convert_float$L(b)); }"
	case 4:
		return "$T rd_ratio_$t($T a, $T b) { return convert_$T(convert_double$L(a) / convert_double$L(b)); }"
	}
	return "$T rd_ratio_$t($T a, $T b) { return a / b; }"
}

// toIntText converts floats to integers of type to: truncated, saturating, nan and infinities to 0.
func toIntText(from, to prim.Type, w int) string {
	n := 8 * to.Size()
	lo, hi := "0", fmt.Sprintf("0x1p%d", n)
	if to.IsSigned() {
		lo, hi = fmt.Sprintf("-0x1p%d", n-1), fmt.Sprintf("0x1p%d", n-1)
	}
	if from == prim.F32 {
		hi += "f"
		if to.IsSigned() {
			lo += "f"
		}
	}
	text := "$R rd_to$d_$t($T x) { $R v = convert_$R((x >= ($T)($lo)) & (x < ($T)($hi)) ? x : ($T)0);" +
		" v = convert_$J((x >= ($T)($hi)) & (x < ($T)INFINITY)) ? ($R)($max) : v;" +
		" return convert_$J((x < ($T)($lo)) & (x > ($T)(-INFINITY))) ? ($R)($min) : v; }"
	return strings.NewReplacer("$R", vecType(to, w), "$J", signed(to)+lanesSuffix(w), "$d", to.String(), "$lo", lo, "$hi", hi,
		"$max", literal(prim.IntMax(to)), "$min", literal(prim.IntMin(to))).Replace(text)
}

// vecSupport is the text of the function rd_NAME_TxW, not yet with its types, or "".
func vecSupport(name string, t prim.Type, w int) string {
	if to, ok := prim.ByName(strings.TrimPrefix(name, "to")); ok && strings.HasPrefix(name, "to") {
		return toIntText(t, to, w)
	}
	switch name {
	case "ratio":
		return ratioText(t)
	case "any":
		return anyText(t, w)
	case "near":
		return fmt.Sprintf("typedef $T rd_near_$t __attribute__((aligned(%d)));", t.Size())
	}
	s := vecSupports[name]
	switch {
	case t.IsSigned():
		return s.signed
	case t.IsUnsigned():
		return s.unsigned
	}
	return s.float
}

// anyFunc is the function that tells whether any lane of a mask for values of type t is set: drivers look at the lanes
// one after another.
func anyFunc(t prim.Type, w int) string {
	return fmt.Sprintf("rd_any_i%dx%d", 8*t.Size(), w)
}

// anyText looks at the lanes' bytes as one number.
func anyText(t prim.Type, w int) string {
	if t.Size() > 1 {
		return fmt.Sprintf("int rd_any_$t($T x) { return %s(convert_char$L(x)); }", anyFunc(prim.I8, w))
	}
	if w == 16 {
		return "int rd_any_$t($T x) { const ulong2 u = as_ulong2(x); return (u.x | u.y) != 0; }"
	}
	return fmt.Sprintf("int rd_any_$t($T x) { return as_%s(x) != 0; }", map[int]string{2: "ushort", 4: "uint", 8: "ulong"}[w])
}
