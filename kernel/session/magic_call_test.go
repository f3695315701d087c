package session

import (
	"context"
	"strings"
	"testing"

	"raido/display"
)

// TestCalls: what is wrong with the call of a magic is said at its place, with a way out.
func TestCalls(t *testing.T) {
	n := newNotebookTest(t)
	for code, want := range map[string][]string{
		"%":                              {"followed by the name of a magic"},
		"% time 1":                       {"followed by the name of a magic", ":1:1:"},
		"1 + 1\n%%time\n2":               {"there is no magic %%time", ":2:1:", "indented lines"},
		"%tme 1":                         {":1:1:", "did you mean %time?"},
		"%LSMAGIC":                       {"did you mean %lsmagic?"},
		"%time":                          {"%time needs an expression: %time E", "for example: %time f"},
		"%profile":                       {"%profile needs an expression: %profile E", "for example: %profile f64.sum"},
		"%hist --bins 3":                 {"expected an expression"},
		"%jacobian":                      {"%jacobian needs a function and the point to differentiate it at: %jacobian F X"},
		"%load":                          {"%load needs a name and a file"},
		"%reactive":                      {"%reactive needs on or off"},
		"%plot [1.0] --label a":          {"--label goes before the expression"},
		"%hist [1.0] --bins 5 [2.0]":     {"options stand before the expression", ":1:22:"},
		"%hist [1.0, 2] --bins x":        {"--bins takes a number"},
		"%time def f x = x":              {"%time takes an expression: what it needs is defined on the lines before"},
		"%profile let y = 3":             {"%profile takes an expression"},
		"%time let y = 3i32 in y + true": {"true"},
		"%who x":                         {"%who takes no arguments"},
		"%refresh y":                     {"%refresh takes no arguments"},
		"%timeit --runs 5 1":             {"%timeit has no option --runs", "%help timeit tells more"},
		"%plot --titel a [1.0]":          {"did you mean --title?"},
		"%plot --title \"a [1.0]":        {"this quote is not closed", ":1:15:"},
		"%plot --logx=3 [1.0]":           {"--logx takes no value"},
		"%plot --title":                  {"--title needs a value: --title T"},
		"%load x 'a b":                   {"this quote is not closed"},
		"%device cuda":                   {`unknown backend "cuda"`, ":1:9:", "interp"},
		"%dump nope 1":                   {"there is no pass nope", ":1:7:", "the passes are"},
		"%dump fues map (+ 1) xs ys":     {"there is no pass fues", "did you mean fuse?"},
		"%help lsmagics":                 {"did you mean lsmagic?"},
		"%help trasnpose":                {"did you mean transpose?"},
		"%reset nothing":                 {"no cell has defined nothing", "%who lists the names"},
		"%type 1 + true -- α":            {"%type 1 + true -- α", ":1:11:"},
		"let α = 1i32\n%type α + true":   {"%type α + true", ":2:7:"},
		"%timeit (iota 3)[7]":            {"%timeit (iota 3)[7]"},
	} {
		got := n.cell(code)
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s\ngives %s\nwant %q in it", code, got, w)
			}
		}
	}
	n.want("%ad f64.sin --forward", "-- forward mode")
	n.want("%ad f64.sin --forward -- tangents", "-- forward mode")
	n.want("%time f64.sin 1 --grad", "")
	n.want("%type 1i32 --bins 5", "i32")
	n.want("%hist [1i32, 2] -- a comment", "")
	n.want("%plot --title='a b' [1.0, 2]", "")
	n.want("  %type 1i32", "i32")
}

// shown is an Output that keeps the texts of what is displayed.
type shown struct {
	noOutput
	texts []string
}

func (s *shown) Display(b display.Bundle, _ string) { s.texts = append(s.texts, b.Plain()) }

// TestParts: whatever a cell computes and magics say is shown, not only what comes last.
func TestParts(t *testing.T) {
	t.Chdir(t.TempDir())
	n := newNotebookTest(t)
	for code, want := range map[string]string{
		"%type 1i32\n%type true\n%type 'a'":                    "i32; bool",
		"1i32 + 1\n%type true":                                 "2 : i32",
		"%seed 1\nlength (uniform 0 3)":                        "seed = 1; uniform stream n and normal stream n give n numbers",
		"%save [1i32] a.npy\n%load x a.npy\nx\n%reset x\n1i32": "a.npy: 132 bytes, [1]i32; x : [1]i32, from a.npy; [1] : [1]i32; forgotten: x",
		"1i32\n-- two\n\n2i32\ndef f x = x\nf 3i32\nit":        "1 : i32; 2 : i32; 3 : i32",
		"%env\n1i32":                            n.cell("%env"),
		"let y = 1i32\n%type y\n-- that was it": "i32",
	} {
		s := &shown{}
		n.count++
		if r := n.nb.Execute(context.Background(), code, ExecuteOptions{Count: n.count}, s); r.Err != nil {
			t.Fatalf("%s: %v", code, r.Err.Traceback)
		}
		if got := strings.Join(s.texts, "; "); got != want {
			t.Errorf("%s\nshows %q\nwant %q", code, got, want)
		}
	}
}

// TestReset: forgetting names lets go of their values, and what depends on them says so.
func TestReset(t *testing.T) {
	n := newNotebookTest(t)
	n.cell("let (a, b) = (1i32, 2i32)\ndef f (x: i32) = x + a\ntype t = i32\nlet v: t = 3")
	n.want("%reset a t", "forgotten: a, t")
	n.want("a", "unknown name a")
	n.want("b", "2 : i32")
	n.want("f 1", "unknown name a")
	n.want("v", "3 : i32")
	n.want("%refresh", "unknown type t")
	n.want("let a = 5i32\nf 1", "6 : i32")
	n.want("def map = 3i32\nmap", "3 : i32")
	n.want("%reset map\nmap (+ 1) [1i32]", "[2] : [1]i32")
	n.want("let w = 1i32\n%reset w\nnonsense", "unknown name nonsense")
	n.want("w", "unknown name w")
	n.want("%reset", "all definitions")
}

// TestHelpAsked: ?name and name?, as in other kernels.
func TestHelpAsked(t *testing.T) {
	n := newNotebookTest(t)
	for code, want := range map[string]string{
		"?map": "Applies a function to every element", "map?": "Applies a function to every element", " map??\n": "Applies a function to every element",
		"?? map": "Applies a function to every element", "?%time": "%time E", "f64.sin?": "The sine", "mapp?": "did you mean map?",
	} {
		if got := n.cell(code); !strings.Contains(got, want) {
			t.Errorf("%s gives %s, want %q in it", code, got, want)
		}
	}
	n.cell("-- | A box.\nmodule m = {\n  -- | Twice.\n  def twice (x: f64) = 2 * x\n}")
	for code, want := range map[string][]string{
		"%help m": {"module m", "A box.", "defined in In [", "m. has twice"}, "m.twice?": {"Twice.", "defined in In ["}, "%help f64": {"f64. has ", "sqrt"},
	} {
		got := n.cell(code)
		for _, w := range want {
			if !strings.Contains(got, w) || strings.Contains(got, "library") && code[0] != '%' {
				t.Errorf("%s gives %s, want %q in it", code, got, w)
			}
		}
	}
	n.want("???", "nothing says what type this has")
	if s, _ := n.nb.IsComplete("map?"); s != Complete {
		t.Errorf("map? is %s", s)
	}
}
