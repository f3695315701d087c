package gen

import (
	"regexp"
	"strconv"
	"strings"

	"raido/lang/diag"
	"raido/lang/prim"
)

// supports are the functions that operator texts call, for a type $t with C type $T. They are written only
// for the types that a program uses. Divisors are checked before, so that zero is none; the smallest
// integer divided by -1 wraps, which C leaves undefined.
var supports = map[string]struct{ signed, unsigned, float string }{
	"div": {
		"$T rd_div_$t($T a, $T b) { if (b == -1) return ($T)(0 - ($N)a); $T q = a / b; return q - ((a % b != 0) && ((a < 0) != (b < 0))); }",
		"$T rd_div_$t($T a, $T b) { return a / b; }", ""},
	"mod": {
		"$T rd_mod_$t($T a, $T b) { if (b == -1) return 0; $T r = a % b; return (r != 0 && (r < 0) != (b < 0)) ? r + b : r; }",
		"$T rd_mod_$t($T a, $T b) { return a % b; }",
		"$T rd_mod_$t($T a, $T b) { $T r = fmod(a, b); return (r != 0 && (r < 0) != (b < 0)) ? (isinf(b) ? b : r + b) : r; }"},
	"quot": {
		"$T rd_quot_$t($T a, $T b) { return b == -1 ? ($T)(0 - ($N)a) : a / b; }",
		"$T rd_quot_$t($T a, $T b) { return a / b; }", ""},
	"rem": {
		"$T rd_rem_$t($T a, $T b) { return b == -1 ? 0 : a % b; }",
		"$T rd_rem_$t($T a, $T b) { return a % b; }", ""},
	"shr": {
		"$T rd_shr_$t($T a, $T b) { return a >> (($U)b < $W ? b : $W - 1); }",
		"$T rd_shr_$t($T a, $T b) { return b < $W ? a >> b : 0; }", ""},
	// a number of elements times a dimension, or more than there can be
	"elems": {
		"$T rd_elems_$t($T a, $T b) { if (b <= 0) return 0; return a > (1L << 48) / b ? (1L << 48) : a * b; }", "", ""},
	// a quotient of numbers that are not negative, quick where they are small
	"idiv": {
		"$T rd_idiv_$t($T a, $T b) { return (a | b) >> 31 ? a / b : ($T)((uint)a / (uint)b); }", "", ""},
	"pow": {
		"$T rd_pow_$t($T x, $T n) { $N r = 1, b = ($N)x; for ($U k = ($U)n; k > 0; k >>= 1) { if (k & 1) r *= b; b *= b; } return ($T)r; }",
		"$T rd_pow_$t($T x, $T n) { $N r = 1, b = ($N)x; for ($U k = ($U)n; k > 0; k >>= 1) { if (k & 1) r *= b; b *= b; } return ($T)r; }",
		""},
}

// supportUse finds the uses of support functions: rd_NAME_TYPE, with xW after it for those on vectors.
var supportUse = regexp.MustCompile(`\brd_([a-z0-9]+)_([iuf][0-9]+)(?:x([0-9]+))?\b`)

// supportText is the text of the functions that body calls and of those that these call, each after what it calls.
func supportText(body string, target Target) string {
	var out []string
	seen := map[string]bool{}
	var add func(text string)
	add = func(text string) {
		for _, m := range supportUse.FindAllStringSubmatch(text, -1) {
			if !seen[m[0]] {
				seen[m[0]] = true
				f := supportFunc(m[1], m[2], m[3], target)
				add(f)
				out = append(out, f)
			}
		}
	}
	add(body)
	if text := strings.Join(out, "\n"); strings.Contains(text, "rd_twoopi") {
		out = append([]string{twoOverPi}, out...)
	}
	out = append(out, halfSupport(body)...)
	if strings.Contains(body, "rd_polygamma(") {
		out = append(out, polygammaText)
	}
	return strings.Join(out, "\n")
}

// supportFunc is the text of one function.
func supportFunc(name, typ, lanes string, target Target) string {
	t, _ := prim.ByName(typ)
	w, err := strconv.Atoi(lanes)
	if err != nil {
		w = 1
	}
	text := mathText(name, t, target)
	switch {
	case name == "first":
		text = firstText(t, w)
	case name == "piword":
		text = piwordText(w)
	case text != "":
	case w > 1:
		text = vecSupport(name, t, w)
	default:
		s := supports[name]
		switch {
		case t.IsSigned():
			text = s.signed
		case t.IsUnsigned():
			text = s.unsigned
		default:
			text = s.float
		}
	}
	if text == "" {
		diag.Bugf("gen: no function rd_%s_%s", name, typ)
	}
	text = strings.NewReplacer(append(shapeOf(t, w), "$N", wide(t))...).Replace(text)
	if strings.HasPrefix(text, "typedef") {
		return text
	}
	return "static " + text
}

// polygammaText computes in double whatever the width, as prim.Polygamma does.
const polygammaText = `static double rd_cotderiv(double x, int n) {
  double p[104], q[104];
  for (int i = 0; i < n + 2; i++) p[i] = 0;
  p[1] = 1;
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < n + 2; i++) q[i] = 0;
    for (int i = 1; i < n + 2; i++) {
      q[i-1] -= M_PI * i * p[i];
      if (i + 1 < n + 2) q[i+1] -= M_PI * i * p[i];
    }
    for (int i = 0; i < n + 2; i++) p[i] = q[i];
  }
  double c = cospi(x) / sinpi(x), cot = 0;
  for (int i = n + 1; i >= 0; i--) cot = cot * c + p[i];
  return cot;
}
static double rd_polygamma(double x, int n) {
  const double bern[8] = {1.0/12, -1.0/720, 1.0/30240, -1.0/1209600, 1.0/47900160,
    -691.0/1307674368000.0, 1.0/74724249600.0, -3617.0/10670622842880000.0};
  if (n < 0 || n > 100 || x != x || (x <= 0 && x == floor(x))) return as_double(0x7ff8000000000000UL);
  if (isinf(x)) return x < 0 ? as_double(0x7ff8000000000000UL) : n == 0 ? x : 0;
  int low = x < 0.5;
  double x0 = x;
  if (low) x = 1 - x;
  double sign = n % 2 == 0 ? -1 : 1, fact = 1, sum = 0, s, f, p;
  for (int k = 2; k <= n; k++) fact *= k;
  for (; x < 16 + n; x += 1) sum += pow(x, (double)(-(n + 1)));
  sum *= sign * fact;
  if (n == 0) {
    s = log(x) - 0.5 / x; f = 1; p = 1 / (x * x);
    for (int k = 0; k < 8; k++) { s -= bern[k] * f * p; p /= x * x; f *= (2.0*k + 2) * (2.0*k + 3); }
    s += sum;
  } else {
    s = fact / n * pow(x, (double)-n) + fact / 2 * pow(x, (double)(-(n + 1)));
    f = fact * (n + 1); p = pow(x, (double)(-(n + 2)));
    for (int k = 0; k < 8; k++) { s += bern[k] * f * p; p /= x * x; f *= (n + 2.0*k + 2) * (n + 2.0*k + 3); }
    s = sum + sign * s;
  }
  if (!low) return s;
  return (n % 2 == 1 ? -s : s) - M_PI * rd_cotderiv(x0, n);
}`
