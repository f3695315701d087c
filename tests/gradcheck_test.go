package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// notFinite are functions and points where the gradient is not finite, and what is to blame.
var notFinite = map[string]string{
	`f64.sqrt 0`:                                    "the derivative of sqrt at 0",
	`(\x -> x / x) 0f64`:                            "the derivative of div at 0, 0",
	`(\x -> x * f64.log x) 0`:                       "the derivative of mul at 0, -Inf",
	`(\x -> 0 * f64.log x) 0`:                       "the derivative of log at 0",
	`(\x -> x ** 0.5) 0`:                            "the derivative of pow at 0, 0.5",
	`(\a -> f64.sum (map f64.sqrt a)) [1, 0]`:       "the derivative of sqrt at 0",
	`(\(x, y) -> x * f64.acos y) (1, 1)`:            "the derivative of acos at 1",
	`(\a -> f64.sqrt (f64.sum (map (** 2) a))) [0]`: "the derivative of sqrt at 0",
	`(\a -> loop a for _i < 3 do map (\y -> f64.sqrt y * y) a) [0, 1]`:     "the derivative of sqrt at 0",
	`(\a -> scan (\x y -> f64.sqrt (x * x + y * y)) 0 a) [0, 1]`:           "the derivative of sqrt at 0",
	`(\a -> reduce (\x y -> f64.sqrt (x * x + y * y)) 0 a) [0, 1]`:         "the derivative of sqrt at 0",
	`(\a -> map (\x -> if x < 0.5 then f64.sqrt x / x else x) a) [0, 0.7]`: "the derivative of div at 0, 0",
	`(\x -> let s = f64.sqrt x in if x > 0 then s else 2 * x) 0`:           "the derivative of sqrt at 0", // the other branch is taken
	`(\x -> f64.min (f64.sqrt x) 1) 0`:                                     "the derivative of sqrt at 0",
	`(\x -> f64.recip (1 + f64.exp (-x))) (-800)`:                          "the derivative of exp at 800",
	`(\x -> jvp f64.sqrt x 1) 0`:                                           "the derivative of div at 0.5, 0",
	`(\x -> with_vjp (\y -> y) (\y b -> b / (y - y)) x) 1f64`:              "what the function given to with_vjp makes of the adjoints",
	`(\x -> 1e308 * x - (-1e308) * x) 1e-3`:                                "the sum of what flows back to this",
	`(\x -> f64.f32 (f32.f64 x) * 1e300) 1`:                                "the derivative of to_f64 at 1",
	`(\(x: f32) -> f32.log (f32.sqrt x)) 0`:                                "the derivative of log at 0",
}

// TestGradcheck: the magic and the command find a wrong derivative, and where; they pass a right one.
func TestGradcheck(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	const wrong = "def sq (x: f64) = with_vjp (\\x -> x * x) (\\y yb -> 3 * yb + y) x\n"
	b := newBook(t, "interp")
	b.run("def f [n] (r: {x: [n]f64, k: i64}) = (f64.product r.x, map (** f64.i64 r.k) r.x)\nlet p = [0.5, 1.5, 2.5]\n" + wrong)
	for code, want := range map[string][]string{
		"%gradcheck f {x = p, k = 2}":                                    {"[3]f64", "3 of 3", "all ways agree"},
		"%gradcheck (\\a -> f64.sum (map sq a)) p":                       {"a[2]: reverse mode gives 9.25, forward mode 5", "differences 5"},
		"%gradcheck (\\(a, b) -> a / b) (1f32, 3f32)":                    {"f32", "all ways agree"},
		"%gradcheck (\\a -> a + 1i32) 3":                                 {"no argument is a float"},
		"%gradcheck f64.maximum [1.0, 1.0]":                              {"do not agree"},
		"%gradcheck (\\(a, (r: {b: f64})) -> a * r.b) (1, {b = 2})":      {"a: f64", "r_b: f64"},
		"%gradcheck (\\(a, b) -> map (* b) (map f64.exp a)) ([0, 1], 3)": {" at ["},
		"%gradcheck (\\x -> f64.f32 (f32.f64 x * 1.3))  0.7f64":          {"all ways agree"},
		// The value is no number, though derivatives are.
		"%gradcheck (\\x -> f64.log (x - 1)) 0.5f64":                                          {"the value is not finite here"},
		"%gradcheck (\\x -> f64.sum (map (\\y -> f64.log (x - y)) [0.25, 0.5, 0.75])) 0.5f64": {"the value is not finite here"},
		// Reverse mode gives zeros only.
		"%gradcheck (\\(y, x) -> f64.atan2 y x) (0, 0)": {"y: reverse mode gives 0, differences"},
		// The function has no value beside the point, which says nothing about the other elements.
		"%gradcheck (map (\\y -> f64.sqrt y * y)) [0, 1]": {"e-12 at [1]\n"},
	} {
		got := b.run(code)
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s shows\n%s\nwant %q in it", code, got, w)
			}
		}
	}
	for code, want := range notFinite {
		b.stream.Reset()
		b.run("%gradcheck " + code)
		if got := b.stream.String(); !strings.Contains(got, "the gradient is not finite: "+want+" is not") {
			t.Errorf("%s: a gradient that is not finite is explained by %q, want %q", code, got, want)
		}
	}
	for code, want := range map[string]string{
		`(\x -> f64.log (x - 1)) 0.5f64`:                                          "the value is not finite: log of -0.5 is not",
		`(\x -> f64.sum (map (\y -> f64.sqrt (x - y)) [0.25, 0.5, 0.75])) 0.5f64`: "the value is not finite: sqrt of -0.25 is not",
		`(\x -> let a = f64.exp (1000 * x) in a - a) 1f64`:                        "the value is not finite: sub of +Inf and +Inf is not",
		`(\x -> f64.exp (1000 * x)) 1f64`:                                         "the value is not finite: exp of 1000 is not",
	} {
		b.stream.Reset()
		b.run("%gradcheck " + code)
		if got := b.stream.String(); !strings.Contains(got, want) {
			t.Errorf("%s: a value that is not finite is explained by %q, want %q", code, got, want)
		}
	}

	file := filepath.Join(t.TempDir(), "f.fut")
	if err := os.WriteFile(file, []byte(wrong+"entry right [n] (x: [n]f64) (k: i32) = f64.sum (map (** 2) x)\nentry bad = sq\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	bin := build(t)
	for args, want := range map[string]string{"--entry right": "all ways agree", "--entry bad --at 2.0": "reverse mode gives 7, differences 4"} {
		out, err := exec.Command(bin, append([]string{"gradcheck", file}, strings.Fields(args)...)...).CombinedOutput()
		if !strings.Contains(string(out), want) || (err == nil) != strings.Contains(want, "agree") {
			t.Errorf("raido gradcheck %s: %v\n%s\nwant %q", args, err, out, want)
		}
	}
}
