package tests

import (
	"strings"
	"testing"

	"raido/tests/golden"
)

// TestADText: what %ad prints is a program that computes the same derivatives, where Futhark has words for it.
func TestADText(t *testing.T) {
	b := newBook(t, "interp")
	b.run("def cost (xs: [3]f64) (w: f64) = f64.sum (map (\\x -> f64.exp (w * x) * x) xs)\n" +
		"def power (n: i64) (x: f64) = loop y = x for i < n do if y > 2 then y / 2 else y * f64.sin y\n" +
		"def energy [n] (g: f64, pos: [n]f64, mass: [n]f64) = g * f64.sum (map2 (*) pos mass)\n" +
		"def mat [n][m] (a: [n][m]f64) (x: [m]f64) = map (\\r -> f64.sum (map2 (*) r x)) a\n" +
		"def pre [n] (xs: [n]f64) = scan (*) 1 xs\n" +
		"def root (x: f64) = loop y = x while f64.abs (y * y - x) > 1e-12 do (y + x / y) / 2\n" +
		"def hist [n] (xs: [n]f64) = reduce_by_index (replicate 3 0) (+) 0 (map (\\x -> i64.f64 x % 3) xs) xs\n" +
		"def most [n] (xs: [n]f32) = f32.maximum xs\n" +
		"def pair (a: f64, b: f64) = (a * b, if a > b then a else -b ** 3)\n" +
		"def grid (m: [2][3]f64) = f64.sum (flatten (transpose m)) * m[1, 2] + m[0, 0]\n")
	var kept strings.Builder
	for _, tc := range []struct{ f, call, args, dots, bar string }{
		{"cost", "f xs w", "[1.0, 2, 3]; 0.5", "[0.5, 1, -1]; 2", "3"},
		{"power", "f n x", "6; 1.5", "0; 2", "3"},
		{"energy", "f (g, x, m)", "9.81; [1, 2]; [3, 4]", "1; [1, 2]; [5, 6]", "2"},
		{"mat", "f a x", "[[1, 2], [3, 4]]; [5, 6]", "[[1, 0], [2, 1]]; [1, 3]", "[1, 2]"},
		{"pre", "f xs", "[1, 0, 3, 4]", "[1, 2, 3, 4]", "[4, 3, 2, 1]"},
		{"root", "f x", "2", "1", "1"},
		{"hist", "f xs", "[1, 2, 3, 4.5]", "[1, 2, 3, 4]", "[1, 2, 3]"},
		{"most", "f xs", "[1, 5, 2]", "[1, 2, 3]", "2"},
		{"pair", "f (a, b)", "3; 2", "1; 2", "(3, 4)"},
		{"grid", "f m", "[[1, 2, 3], [4, 5, 6]]", "[[1, 0, 2], [0, 1, 0]]", "2"},
		{"(\\x -> x * x + 1f64)", "f x", "3", "1", "1"},
		{"f64.sin", "f x", "3", "2", "2"},
	} {
		name := "f"
		if !strings.ContainsAny(tc.f, ".(") {
			name = tc.f
		}
		point := "(" + strings.ReplaceAll(tc.args, ";", ",") + ")"
		params := strings.NewReplacer("f (", "", "f ", "", ")", "", " ", ", ", ", ", ", ").Replace(tc.call)
		whole := "(\\(" + params + ") -> " + strings.Replace(tc.call, "f", tc.f, 1) + ") " + point
		check := func(option, suffix, seeds, want string) {
			text := b.run("%ad " + option + tc.f)
			kept.WriteString("%ad " + option + tc.f + "\n" + text + "\n")
			b.run(text)
			got := b.run(name + suffix + " " + argsOf(tc.args) + " " + argsOf(seeds))
			if want = b.run(want); onlyNumbers(got) != onlyNumbers(want) {
				t.Errorf("%s\ngives %s, want %s", text, got, want)
			}
		}
		check("--jvp ", "_jvp", tc.dots, "jvp2 "+whole+" ("+strings.ReplaceAll(tc.dots, ";", ",")+")")
		bar := strings.NewReplacer("(", "", ")", "", ", ", "; ").Replace(tc.bar)
		if !strings.HasPrefix(tc.bar, "(") {
			bar = tc.bar
		}
		check("", "_vjp", bar, "vjp2 "+whole+" "+tc.bar)
	}
	golden.Text(t, "ad/text.txt", kept.String())
	for code, want := range map[string]string{"%ad 3": "no function", "%ad": "needs a function", "%ad cots": "cots", "%ad (\\x -> x)": "", "%ad --nonsense pre": "--jvp"} {
		if text := strings.Join(b.fails(code).Traceback, "\n"); !strings.Contains(text, want) {
			t.Errorf("%s says %q, want %q in it", code, text, want)
		}
	}
}

// TestADTextOf: functions that consume, values of the notebook, and functions without derivative.
func TestADTextOf(t *testing.T) {
	b := newBook(t, "interp")
	b.run("def first (xs: *[3]f64): [3]f64 = xs with [0] = xs[1] * xs[2]\nlet data = [1.0, 2, 3]\ndef fit (w: f64): f64 = f64.sum (map (* w) data)\n" +
		"def area (s: #circle f64 | #rect f64 f64): f64 = match s case #circle r -> r * r case #rect a b -> a * b\ndef count (n: i64): [n]i64 = iota n")
	b.run(b.run("%ad first"))
	if got := b.run("first_vjp [1, 2, 3] [1, 1, 1]"); !strings.HasPrefix(got, "([6.0, 2.0, 3.0], [0.0, 4.0, 3.0])") {
		t.Error(got)
	}
	text := b.run("%ad fit")
	b.run(text)
	if got := b.run("fit_vjp 2 1 data"); !strings.HasPrefix(got, "(12.0, 6.0)") || !strings.Contains(text, "values of the notebook") || !strings.Contains(text, "(data: [3]f64)") {
		t.Errorf("%s\n%s", text, got)
	}
	b.run("def conv [n][k] (xs: [n]f64) (w: [k]f64) = tabulate (n - k + 1) (\\i -> f64.sum (map2 (*) w (xs[i:i+k] :> [k]f64)))")
	if text := b.run("%ad conv"); strings.Contains(text, "let t = i + ") {
		t.Errorf("what is computed for a check alone is written:\n%s", text)
	}
	for code, want := range map[string]string{"%ad count": "(n: i64) -> [n]i64"} {
		if text := strings.Join(b.fails(code).Traceback, "\n"); !strings.Contains(text, want) || strings.Contains(text, "raido_") {
			t.Errorf("%s says %q, want %q in it", code, text, want)
		}
	}
}

// argsOf are arguments: each in parentheses.
func argsOf(list string) string { return "(" + strings.ReplaceAll(list, "; ", ") (") + ")" }

// onlyNumbers leaves of a value what is no bracket and no type; zeros have no sign.
func onlyNumbers(shown string) string {
	shown, _, _ = strings.Cut(shown, " : ")
	shown = strings.NewReplacer("-0.0,", "0.0,", "-0.0]", "0.0]").Replace(shown)
	return strings.Join(strings.FieldsFunc(shown, func(r rune) bool { return strings.ContainsRune("()[], \n", r) }), " ")
}
