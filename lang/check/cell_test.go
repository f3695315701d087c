package check_test

import (
	"strings"
	"testing"

	"raido/lang/check"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/syntax/parser"
	"raido/lang/types"
)

// session checks cells one after the other, as a notebook does.
type session struct {
	t   *testing.T
	env *scope.Env
}

func newSession(t *testing.T) *session { return &session{t, check.Prelude().ForCell()} }

// cell checks a cell; it gives its definitions and its last expression.
func (s *session) cell(text string) ([]*types.Def, *types.Def) {
	s.t.Helper()
	f, ds := parser.Cell(&diag.Source{Name: "In [1]", Text: text})
	var defs []*types.Def
	for _, d := range f.Decls {
		env, more, bad := check.Decl(s.env, d)
		s.env, defs, ds = env, append(defs, more...), append(ds, bad...)
	}
	var last *types.Def
	for _, e := range f.Exps {
		def, bad := check.Exp(s.env, e.Exp, "it")
		last, ds = def, append(ds, bad...)
	}
	if len(ds) > 0 {
		s.t.Fatalf("%s\n%v", text, ds)
	}
	return defs, last
}

func TestCells(t *testing.T) {
	s := newSession(t)
	defs, last := s.cell("def sq x = x * x\nlet y = sq 3\nsq y + 1")
	if len(defs) != 2 || defs[0].Sym.Kind != types.KindDef || defs[1].Sym.Kind != types.KindValue {
		t.Errorf("kinds of %v", defs)
	}
	if got := types.Print(last.Ret); got != "i32" {
		t.Errorf("last expression has type %s", got)
	}
	var uses []string
	for _, u := range last.Uses {
		uses = append(uses, u.Name)
	}
	if strings.Join(uses, " ") != "sq y" {
		t.Errorf("uses %v", uses)
	}
	// A later cell sees the values, and a redefinition shadows.
	old := s.env
	s.cell("let (a, b) = (iota 3, y)\ndef sq (x: f32) = x")
	if _, last := s.cell("(map (+ 1) a, b, sq 2)"); types.Print(last.Ret) != "([3]i64, i32, f32)" {
		t.Errorf("got %s", types.Print(last.Ret))
	}
	if info, ok := old.Lookup("sq"); !ok || info.Type != "i32 -> i32" {
		t.Errorf("the old scope changed: %v", info)
	}
}

func TestPatternCell(t *testing.T) {
	s := newSession(t)
	defs, _ := s.cell("let {p, q = (r, _)} = {p = 1i64, q = (true, 2)}")
	var got []string
	for _, d := range defs {
		if d.Sym.Kind != types.KindValue {
			t.Errorf("%s is no value", d.Sym.Name)
		}
		got = append(got, d.Sym.Name+": "+types.PrintScheme(d.Sym.Scheme))
	}
	if want := "(p, r): {p: i64, q: (bool, i32)}; p: i64; r: bool"; strings.Join(got, "; ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, "; "), want)
	}
	s.cell("let (a, b) = (iota 3, filter (> 0) [1, 2])")
	if _, last := s.cell("zip b b"); types.Print(last.Ret) != "[](i32, i32)" {
		t.Errorf("part of unknown size: %s", types.Print(last.Ret))
	}
	if _, last := s.cell("flatten [b, b]"); types.Print(last.Ret) != "[]i32" {
		t.Errorf("expression of unknown size: %s", types.Print(last.Ret))
	}
	if _, last := s.cell("iota p"); types.Print(last.Ret) != "[p]i64" {
		t.Errorf("p as a size: %s", types.Print(last.Ret))
	}
}

// TestValueKinds checks what a top-level let of a cell is: functions are definitions.
func TestValueKinds(t *testing.T) {
	s := newSession(t)
	defs, _ := s.cell("let f = \\x -> x + 1i32\nlet g x = x\nlet v = f 2")
	for i, want := range []types.SymbolKind{types.KindDef, types.KindDef, types.KindValue} {
		if defs[i].Sym.Kind != want {
			t.Errorf("%s has kind %d, want %d", defs[i].Sym.Name, defs[i].Sym.Kind, want)
		}
	}
}

func TestUses(t *testing.T) {
	s := newSession(t)
	s.cell("def f x = x + 1\ndef g x = f x\nlet v = 2")
	defs, _ := s.cell("def h x = let w = f x in f (g w) + v")
	var got []string
	for _, u := range defs[0].Uses {
		got = append(got, u.Name)
	}
	if strings.Join(got, " ") != "f g v" {
		t.Errorf("h uses %v", got)
	}
}

func TestNames(t *testing.T) {
	s := newSession(t)
	s.cell("def tabular = 1\nmodule stats = { def mean (xs: []f64) = f64.sum xs  module inner = { def z = 1 } }")
	for prefix, want := range map[string]string{
		"tabula":        "tabular tabulate tabulate_2d tabulate_3d",
		"stats.":        "stats.inner stats.mean",
		"stats.inner.":  "stats.inner.z",
		"f64.sqr":       "f64.sqrt",
		"nothing.at.al": "",
	} {
		if got := strings.Join(s.env.Names(prefix), " "); got != want {
			t.Errorf("Names(%q) = %q, want %q", prefix, got, want)
		}
	}
	for name, want := range map[string]string{
		"stats.mean": "value [n]. [n]f64 -> f64",
		"stats":      "module ",
		"i32":        "type i32",
		"f64.exp":    "value f64 -> f64",
	} {
		if info, ok := s.env.Lookup(name); !ok || info.Kind.String()+" "+info.Type != want {
			t.Errorf("Lookup(%q) = %v %q, want %q", name, ok, info.Kind.String()+" "+info.Type, want)
		}
	}
	if _, ok := s.env.Lookup("f64.nosuch"); ok {
		t.Error("found f64.nosuch")
	}
}

// TestFailedCell checks that a faulty declaration leaves the old scope as it was.
func TestFailedCell(t *testing.T) {
	s := newSession(t)
	s.cell("def a = 1")
	f, _ := parser.Cell(&diag.Source{Name: "In [2]", Text: "def a = true + 1"})
	env, defs, ds := check.Decl(s.env, f.Decls[0])
	if len(ds) != 1 || len(defs) != 0 {
		t.Errorf("got %v, %v", defs, ds)
	}
	if info, ok := s.env.Lookup("a"); !ok || info.Type != "i32" {
		t.Errorf("a is %v", info)
	}
	if _, ok := env.Lookup("a"); ok {
		t.Error("the faulty a has a type")
	}
}

func TestImport(t *testing.T) {
	load := func(path string) (*scope.Env, diag.List) {
		f, _ := parser.File(&diag.Source{Name: path + ".fut", Text: "local def hidden = 1 def twice x = x * 2i32 + hidden - 1"})
		p, ds := check.File(check.Prelude(), f, nil)
		return p.Exports, ds
	}
	for _, c := range []struct{ program, want string }{
		{"import \"lib\" def x = twice 3", "x: i32"},
		{"module l = import \"lib\" def x = l.twice 3", "x: i32"},
		{"open import \"lib\" def x = twice 3", "x: i32"},
		{"import \"lib\" def x = hidden", "error unknown name hidden"},
	} {
		f, ds := parser.File(&diag.Source{Name: "main.fut", Text: c.program})
		if len(ds) > 0 {
			t.Fatal(ds)
		}
		p, ds := check.File(check.Prelude(), f, load)
		got := typesOf(p)
		if len(ds) > 0 {
			got = "error " + ds[0].Msg
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.program, got, c.want)
		}
	}
}

func TestEntries(t *testing.T) {
	p, ds := checkFile(t, "entry a (x: i32) = x\ndef b = 1\ndef main (x: f32) = x\nentry c = vjp (\\(x: f64) -> x)")
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	var got []string
	for _, d := range p.Entries {
		got = append(got, d.Sym.Name)
	}
	if strings.Join(got, " ") != "a main c" {
		t.Errorf("entries %v", got)
	}
	if _, ds := checkFile(t, "def main x = x"); len(ds) != 1 || ds[0].Code != "E0212" {
		t.Errorf("polymorphic main: %v", ds)
	}
}
