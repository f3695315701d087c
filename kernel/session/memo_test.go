package session

import (
	"context"
	"strings"
	"testing"

	"raido/lang/types"
)

// notebookTest runs cells in one notebook on the interpreter.
type notebookTest struct {
	*testing.T
	nb    *Notebook
	count int
}

func newNotebookTest(t *testing.T) *notebookTest {
	n := &notebookTest{T: t, nb: New("interp")}
	t.Cleanup(func() { n.nb.Shutdown(false) })
	return n
}

// cell runs a cell and gives what it shows, or its error.
func (n *notebookTest) cell(code string) string {
	n.Helper()
	n.count++
	r := n.nb.Execute(context.Background(), code, ExecuteOptions{Count: n.count}, noOutput{})
	if r.Err != nil {
		return strings.Join(append([]string{r.Err.Value}, r.Err.Traceback...), "\n")
	}
	return strings.TrimSpace(r.Value.Plain())
}

// want runs a cell and compares the beginning of what it shows.
func (n *notebookTest) want(code, want string) {
	n.Helper()
	if got := n.cell(code); !strings.HasPrefix(got, want) {
		n.Errorf("%s\ngives %s\nwant  %s", code, got, want)
	}
}

// wants runs cells in any order: each shows, or says, that somewhere.
func (n *notebookTest) wants(cells map[string]string) {
	n.Helper()
	for code, want := range cells {
		if got := n.cell(code); !strings.Contains(got, want) {
			n.Errorf("%s\ngives %s\nwant %q in it", code, got, want)
		}
	}
}

// compiles counts the programs that a cell makes.
func (n *notebookTest) compiles(code string) int {
	n.Helper()
	before := map[*types.Def]*compiled{}
	programs := n.nb.memos.programs
	for _, d := range programs.Keys() {
		before[d], _ = programs.Peek(d)
	}
	n.cell(code)
	made := 0
	for _, d := range programs.Keys() {
		if p, _ := programs.Peek(d); before[d] != p {
			made++
		}
	}
	return made
}

// runs counts the programs that a cell runs.
func (n *notebookTest) runs(code string) int {
	n.Helper()
	before := map[*outcome]bool{}
	for _, p := range n.nb.memos.programs.Values() {
		before[p.last] = true
	}
	n.cell(code)
	ran := 0
	for _, p := range n.nb.memos.programs.Values() {
		if !before[p.last] {
			ran++
		}
	}
	return ran
}

// TestRunAgain: a cell that is run again computes only what depends on a change, but for what traces.
func TestRunAgain(t *testing.T) {
	n := newNotebookTest(t)
	for i, s := range []struct {
		code string
		runs int
	}{
		{"let n = 3i64\nlet xs = iota n\ni64.sum xs", 3},
		{"let n = 3i64\nlet xs = iota n\ni64.sum xs", 0},
		{"1 + 1", 1},
		{"i64.sum xs", 0}, // the same expression in another text
		{"1 + 1", 0},      // nobody holds it any more, but it is small
		{"it + 1", 1},
		{"it + 1", 1},
		{"let n = 4i64", 1},
		{"%refresh", 1},
		{"i64.sum xs", 1},
		{"i64.sum xs", 0},
		{"iota 10000", 1},
		{"iota 10000", 0}, // still held as it
		{"1 + 1", 0},
		{"iota 10000", 1}, // too large
		{"%time i64.sum xs", 1},
	} {
		if k := n.runs(s.code); k != s.runs {
			t.Errorf("%d: %s runs %d programs, want %d", i, s.code, k, s.runs)
		}
	}
	n.want("i64.sum xs", "6")
	n.want("it", "6")
	n.want("1 + 1", "2")
	n.want("it", "2")
	n.want("%device interp", "interp")
	if k := n.runs("i64.sum xs"); k != 1 {
		t.Errorf("another engine runs %d programs", k)
	}
}

// TestSameCell: a cell that is run again compiles nothing.
func TestSameCell(t *testing.T) {
	n := newNotebookTest(t)
	for _, code := range []string{
		"def f (x: f64) = x * x\nlet xs = map f [1, 2, 3]\nlet (a, b) = (xs[0], xs[1])\nvjp f a b",
		"f 3 + xs[2]",
		"%type f 1\n%grad (\\v -> f64.sum (map f v)) xs\nf 2",
		"%plot xs\n%plot map f xs",
	} {
		if k := n.compiles(code); k == 0 {
			t.Errorf("%q compiles nothing", code)
		}
		for range 2 {
			if k := n.compiles(code); k != 0 {
				t.Errorf("%q run again compiles %d programs", code, k)
			}
		}
	}
	n.want("f 3 + xs[2]", "18")
}

// TestEditedDefinition: a new meaning of a name compiles what depends on it, and nothing else.
func TestEditedDefinition(t *testing.T) {
	n := newNotebookTest(t)
	n.cell("def f (x: i32) = x + 1")
	n.cell("def g (x: i32) = f x * 10\ndef h (x: i32) = x - 1")
	n.want("g 1", "20")
	n.want("h 1", "0")
	n.cell("def f (x: i32) = x + 2")
	if k := n.compiles("h 1"); k != 0 {
		t.Errorf("what does not depend on the change compiles %d programs", k)
	}
	if k := n.compiles("g 1"); k != 1 {
		t.Errorf("what depends on the change compiles %d programs", k)
	}
	n.want("g 1", "30")
	n.cell("def f (x: i32) = x + 1") // as at first: the text has a memo, the definition is new
	n.want("g 1", "20")
}

// TestMemoMeanings: what a text with a memo mentions may have got another meaning.
func TestMemoMeanings(t *testing.T) {
	n := newNotebookTest(t)
	n.want("def c = 2i32\nlet v = c * 10", "")
	n.want("v + c", "22")
	n.want("def c = 3i32", "")
	n.want("v + c", "23")
	n.want("def c = 2i32\nlet v = c * 10", "")
	n.want("v + c", "22")

	n.want("it + 1", "23") // it is what the cell before showed, not what it was when the text was checked
	n.want("it + 1", "24")
	n.want("it + 1", "25")

	n.want("def k = 2i32", "")
	n.want("def k = k * 2", "") // an earlier meaning of its own name
	n.want("k", "4")
	n.want("def k = k * 2", "")
	n.want("k", "8")

	n.want("def total (xs: []i32) = i32.sum xs", "")
	n.want("total [1, 2]", "3")
	n.want("module i32 = { def sum (xs: []i32) = 100 + i32.sum xs }", "") // a name of the library gets a meaning
	n.want("total [1, 2]", "3")
	n.want("def total (xs: []i32) = i32.sum xs", "")
	n.want("total [1, 2]", "103")
	n.want("%reset", "all")
	n.want("total [1, 2]", "unknown name total")
}

// TestMemoPlaces: errors of a text with a memo name the cell that runs now, and a failing cell changes no name.
func TestMemoPlaces(t *testing.T) {
	n := newNotebookTest(t)
	const at = "let i = 5i64\nlet xs = [1i32, 2]"
	n.cell(at)
	const cell = "def get (i: i64) = xs[i]\nget i"
	first := n.cell(cell)
	again := n.cell(cell)
	if !strings.Contains(first, "In [2]") || !strings.Contains(again, "In [3]") {
		t.Errorf("%s\n%s", first, again)
	}
	n.want("let i = 1i64", "")
	n.want(cell, "2")
	n.want("let i = 7i64", "")
	if got := n.cell("get i"); !strings.Contains(got, "In [5]") {
		t.Errorf("the definition was run in cell 5:\n%s", got)
	}
}

// TestMemoValues: a cell that fails after a value was computed again leaves the value of before; dependents of a value that
// is computed again are not stale.
func TestMemoValues(t *testing.T) {
	n := newNotebookTest(t)
	n.want("let n = 1i64\nlet big = iota n", "")
	n.want("let sum = i64.sum big", "")
	n.want("let n = 1i64\nlet big = iota n", "")
	if got := n.cell("%who"); strings.Contains(got, "stale") {
		t.Errorf("stale after the same cell:\n%s", got)
	}
	const fails = "let ys = map (+ 1) big\nlet at = ys[length big - 1 + i]"
	n.want("let i = 0i64", "")
	n.want(fails, "")
	n.want("let i = 1i64", "")
	n.cell(fails)
	n.want("(ys, at)", "([1], 1)")
}
