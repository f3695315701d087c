package session

import (
	"context"
	"strings"
	"testing"
)

// said runs a cell and gives what it prints, and what it shows or its error.
func (n *notebookTest) said(code string) string {
	n.Helper()
	printed, r := n.out(context.Background(), code)
	if r.Err != nil {
		return printed + strings.Join(append([]string{r.Err.Value}, r.Err.Traceback...), "\n")
	}
	return printed + r.Value.Plain()
}

// state is what %who says of the state of a name.
func (n *notebookTest) state(name string) string {
	n.Helper()
	for _, line := range strings.Split(n.cell("%who"), "\n") {
		if f := strings.Fields(line); len(f) > 0 && f[0] == name {
			if last := f[len(f)-1]; last == "stale" || last == "lost" {
				return last
			}
			return ""
		}
	}
	return "undefined"
}

// TestBothCellsAreNamed: a dependent that no longer checks says so when it is used next, not before, and names its cell and the one it met.
func TestBothCellsAreNamed(t *testing.T) {
	n := newNotebookTest(t)
	n.want("def f (x: i32) = x + 1", "")
	n.want("def g (x: i32) = f x * 10", "")
	n.want("def f (x: bool) = !x", "")
	n.want("f true", "false")
	got := n.cell("g 1")
	for _, want := range []string{"In [2]", "In [3]", "g was defined in", "no longer fits", "f has its present meaning", "^"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	n.want("%type f", "bool -> bool")
}

// TestCheckedWhenNeeded: a new meaning checks nothing again by itself; the next use checks what it needs, once.
func TestCheckedWhenNeeded(t *testing.T) {
	n := newNotebookTest(t)
	n.want("def f (x: i32) = x + 1\ndef g (x: i32) = f x\ndef h (x: i32) = f x", "")
	version := func(name string) int64 {
		for _, e := range n.nb.state.order {
			if e.names[0].Text == name {
				return e.version
			}
		}
		return 0
	}
	g, h := version("g"), version("h")
	n.want("def f (x: i32) = x + 2", "")
	n.want("1 + 1", "2")
	if version("g") != g || version("h") != h {
		t.Error("dependents were checked before they were needed")
	}
	n.want("g 1", "3")
	again := version("g")
	if again == g || version("h") != h {
		t.Error("the use of g checks g again and nothing else")
	}
	n.want("g 2", "4")
	if version("g") != again {
		t.Error("g was checked twice")
	}
}

// TestStaleValues: values of an older meaning stay what they are and are marked, through definitions too; %refresh computes them again in the
// order in which they depend on each other, whatever the order of the cells; it is all or nothing.
func TestStaleValues(t *testing.T) {
	n := newNotebookTest(t)
	n.want("let a = 1i32\nlet b = a + 1", "")
	n.want("def twice (x: i32) = b * x\nlet c = twice 10", "")
	n.want("let b = a + 2", "") // stands behind c now
	n.want("c", "20")
	if n.state("c") != "stale" || n.state("b") != "" {
		t.Errorf("c is %q, b is %q", n.state("c"), n.state("b"))
	}
	n.want("let a = 5i32", "")
	if n.state("b") != "stale" {
		t.Error("b is not stale")
	}
	if d, ok := n.nb.Inspect("c", 1, 0); !ok || !strings.Contains(d.Plain(), "stale") {
		t.Errorf("inspection says %q", d.Plain())
	}
	n.want("(a, b, c)", "(5, 3, 20)")
	n.want("%refresh", "computed again: b, c")
	n.want("(a, b, c)", "(5, 7, 70)")
	n.want("%refresh", "no value is stale")

	n.want("let i = 0i64\nlet xs = [1i32, 2]", "")
	n.want("let y = xs[i]\nlet z = y + a", "")
	n.want("let i = 7i64\nlet a = 100i32", "")
	if got := n.cell("%refresh"); !strings.Contains(got, "out of bounds") {
		t.Errorf("%%refresh says %s", got)
	}
	n.want("(b, c, y, z)", "(7, 70, 1, 6)")
	if n.state("y") != "stale" || n.state("b") != "stale" {
		t.Error("a %refresh that failed has changed something")
	}
}

// TestReactive: stale values are computed again by themselves. Where that is not possible the cell stands all the same, and says what stays
// stale; a cell that fails does not switch it.
func TestReactive(t *testing.T) {
	n := newNotebookTest(t)
	n.want("let a = 2i32\nlet b = a * 10\nlet c = b + 1", "")
	n.want("%reactive on\nnonsense", "unknown name")
	n.want("let a = 3i32", "")
	n.want("c", "21") // not on
	n.want("%reactive on", "stale values are computed again")
	n.want("(b, c)", "(30, 31)")
	n.want("let a = 4i32\nc", "31") // at the end of the cell
	n.want("(b, c)", "(40, 41)")

	n.want("def at (i: i64) = [1i32, 2][i]\nlet i = 0i64\nlet y = at i\nlet other = i + 1", "")
	n.want("def plus (x: i32) = y + x\nlet z = plus 5", "")
	got := n.said("let i = 9i64")
	if !strings.Contains(got, "y cannot be computed again and stays stale") || !strings.Contains(got, "out of bounds") || strings.Contains(got, "z cannot") {
		t.Errorf("says %q", got)
	}
	if got := n.said("1i32 + 1"); got != "2 : i32" {
		t.Errorf("it is said again: %q", got)
	}
	n.want("(i, y, z, other)", "(9, 1, 6, 10)")
	if n.state("y") != "stale" || n.state("z") != "stale" || n.state("other") != "" {
		t.Errorf("y is %q, z %q, other %q", n.state("y"), n.state("z"), n.state("other"))
	}
	n.want("def at (i: bool) = i", "")
	n.want("(y, z)", "(1, 6)")
	n.want("def at (i: i64) = [1i32, 2][i]\nlet i = 1i64", "")
	n.want("(y, z)", "(2, 7)")
	n.want("%reactive off", "stale values wait")
	n.want("let a = 0i32", "")
	n.want("b", "40")
}

// TestNothingRemains: a cell that does not check changes nothing: definitions, values, modules, `it`, the device, %reactive; nor does one
// whose first value fails.
func TestNothingRemains(t *testing.T) {
	n := newNotebookTest(t)
	n.want("def f (x: i32) = x\nlet v = 1i32\nmodule m = { def one = 1i32 }\nopen m\nf v", "1")
	before := n.cell("%who")
	for _, code := range []string{
		"def f (x: i32) = x + 1\nlet v = 2i32\ntype t = i32\nmodule m = { def one = 2i32 }\nv\nnowhere",
		"let v = 7i32\nv\n%nosuch",
		"%reset\n1 +",
		"%device interp\n%reactive on\nnowhere",
		"[1][5]\ndef f (x: i32) = x + 1\n%reactive on",
		"let v = [1i32][5]\ndef f (x: i32) = x + 1\n2 + v",
	} {
		if _, r := n.out(context.Background(), code); r.Err == nil {
			t.Errorf("%s succeeds", code)
		}
		if now := n.cell("%who"); now != before {
			t.Errorf("after\n%s\nthere is\n%s\nand was\n%s", code, now, before)
		}
	}
	n.want("(f v, one, it)", "(1, 1, 1)")
	if n.nb.reactive {
		t.Error("%reactive stays on")
	}
}

// TestLookingIsCheap: completion and inspection allocate in a notebook of 500 cells what they do in one of ten, %who so much for each name.
func TestLookingIsCheap(t *testing.T) {
	measure := func(cells int) (complete, inspect, who uint64) {
		n := manyCells(t, cells)
		n.cell("def unique (x: f64) = f8 x\nlet own = 2i32")
		n.cell("%who")
		_, complete = allocated(func() {
			if len(n.nb.Complete("1 + uniq", 8).Matches) != 1 {
				t.Error("unique is not found")
			}
		})
		_, inspect = allocated(func() { n.nb.Inspect("unique 2", 3, 1) })
		_, who = allocated(func() { n.cell("%who") })
		return complete, inspect, who
	}
	few, fewInspect, fewWho := measure(10)
	many, manyInspect, manyWho := measure(500)
	t.Logf("bytes in 10 cells and in 500: completion %d, %d; inspection %d, %d; %%who %d, %d", few, many, fewInspect, manyInspect, fewWho, manyWho)
	if many > few+4096 || manyInspect > fewInspect+4096 {
		t.Errorf("completion takes %d bytes, %d in a small notebook; inspection %d, %d", many, few, manyInspect, fewInspect)
	}
	if manyWho > fewWho*50 {
		t.Errorf("%%who takes %d bytes, %d in a small notebook", manyWho, fewWho)
	}
}
