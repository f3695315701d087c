package session

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"
)

// TestRedefinition: what a cell is about to define, or has defined in a new form, is never checked in its old one.
func TestRedefinition(t *testing.T) {
	n := newNotebookTest(t)
	n.want("def h (x: f64) = x + 1\ndef k (x: f64) = h x * 2\ndef user (x: f64) = k x\nk 1", "4.0")
	n.want("def h (x: f64) (y: f64) = x + y\ndef k (x: f64) = h x 1 * 2\nk 1", "4.0")
	n.want("user 2", "6.0")
	n.want("def h (x: f64) = x", "")
	n.want("k 1", "h takes 1 argument")
	n.want("def k (x: f64) = h x * 3", "") // alone
	n.want("user 2", "6.0")
	n.want("def k (x: f64) = h x x\ndef h (x: f64) (y: f64) = x * y\nuser 3", "9.0") // in the wrong order
	n.want("def h (b: bool) = b\nlet k = 5i32\nk", "5")                              // as something else
	n.want("user 2", "k is applied like a function")
	n.want("def f (user: i32) = user + 1\nf 1", "2") // a local name is not the broken one
	n.want("let v = 3i32\ndef g (x: i32) = let user = x in user * v\ng 2", "6")
	n.want("def user = 1i32\nuser", "1")

	n.want("type t = {x: f64}\ndef get (r: t) = r.x\nlet r: t = {x = 1}\ndef norm (r: t) = get r + get r", "")
	n.want("norm r", "2.0")
	n.want("type t = {y: f64}\ndef get (r: t) = r.y\nlet r: t = {y = 2}\nnorm r", "4.0")
	n.want("type t = (f64, f64)", "")
	n.want("r", "{y = 2.0}") // the value stays, though what made it no longer fits
	n.want("def get (r: t) = r.0 * r.1", "")
	n.want("norm (3, 4)", "24.0")
	n.want("r", "{y = 2.0}")
	n.want("%refresh", "")
	n.want("let r: t = (1, 2)\nnorm r", "4.0")

	n.want("module m = { def a = 1i32 def b (x: i32) = x + a }\nmodule p = { def c = m.b 1 }\nopen m", "")
	n.want("(a, b 1, p.c)", "(1, 2, 2)")
	n.want("module m = { def b (x: i32) (y: i32) = x + y }\nmodule p = { def c = m.b 1 5 }\n(b 1 2, p.c)", "(3, 6)")
	n.want("module p = { def c = 1i32 }\nmodule m = { def a = 7i32 }\n(a, p.c)", "(7, 1)")
	n.want("module type s = { val z: i32 }\nmodule q : s = { def z = 1i32 }\nq.z", "1")
	n.want("module type s = { val z: f64 }\nmodule q : s = { def z = 1f64 }\nq.z", "1.0")

	n.want("let xs = [1i32, 2]\ndef total = i32.sum xs\nlet mean = total / 2", "")
	n.want("let xs = [1f64, 2, 3]\ndef total = f64.sum xs\nlet mean = total / 3\nmean", "2.0")
	n.want("def total = i32.sum xs\nlet xs = [5i32]\ntotal", "5")
	n.want("let mean = mean + 1\nmean", "3.0")
	n.want("def c = 2i32\ndef c = c * 10\nc", "20")
}

// TestItOfOtherTypes: what mentions it says so when it no longer fits.
func TestItOfOtherTypes(t *testing.T) {
	n := newNotebookTest(t)
	n.want("1i32\ndef next = it + 1i32\nnext", "2")
	n.want("true", "true")
	n.want("next", "an operand of + should be")
	n.want("5i32", "5")
	n.want("next", "6")
	n.want("def next = 1i32\nnext", "1")
}

// TestWhatStaysAfterAFailure: what a cell has done before an error at run time, an interrupt or a magic that fails stays, and the error says so.
func TestWhatStaysAfterAFailure(t *testing.T) {
	n := newNotebookTest(t)
	n.want("let a = 1i64\ndef f (x: i64) = x", "")
	n.wants(map[string]string{
		"let a = 2i64\ndef f (x: i64) = x + a\nlet b = [1i64][a]\nlet a = 3i64": "what stands before it is kept: a, f",
	})
	n.want("(a, f 1)", "(2, 3)")
	n.want("b", "unknown name b")
	n.wants(map[string]string{"let c = a + 5\nc\n%grad (\\(x: f64) -> x * f64.i64 [1i64][c]) 2.0": "what stands before it is kept: c"})
	n.want("(c, it)", "(7, 7)")
	n.wants(map[string]string{"let (p, q) = (a, c)\n%load nothing nowhere.npy": "what stands before it is kept: p, q"})
	n.want("p + q", "9")
	if got := n.cell("[1i32][3]"); strings.Contains(got, "kept") || strings.Contains(got, "nothing was changed") {
		t.Errorf("says %s", got)
	}
	if got := n.cell("let w = 1i32\nlet z = [w][5]\nlet u = nowhere"); strings.Contains(got, "kept") {
		t.Errorf("says %s", got)
	}
	n.want("w", "unknown name w")

	for code, want := range map[string]string{
		"let kept = 5i32\nloop x = 1i64 while x > 0 do (x * 3) % 1000003 + 1": "interrupted; what stands before it is kept: kept",
		"loop x = 1i64 while x > 0 do (x * 3) % 1000003 + 1":                  "interrupted; nothing was changed",
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
		if _, r := n.out(ctx, code); r.Err == nil || r.Err.Value != want {
			t.Errorf("%s\nends with %+v", code, r.Err)
		}
		cancel()
	}
	n.want("kept", "5")
}

// TestEditedCell: an edit of a cell computes what it could have changed: the other definitions and expressions are what they were, and errors
// know where they stand now.
func TestEditedCell(t *testing.T) {
	n := newNotebookTest(t)
	const cell = "let a = i64.sum (iota 1000)\ndef f (x: i64) = x + 1\nlet b = f 2\n-- | A value.\nlet c = a * b\nc + 1\na"
	if k := n.runs(cell); k != 5 {
		t.Errorf("runs %d programs at first", k)
	}
	text := cell
	for _, e := range []struct {
		old, new string
		runs     int
	}{
		{"let a", "-- a comment\n\nlet a", 0},
		{"f 2", "f 3", 3}, // b, c, c + 1
		{"\na", "\na\na + 1", 1},
		{"x + 1", "x + 2", 3},
		{"let b", "let unrelated = 1i32\nlet b", 1},
		{"x + 2", "x + [0, 1][x]", 1}, // and fails
	} {
		text = strings.Replace(text, e.old, e.new, 1)
		if k := n.runs(text); k != e.runs {
			t.Errorf("%q for %q runs %d programs, want %d", e.new, e.old, k, e.runs)
		}
	}
	if got := n.cell("\n\n" + text); !strings.Contains(got, ":6:22:") || !strings.Contains(got, "kept: a, f, unrelated") {
		t.Errorf("the error is at another place:\n%s", got)
	}
}

// TestRedefinedImport: an imported file that has changed is no obstacle to definitions that fit it, in the cell that imports it anew or later.
func TestRedefinedImport(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(text string) {
		if err := os.WriteFile("lib.fut", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	n := newNotebookTest(t)
	write("def h (x: f64) = x + 1\ntype t = f64")
	n.want("import \"lib\"\ndef k (x: t) = h x * 2\ndef user (x: t) = k x\nk 1", "4.0")
	write("def h (x: f64) (y: f64) = x * y\ntype t = {x: f64}\ndef more = 1i32")
	n.want("import \"lib\"\ndef k (r: t) = h r.x 3\nk {x = 2}", "6.0")
	n.want("(user {x = 1}, more)", "(3.0, 1)")
	n.want("module l = import \"lib\"\ndef m = l.more\nm", "1")
	write("def h (x: f64) = x")
	n.want("import \"lib\"\nh 1", "1.0")
	n.want("k 1", "unknown type t")
	n.want("def k (x: f64) = h x\nk 1", "1.0")
	n.want("more", "unknown name more")
	n.want("m", "1")
	n.want("module l = import \"lib\"\ndef m = l.h 2\nm", "2.0")
}
