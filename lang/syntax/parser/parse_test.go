package parser

import (
	"strings"
	"testing"

	"raido/lang/diag"
	"raido/lang/prelude"
	"raido/lang/syntax"
)

// constructs has every construct of the language, as the printer writes it; an item of two has another
// spelling of the same.
var constructs = [][]string{
	// Values.
	{"def f x = x"},
	{"let f (x: i32) y = x + y"},
	{"entry main [n] 'a '~b '^c (xs: [n]a): *[n]a = xs"},
	{"def f[n] (xs: [n]i32) = n", "def f [n] (xs: [n]i32) = n"},
	{"def (<+>) x y = x"},
	{"def x <+> y = x", "def (<+>) x y = x"},
	{"def (x: t) +^ (y: t): t = x", "def (+^) (x: t) (y: t): t = x"},
	{"def (-) (x: t) y = x"},
	{"#[noinline] #[a(b, 3)] local def x: i32 = 1"},
	{"-- | Two lines\n-- of doc.\ndef x = 1"},
	{"def f {x, y = z: i32} (#c a _) (#d) () = 1", "def f {x, y = z: i32} (#c a _) #d () = 1"},
	{"def f (#[a] x: t) (1, (-2), 'c', true) (-1) = 1", "def f (#[a] x: t) (1, -2, 'c', true) (-1) = 1"},
	{"def f ((+): i32 -> i32) = (+)", "def f ((+): i32 -> i32) = (+)"},
	{"def f {a: i32} (b, c,) = a", "def f {a = a: i32} (b, c) = a"},
	// Types.
	{"type t = i32"},
	{"type^ t 'a [n] = a -> [n]i32"},
	{"type~ t = ?[n][m]. [n][m]i32"},
	{"type t = (n: i64) -> (m: i64) -> *[n + m][]f32 -> ?[k]. [k]t -> ()"},
	{"type t = {a: i32, b: (i32, bool), 0: ()}"},
	{"type t = #a i32 [n]f32 (m.t x) | #b | #c (i32, i32)"},
	{"type t = m.t [n] [] (i32, i32) u"},
	{"type t = ((i32 -> i32) -> *i32, {}) -> [n](t u)", "type t = ((i32 -> i32) -> *i32, {}) -> [n]t u"},
	{"type t = (i32, i32,)", "type t = (i32, i32)"},
	{"type t = t[n]", "type t = t [n]"},
	{"type t = ?[n].[n]i32 -> i32", "type t = ?[n]. [n]i32 -> i32"},
	{"type t = ?[n].?[m].([n]i32, [m]i32)", "type t = ?[n]. ?[m]. ([n]i32, [m]i32)"},
	// Modules.
	{"module m = {\n  def x = 1\n  type t = i32\n}"},
	{"module m (p: s) (q: s with t 'a = [n]a) : r -> {} = p q.r (import \"x\") : s", "module m (p: s) (q: s with t 'a = [n]a) : r -> {} = p q.r import \"x\" : s"},
	{"module m = \\(p: s) -> \\(q: s) : r -> f (g p) q"},
	{"module m = (\\(p: s) -> p) : s"},
	{"module type s = {\n  type t\n  type^ u 'a = t\n  -- | Doc.\n  val (+) 'a: t -> a\n  val f [n]: [n]t\n  module n: s\n  include s with t = i32\n}"},
	{"module type s = { val + : t -> t #[a] val x: t }", "module type s = {\n  val (+): t -> t\n  val x: t\n}"},
	{"module type s = (p: a) -> b -> (c -> d) with t = i32 with m.u = f32"},
	{"open m.n"},
	{"open f x"},
	{"import \"../a\""},
	{"local open import \"a\"", "local open import \"a\""},
	{"local #[a] local import \"a\"", "#[a] local import \"a\""},
}

// expressions are the constructs that expressions are.
var expressions = [][]string{
	{"1"}, {"1i32"}, {"0x1fu8"}, {"0x1f32"}, {"0b1_01i8", "0b101i8"}, {"0rXIV", "14"}, {"1_000", "1000"},
	{"1.5"}, {"1.5e-3f32"}, {"1e10"}, {"1E10"}, {"1f16"}, {"0x1.8p3"}, {"0x1p-3f64"}, {"true"}, {"false"},
	{"'a'"}, {"'\\n'"}, {"'\\''"}, {"'\"'"}, {`'\x41'`, "'A'"}, {`'\65'`, "'A'"}, {`'ø'`},
	{`"a\"b\\c"`}, {`"\u00e6\o101"`, `"æA"`}, {"???"}, {"()"}, {"(x)"}, {"(x, y)"}, {"(x, y,)", "(x, y)"},
	{"[]"}, {"[x, y]"}, {"[x,]", "[x]"}, {"{}"}, {"{x, y = 1, 0 = z}"}, {"x'"}, {"_x"}, {"m.x"}, {"m.n.x"},
	{"m.(x + y)"}, {"m.n.(x)[0]"}, {"x .y", "x .y"}, {"x.0"}, {"(f x).y"}, {"(+)"}, {"(m.+)"}, {"(<|>)"},
	{"#a"}, {"#a x #b"}, {"f x y"}, {"f (x) [1] {a} 'c' true #c"},
	{"a[i]"}, {"a[i, j]"}, {"a[i][j]"}, {"a[:]"}, {"a[i:]"}, {"a[:j]"}, {"a[i:j]"}, {"a[i:j:k]"}, {"a[::-1]"},
	{"a[i + 1:n - 1, :]"}, {"a[i,]", "a[i]"}, {"[1, 2][0]"},
	{"(.f)"}, {"(.f.g.0)"}, {"(.[i])"}, {"(.[i:j, k])"}, {"(.f[i].g)"}, {"(.[i].f)"}, {"(.[i][j:k].0.1[::-1])"}, {"(.[i] .f)", "(.[i].f)"}, {"(x -)"}, {"(x-)", "(x -)"}, {"(-x)"}, {"(+ x)"}, {"(+x)", "(+ x)"},
	{"(`f` x)"}, {"(x `f`)"}, {"(x `m.f`)"}, {"(x m.+)"}, {"(|| x)"},
	{"0...9"}, {"0..<n"}, {"n..>0"}, {"0..2...10"}, {"0..2..<n"}, {"1.0..2.0...3.0"},
	{"x: i32"}, {"x :> [n]i32"}, {"\\x -> x"}, {"\\x (y, z) (_: t): t -> x"}, {"\\x: (t -> t) -> x"},
	{"if a then b else c"}, {"if a then b else if c then d else e"},
	{"let x = 1\nin x"}, {"let x = 1 let y = 2 in x", "let x = 1\nlet y = 2\nin x"},
	{"let [n] (xs: [n]i32) = e in n", "let [n] xs: [n]i32 = e\nin n"}, {"let (x, _): (t, t) = e\nin x"}, {"let _ = e\nin x"}, {"let () = e\nin x"},
	{"let f x = x\nin f"}, {"let f 'a [n] (xs: [n]a): [n]a = xs\nin f"}, {"let f[n] (xs: [n]a) = n in f", "let f [n] (xs: [n]a) = n\nin f"},
	{"let a[i] = v\nin a"}, {"let a[i, j:k] = v\nin a"}, {"let a[n] = v\nin a"}, {"let r.f = v\nin r"}, {"let r.f.g = v\nin r"},
	{"x with [i] = v"}, {"x with [i, :] = v"}, {"x with f = v"}, {"x with f.g = v"}, {"x with f.0 = v"},
	{"match x\ncase 1 -> a\ncase -2.5f32 -> b\ncase #c (#d x) _ -> c\ncase (p, q): t -> d\ncase _ -> e"},
	{"match x case {a, b = #c} -> a", "match x\ncase {a, b = #c} -> a"},
	{"match x case #[a] y: t -> match z case 'a' -> y case true -> z", "match x\ncase #[a] y: t -> match z\n  case 'a' -> y\n  case true -> z"},
	{"loop x for i < n do x"}, {"loop x = 1 for i < n do x + i"}, {"loop (x, y) = (1, 2) while x < y do (y, x)"},
	{"loop x = 0 for (a, b) in zip as bs do x + a"}, {"loop x = 0 for a in as do x + a"}, {"loop [n] (xs: [n]i32) = e while p do xs", "loop [n] xs: [n]i32 = e while p do xs"},
	{"loop {a, b} for i < n do {a, b}"}, {"loop (#[true_dep] x: i32) = 1 for i < n do x", "loop #[true_dep] x: i32 = 1 for i < n do x"},
	{"#[unroll] loop x = 1 for i < n do x"}, {"#[sequential(outer,1,)] map f xs", "#[sequential(outer, 1)] map f xs"}, {"#[a(b(), $c, \"d\")] x"}, {"assert (x > 0) x"}, {"assert c f + 1"},
	{"f <| \\x -> x"}, {"-x"}, {"!x"}, {"- -x"}, {"x `f` y"}, {"x + y"},
}

func TestConstructs(t *testing.T) {
	for _, c := range constructs {
		f, faults := File(&diag.Source{Name: "test", Text: c[0]})
		if len(faults) > 0 || len(f.Decls) != 1 {
			t.Errorf("%s: %d declarations, %v", c[0], len(f.Decls), faults)
			continue
		}
		if got := syntax.Print(f.Decls[0]); got != c[len(c)-1] {
			t.Errorf("%s\n  is printed as\n%s", c[0], got)
		}
		checkRoundTrip(t, f)
		checkSpans(t, f)
	}
}

func TestExpressions(t *testing.T) {
	for _, c := range expressions {
		e := parseExp(t, c[0])
		want := c[len(c)-1]
		if got := syntax.Print(e); got != want {
			t.Errorf("%s\n  is printed as\n%s", c[0], got)
		}
		if again := parseExp(t, syntax.Print(e)); dump(again) != dump(e) {
			t.Errorf("%s\n  comes back as\n%s", dump(e), dump(again))
		}
		checkSpans(t, e)
	}
}

// checkRoundTrip demands that the printed file parses to the same tree.
func checkRoundTrip(t *testing.T, f *syntax.File) {
	t.Helper()
	text := syntax.Print(f)
	again, faults := Cell(&diag.Source{Name: "printed", Text: text})
	if len(faults) > 0 {
		t.Errorf("%s\n  does not parse: %v", text, faults)
	} else if dump(again) != dump(f) {
		t.Errorf("%s\n  is not the same as\n%s\n%s", text, dump(f), dump(again))
	}
}

// checkSpans demands that the text under each expression is that expression.
func checkSpans(t *testing.T, node any) {
	t.Helper()
	eachExp(node, func(e syntax.Exp) {
		text := e.ExpSpan().Text()
		if text == "" || text != strings.TrimSpace(text) {
			t.Errorf("%T %s covers %q", e, syntax.Print(e), text)
			return
		}
		if _, punned := e.(*syntax.VarExp); punned && !strings.ContainsAny(text, "(.") {
			return
		}
		if n, ok := e.(*syntax.NumLit); ok && n.Text[0] == '-' {
			return // only in patterns
		}
		again, faults := Exp(&diag.Source{Name: "span", Text: text})
		if len(faults) > 0 || dump(again) != dump(e) {
			t.Errorf("%T %s covers %q", e, syntax.Print(e), text)
		}
	})
}

func TestPrelude(t *testing.T) {
	for _, src := range prelude.Sources() {
		f, faults := File(src)
		for _, d := range faults {
			t.Errorf("%v (%s)", d, d.Hint)
		}
		if len(f.Decls) == 0 {
			t.Errorf("%s: no declarations", src.Title())
		}
		checkRoundTrip(t, f)
		checkSpans(t, f)
	}
}

func TestDocs(t *testing.T) {
	text := "-- | The file.\n-- Second line.\n\n-- no doc\n-- | Of f.\n--\n--   indented\ndef f = 1 -- | not of g\n\ndef g = 2\n-- | Of m.\nmodule m = {\n  -- | Of x.\n  #[a] def x = 1\n}\n"
	f, faults := File(&diag.Source{Name: "test", Text: text})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if f.Doc != "The file.\nSecond line." {
		t.Errorf("file: %q", f.Doc)
	}
	body := f.Decls[2].(*syntax.ModDecl).Body.(*syntax.ModBody)
	for _, c := range []struct {
		d    syntax.Decl
		want string
	}{{f.Decls[0], "Of f.\n\n  indented"}, {f.Decls[1], ""}, {f.Decls[2], "Of m."}, {body.Decls[0], "Of x."}} {
		if got := syntax.HeadOf(c.d).Doc; got != c.want {
			t.Errorf("%s: got %q, want %q", syntax.Print(c.d), got, c.want)
		}
	}
	checkRoundTrip(t, f)
	one, _ := File(&diag.Source{Name: "test", Text: "-- | Of x.\ndef x = 1"})
	if one.Doc != "" || syntax.HeadOf(one.Decls[0]).Doc != "Of x." {
		t.Errorf("file %q, x %q", one.Doc, syntax.HeadOf(one.Decls[0]).Doc)
	}
}

func TestDeclSpans(t *testing.T) {
	text := "-- | Doc.\n#[a] def f x = x + 1  -- comment\n\ntype t = i32\nmodule m = { def y = 2 }\n"
	f, _ := File(&diag.Source{Name: "test", Text: text})
	for i, want := range []string{"#[a] def f x = x + 1", "type t = i32", "module m = { def y = 2 }"} {
		if got := f.Decls[i].DeclSpan().Text(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := f.Decls[0].(*syntax.ValDecl).NameSpan.Text(); got != "f" {
		t.Errorf("name: %q", got)
	}
	if got := f.Decls[1].(*syntax.TypeDecl).NameSpan.Text(); got != "t" {
		t.Errorf("name: %q", got)
	}
}
