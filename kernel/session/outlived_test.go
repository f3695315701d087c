package session

import (
	"strings"
	"testing"
)

// TestSizesThatAreGone: a value whose type mentions another one stays what it is when that gets another meaning.
func TestSizesThatAreGone(t *testing.T) {
	n := newNotebookTest(t)
	n.cell("let n = 5i64\nlet xs: [n]f64 = replicate n 1\nlet ps = {a = xs, b = zip xs (iota n)}\nlet zs: [n + 1]f64 = replicate (n + 1) 3")
	n.cell("def total (v: [n]f64) = f64.sum v\ndef sum = f64.sum xs")
	n.want("total xs + sum", "10.0")
	n.cell("xs")
	n.cell("def last_sum = f64.sum it")
	n.cell("let n = 6i64")
	n.want("xs", "[1.0, 1.0, 1.0, 1.0, 1.0] : [5]f64")
	n.want("last_sum", "5.0")
	n.want("ps.b[4]", "(1.0, 4) : (f64, i64)")
	n.want("zs", "[3.0, 3.0, 3.0, 3.0, 3.0, 3.0] : [n+1]f64")
	n.want("sum", "5.0")
	n.want("map2 (+) xs (replicate 5 1)", "[2.0, 2.0, 2.0, 2.0, 2.0]")
	for _, w := range []string{"sizes n and 5 differ", "xs is stale", "%refresh"} {
		if got := n.cell("total xs"); !strings.Contains(got, w) {
			t.Errorf("total xs gives %s\nwant %q in it", got, w)
		}
	}
	n.want("%refresh", "computed again: xs, ps, zs")
	n.want("total xs", "6.0")
	n.want("xs", "[1.0, 1.0, 1.0, 1.0, 1.0, 1.0]")
	n.cell("%reset n")
	n.want("xs", "[1.0, 1.0, 1.0, 1.0, 1.0, 1.0] : [6]f64")
	n.want("zs[6]", "3.0")
	n.cell("let n = 1i64\nlet q: [n]i64 = replicate n 7\nlet n = 2i64")
	n.want("q", "[7]")
	n.want("%device interp\nq", "[7]")
}

// TestAfterAFailure: a name that is unknown since its cell failed says so.
func TestAfterAFailure(t *testing.T) {
	t.Chdir(t.TempDir())
	n := newNotebookTest(t)
	n.cell("let y = 2.5\nlet (a, b) = (1i32, y)\ntype t = i32\ny * (1i32)")
	for _, code := range []string{"y", "a", "b + 1", "def f (x: t) = x", "y.k"} {
		if got := n.cell(code); !strings.Contains(got, "In [1] would have defined") {
			t.Errorf("%s gives %s", code, got)
		}
	}
	n.cell("%load d nothing.npy")
	if got := n.cell("d[0]"); !strings.Contains(got, "In [7] would have defined d") {
		t.Errorf("d[0] gives %s", got)
	}
	if got := n.cell("def y = z\ndef z = y"); strings.Contains(got, "would have") {
		t.Errorf("in one cell: %s", got)
	}
	n.cell("let y = 1i32")
	n.cell("%reset y")
	if got := n.cell("y"); strings.Contains(got, "would have") {
		t.Errorf("y was defined, but it says %s", got)
	}
}

// TestGradFaults: what is wrong with the function is said of it, not of the text that a magic makes.
func TestGradFaults(t *testing.T) {
	n := newNotebookTest(t)
	n.cell("def sq x = x ** 2")
	for code, want := range map[string][]string{
		"%grad (map f64.sin) [1, 2, 3]":        {"%grad differentiates functions with one number as result; this gives [3]f64", "%jacobian"},
		"%hessian (map f64.sin) [1, 2, 3]":     {"%hessian differentiates functions with one number"},
		"%time --grad (map f64.sin) [1, 2, 3]": {"%time differentiates functions with one number"},
		"%grad sq 3.0":                         {":1:10:", "should have type i32", "(x: f64)"},
		"%time --grad sq 3.0":                  {":1:17:", "should have type i32"},
		"%grad (\\(x: f64) -> (x, x)) 1":       {"this gives (f64, f64)"},
		"%grad (\\(x: f64) -> x + true) 1":     {"true"},
	} {
		got := n.cell(code)
		for _, w := range want {
			if !strings.Contains(got, w) || strings.Contains(got, "raido_") {
				t.Errorf("%s\ngives %s\nwant %q in it", code, got, w)
			}
		}
	}
}

// TestOwnNames: what a cell defines does not come between a magic and the library, nor the other way round.
func TestOwnNames(t *testing.T) {
	n := newNotebookTest(t)
	n.cell("def vjp2 (x: f64) = x\ndef jvp2 (x: f64) = x\ndef vjp (x: f64) = x\nlet x = [1.0, 2.0]\nlet y = 3.0\nlet dy = [true]")
	n.cell("def loss (xs: []f64) (k: f64) (b: []bool) (w: f64) = f64.sum (map (\\v -> (v * w - k) ** 2) xs) + f64.bool b[0] + vjp2 w")
	n.want("%grad (loss x y dy) 2", "{value = 5.0, gradient = 3.0}")
	for _, code := range []string{"%time --grad (loss x y dy) 2", "%hessian (loss x y dy) 2", "%jacobian (loss x y dy) 2", "%gradcheck (loss x y dy) 2"} {
		if got := n.cell(code); strings.Contains(got, "Error") {
			t.Errorf("%s: %s", code, got)
		}
	}
}
