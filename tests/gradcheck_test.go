package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestGradcheck: the magic and the command find a wrong derivative, and where; they pass a right one.
func TestGradcheck(t *testing.T) {
	const wrong = "def sq (x: f64) = with_vjp (\\x -> x * x) (\\y yb -> 3 * yb + y) x\n"
	b := newBook(t, "interp")
	b.run("def f [n] (r: {x: [n]f64, k: i64}) = (f64.product r.x, map (** f64.i64 r.k) r.x)\nlet p = [0.5, 1.5, 2.5]\n" + wrong)
	for code, want := range map[string][]string{
		"%gradcheck f {x = p, k = 2}":                 {"[3]f64", "3 of 3", "all ways agree"},
		"%gradcheck (\\a -> f64.sum (map sq a)) p":    {"x[2]: reverse mode gives 9.25, forward mode 5", "differences 5"},
		"%gradcheck (\\(a, b) -> a / b) (1f32, 3f32)": {"f32", "all ways agree"},
		"%gradcheck (\\a -> a + 1i32) 3":              {"no argument is a float"},
		"%gradcheck f64.maximum [1.0, 1.0]":           {"do not agree"},
	} {
		got := b.run(code)
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s shows\n%s\nwant %q in it", code, got, w)
			}
		}
	}
	b.run("%gradcheck (\\a -> f64.sum (map f64.sqrt a)) [1.0, 0.0]")
	if got := b.stream.String(); !strings.Contains(got, "the derivative of sqrt at 0 is not") {
		t.Errorf("a gradient that is not finite is explained by %q", got)
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
