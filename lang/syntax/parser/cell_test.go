package parser

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/syntax/scan"
)

// summary is what a cell holds: the names it defines and its last expression.
func summary(f *syntax.File) string {
	var parts []string
	shown := func(after int) {
		for _, e := range f.Exps {
			if e.After == after {
				parts = append(parts, "=> "+sexp(e.Exp))
			}
		}
	}
	for i, d := range f.Decls {
		shown(i)
		switch d := d.(type) {
		case *syntax.ValDecl:
			parts = append(parts, d.Name)
		case *syntax.PatDecl:
			parts = append(parts, syntax.Print(d.Pat))
		default:
			parts = append(parts, strings.Fields(syntax.Print(d))[0])
		}
	}
	shown(len(f.Decls))
	return strings.Join(parts, " ")
}

func TestCells(t *testing.T) {
	for _, c := range [][2]string{
		{"", ""},
		{"-- only a comment", ""},
		{"1", "=> 1"},
		{"-x", "=> (neg x)"},
		{"def f x = x+1\nf 3", "f => (f 3)"},
		{"def f x = x\n  + 1\n\n-- then\nf\n  3", "f => (f 3)"},
		{"def f x =\nx + 1\nf 3", "f => (f 3)"},
		{"def f x = x\nf 3 |>\ng\n|> h\n+ 1", "f => (|> (|> (f 3) g) (+ h 1))"},
		{"def f x = x\n(f 3)", "f => (f 3)"},
		{"def f x = x\n[1,\n2\n]", "f => [1, 2]"},
		{"let x = 1\nlet (a, b): (t, t) = f x\nlet _ = 3\na", "x (a, b): (t, t) _ => a"},
		{"let x = 1 in x", "=> (let x 1 x)"},
		{"let x = 1\nin x", "=> (let x 1 x)"},
		{"let x = 1\nlet y = x\nin y", "x => (let y x y)"},
		{"def f x = x\nlet x = 1\nlet y = 2 in x + y", "f x => (let y 2 (+ x y))"},
		{"def f x =\nlet y = x\nlet z = y\nin z\nf 1", "f => (f 1)"},
		{"def f x =\n  let y = x\n  in y\nf 1", "f => (f 1)"},
		{"if a\nthen b\nelse c", "=> (if a b c)"},
		{"match x\ncase 1 -> a\ncase _ -> b", "=> match x\ncase 1 -> a\ncase _ -> b"},
		{"loop x = 1\nfor i < 10\ndo x + i", "=> loop x = 1 for i < 10 do x + i"},
		{"xs with [0] = 1\nwith [1] = 2", "=> (with (with xs 0 1) 1 2)"},
		{"#[attr] x + y", "=> (attr attr (+ x y))"},
		{"#[attr]\ndef f x = x\nlocal\ndef g = 1", "f g"},
		{"module m = {\ndef f x = x\n}\nm.f 1", "module => (m.f 1)"},
		{"open m\nimport \"a\"\ntype t = i32\nx", "open import type => x"},
		{"def x = 1\r\nx\r\n", "x => x"},
		{"def f (x: i32)\n      (y: i32) : i32\n= x + y\nf 1 2", "f => (f 1 2)"},
		{"def f = \\x ->\nx", "f"},
		{"1+1\n2+2", "=> (+ 1 1) => (+ 2 2)"},
		{"1+1\ndef f x = x\nf 2\n\nlet y = 3\ny", "=> (+ 1 1) f => (f 2) y => y"},
		{"f\nx", "=> f => x"},
		{"f\n x", "=> (f x)"},
		{"1\n-2", "=> (- 1 2)"},
		{"1\n(-2)\n!b", "=> 1 => (neg 2) => (not b)"},
		{"-- a\n1 -- b\n\n-- c\n  + 2\n-- d\n\"x -- y\"\n-- e\n[3]", `=> (+ 1 2) => "x -- y" => [3]`},
		{"f (1,\n2)\n#a 1\n\\x -> x\n{a = 1}.a", "=> (f (1, 2)) => (#a 1) => (fn x x) => (get {a = 1} a)"},
		{"xs\n|> map f\n[1,\n2]\nif a\nthen b\nelse c\nlet z = 1 in z\nmatch x\ncase _ -> 1\nloop x = 1 for i < 2 do x",
			"=> (|> xs (map f)) => [1, 2] => (if a b c) => (let z 1 z) => match x\ncase _ -> 1 => loop x = 1 for i < 2 do x"},
	} {
		f, faults := Cell(&diag.Source{Name: "In [1]", Text: c[0]})
		if len(faults) > 0 {
			t.Errorf("%q: %v", c[0], faults)
		} else if got := summary(f); got != c[1] {
			t.Errorf("%q: got %q, want %q", c[0], got, c[1])
		} else {
			checkRoundTrip(t, f)
		}
	}
}

// What a cell may hold and a file may not.
func TestFileIsNoCell(t *testing.T) {
	for _, text := range []string{"f 3", "let (a, b) = f 3", "def x = 1\n1 + 1 )"} {
		if _, faults := File(&diag.Source{Name: "a.fut", Text: text}); len(faults) == 0 {
			t.Errorf("%q: no fault", text)
		}
	}
	// In a file a line at column 1 is no item unless a declaration begins there.
	f, faults := File(&diag.Source{Name: "a.fut", Text: "def f x = x\n(1)\n"})
	if len(faults) > 0 || sexp(f.Decls[0].(*syntax.ValDecl).Body) != "(x 1)" {
		t.Errorf("%v, %v", f.Decls, faults)
	}
}

func TestComplete(t *testing.T) {
	for _, c := range [][3]string{
		{"", "complete", ""},
		{"1 + 1", "complete", ""},
		{"def f x = x", "complete", ""},
		{"let x = 1", "complete", ""},
		{"def f x =", "incomplete", "  "},
		{"def f x =\n  let y = x", "incomplete", "  "},
		{"def f x =\n  let y =", "incomplete", "    "},
		{"def f x =\n  let y = x in", "incomplete", "  "},
		{"def f x = -- comment", "incomplete", "  "},
		{"f (1,", "incomplete", "  "},
		{"f [1,\n   2,", "incomplete", "   "},
		{"  f (", "incomplete", "    "},
		{"module m = {", "incomplete", "  "},
		{"module m = {\n  def f x = x", "incomplete", "  "},
		{"if x", "incomplete", "  "},
		{"1 +", "incomplete", "  "},
		{"1 + )", "invalid", ""},
		{"def = 3", "invalid", ""},
		{"def s = \"abc", "invalid", ""},
		{"def f x =\ndef g = 1", "invalid", ""},
		{"1\n2", "complete", ""},
		{"1\n2 +", "incomplete", "  "},
	} {
		status, indent := Complete(c[0])
		if status != c[1] || indent != c[2] {
			t.Errorf("%q: got %s %q, want %s %q", c[0], status, indent, c[1], c[2])
		}
	}
}

func TestTokens(t *testing.T) {
	text := "-- | Doc\n-- more\n\n-- plain\ndef f' 'a (x: m.t) = x `g` 1i32 m.+ \"s -- 'c' #c a[0]\n#[at] \\_ -> ???"
	var got []string
	for _, tok := range scan.Tokens(&diag.Source{Text: text}) {
		got = append(got, string(tok.Kind)+" "+tok.Text())
	}
	want := "doc -- | Doc, doc -- more, comment -- plain, keyword def, name f', typeparam 'a, punctuation (, name x, operator :, " +
		"qualified m.t, punctuation ), operator =, name x, operator `, name g, operator `, number 1i32, operator m.+, " +
		"error \"s -- 'c' #c a[0], attribute #[, name at, punctuation ], operator \\, name _, operator ->, punctuation ???"
	if g := strings.Join(got, ", "); g != want {
		t.Errorf("got\n%s\nwant\n%s", g, want)
	}
}

// Deep nesting of any kind is an error or a tree, never an exhausted stack, and takes no long time.
func TestDeep(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles very large programs")
	}
	const n = 1500
	for _, c := range []string{"(", "[", "{a=", "f (", "-", "!", "- ", "x + ", "x ** ", "x <| ", "x |> ", "\\x -> ", "if x then y else ", "if ",
		"let x = 1 in ", "let x = ", "let f x = x let ", "#[a] ", "match x case y -> ", "match ", "loop x = 1 for i < n do ", "loop ",
		"x with a = ", "x with [", "a[", "x.0", ".0", "x : ", "m.(", "(+ ", "x : [", "x : (", "x : a -> ", "x : * ", "x : ?[n]. ", "x : {a: ", "x : #a (",
		"assert ", "x `f` ", "a..", "1..<", "f ", ")", "]", "x, ", "case ", "\\(", "\\#a ", "\\(#a ", "\\{a=", "'", "\"", "#", "?", ".", "`", "in ",
		"(\nlet x = ", "def f x = (\n", "def f x = {\n", "let x = let y = 1\n", "def f = 1 +\nlet x = (\n", "let x =\nlet y = (x,\n", "module m = {\ndef f = x\n",
		"def f =\nlet x = 1\n", "def\n", "x\n", "#[a]\n", "local\n", "{def f = let x = "} {
		start := time.Now()
		for _, text := range []string{"def x = " + strings.Repeat(c, n), strings.Repeat(c+"\n", n)} {
			Cell(&diag.Source{Text: text})
		}
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%q took %v", c, d)
		}
	}
	for _, c := range []string{"module m = {", "module m = (", "module m = \\(p: s) -> ", "module type s = (", "module type s = s -> ", "type t = (",
		"type t = a -> ", "type t = * ", "local ", "#[a] ", "module m = f (g ", "module type s = {module m: ", "module type s = s with t = ", "def ", "def f (", "open "} {
		File(&diag.Source{Text: strings.Repeat(c, n)})
		head, tail, _ := strings.Cut(c, " = ")
		File(&diag.Source{Text: head + " = " + strings.Repeat(tail, n)})
	}
	for text, refused := range map[string]bool{
		strings.Repeat("(", maxBrackets) + "x" + strings.Repeat(")", maxBrackets):     false,
		strings.Repeat("(", maxBrackets+1) + "x" + strings.Repeat(")", maxBrackets+1): true,
		strings.Repeat("x + ", maxDepth) + "x":                                        false,
		strings.Repeat("x + ", maxDepth+1) + "x":                                      true,
		strings.Repeat("let x = x + 1\n", maxDepth/3-1) + "in x":                      false,
		strings.Repeat("if c then x else ", maxDepth/3-1) + "x":                       false,
	} {
		_, faults := Exp(&diag.Source{Text: text})
		if refused != (len(faults) == 1 && faults[0].Code == codeDeep) || !refused && len(faults) > 0 {
			t.Errorf("%.20s: got %v", text, faults)
		}
	}
	// Long but flat programs are fine.
	for _, text := range []string{
		"[" + strings.Repeat("-1 + 2, ", 20*n) + "3]",
		"match x " + strings.Repeat("case (1, _) -> f (x - 1)\n  ", n) + "case _ -> 2",
	} {
		if _, faults := Exp(&diag.Source{Text: text}); len(faults) > 0 {
			t.Errorf("%.20s...: %v", text, faults)
		}
	}
	if f, faults := File(&diag.Source{Text: strings.Repeat("def f x = if x then - 1 else 2\n", 20000)}); len(faults) > 0 || len(f.Decls) != 20000 {
		t.Errorf("%d declarations, %v", len(f.Decls), faults)
	}
}

// Parses may run at the same time.
func TestConcurrent(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for k := range 50 {
				text := fmt.Sprintf("def f%d (x: [n]i32) = x[%d] + (1\n", i, k)
				src := &diag.Source{Text: text}
				_, faults := Cell(src)
				if len(faults) != 1 || faults[0].Span.Source != src {
					t.Errorf("%v", faults)
				}
			}
		})
	}
	wg.Wait()
}

// Old programs have the lets of a body at column 1; a file may have any number of such definitions.
func TestLetsAtColumn1(t *testing.T) {
	const n = 50
	f, faults := File(&diag.Source{Text: strings.Repeat("def f x =\nlet y = x\nlet z = y\nin z\ntype t = i32\n", n)})
	if len(faults) > 0 || len(f.Decls) != 2*n {
		t.Errorf("%d declarations, %v", len(f.Decls), faults)
	}
}
