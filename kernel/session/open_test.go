package session

import (
	"strings"
	"testing"
)

// TestOpen: an open leaves modules reachable, is one line of %who, and is undone by %reset, alone or with its name.
func TestOpen(t *testing.T) {
	n := newNotebookTest(t)
	n.want("def (+++) (a: i32) (b: i32) = a + b\ndef late x = x +++ 1\n1 + 1", "2 : i32")
	n.want("open f64", "")
	n.want("f64.exp 0 + exp 0", "2.0 : f64")
	n.want("f64.(f64.exp 0 + exp 0)", "2.0 : f64")
	n.want("f64.nosuch 1", "unknown name nosuch in module f64")
	n.want("f64.nosuch.deeper 1", "unknown")
	n.want("1 + 1", "2.0 : f64") // the same text as before the open means another +
	who := n.cell("%who")
	if strings.Count(who, "\n") != 5 || !strings.Contains(who, "open f64  names") {
		t.Errorf("%%who says\n%s", who)
	}
	n.want("%reset f64", "forgotten: f64")
	n.want("1 + 1", "2 : i32")
	n.want("exp 0", "unknown name exp")
	n.want("(f64.exp 0, late 1)", "(1.0, 2)")

	n.want("open f64", "")
	n.want("1 + 1", "2.0 : f64")
	n.want("%reset", "all")
	n.want("1 + 1", "2 : i32")
	n.want("f64.exp 0", "1.0")

	// A module of our own whose names are those of the library, which come back.
	n.want("module q = { def sum (x: i32) = x def sqrt = 3i32 module f64 = { def z = 4i32 } }\nopen q", "")
	n.want("(sum 3, f64.z, sqrt)", "(3, 4, 3)")
	n.want("module q = { def sum (x: i32) = x + 1 def new = 1i32 }\n(sum 3, new)", "(4, 1)") // what is new is there in the same cell
	n.want("f64.exp 0", "1.0")
	n.want("sqrt", "unknown name sqrt")
	n.want("%reset q", "forgotten: q")
	n.want("sum 3", "unknown name sum")
	n.want("q.sum 1", "unknown name q")

	// A record hides a module, as a later module hides a record; a function hides none.
	n.want("let r = {x = 1i32}\nmodule r = { def x = 2i32 }\nr.x", "2")
	n.want("let r = {x = 1i32}\nr.x", "1")
	n.want("def i32 (x: f64) = i32.f64 x\ni32 2.5 + i32.i64 1", "3")
}

// TestOperatorsAreLateBound: a definition follows the operators that it uses, as it does names.
func TestOperatorsAreLateBound(t *testing.T) {
	n := newNotebookTest(t)
	n.want("def (<+>) (a: i32) (b: i32) = a + b\nmodule m = { def (<*>) (a: i32) (b: i32) = a * b }", "")
	n.want("def f x = x <+> 2\ndef g x = x m.<*> 2\nlet v = 1 <+> 2\n(f 5, g 5, v)", "(7, 10, 3)")
	n.want("def (<+>) (a: i32) (b: i32) = a - b\nmodule m = { def (<*>) (a: i32) (b: i32) = a / b }", "")
	n.want("(f 5, g 5, v)", "(3, 2, 3)")
	if n.state("v") != "stale" {
		t.Error("v is not stale")
	}
}
