package parser

import (
	"fmt"
	"strings"
	"testing"

	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/syntax/scan"
)

// tables are arrays that are tables.
var tables = []string{
	"[1, 2, 3, 4, 5, 6, 7, 8]",
	"[1,2,3,4,5,6,7,8,]",
	"[ -1 ,2\t,\n3, 4 -- four, [\n,\n\n  5, 6, 7, 8 -- the last\n]",
	"[0.5, 1e3, -2.5e-3, 1E+2, 0x1.8p3, 00.5, 5, 1_000.5]",
	"[0x1f, 0Xff_ff, 0b1_01, 0rXIV, -0xf, 0, 00, 1_000]",
	"[1u8, 2, 3u8, 4, 5, -6, 7, 8]",
	"[1f32, 2, 2.5, 4, 5, 6, 7f32, 0x10f32]",
	"[0x1f32, 0x1, 1, 2, 3, 4, 5__, 6]",
	"[-1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, -9223372036854775808i64]",
	"[1, 2, 3, 4, 5, 6, 7, 99999999999999999999999999]",
}

// noTables are arrays that are none, or no arrays.
var noTables = []string{
	"[1, 2, 3, 4, 5, 6, 7]",
	"[1, 2 ... 8]", "[1, 2, 3, 4, 5, 6, 7, 8 ... 9]", "[1, 2, 3, 4, 5, 6, 7, 8 9]", "[1, 2, 3, 4, 5, 6, 7, 8",
	"[1, 2, 3, 4, 5, 6, 7, x]", "[1, 2, 3, 4, 5, 6, 7, (8)]", "[1, 2, 3, 4, 5, 6, 7, 8, 'a']", "[1, 2, 3, 4, 5, 6, 7 8]",
	"[1, 2, 3, 4, 5, 6, 7, 8,, 9]", "[, 1, 2, 3, 4, 5, 6, 7, 8]", "[1, 2, 3, 4, 5, 6, 7, 8)", "[1, 2, 3, 4, 5, 6, 7, - 8]",
	"[1, 2, 3, 4, 5, 6, 7, --8]", "[1, 2, 3, 4, 5, 6, 7, 8-1]", "[1, 2, 3, 4, 5, 6, 7, 8 + 1]", "[1, 2, 3, 4, 5, 6, 7, 8.]",
	"[1, 2, 3, 4, 5, 6, 7, 8x]", "[1, 2, 3, 4, 5, 6, 7, 0x]", "[1, 2, 3, 4, 5, 6, 7, 1.5i32]", "[0x1f32, 0x1i32, 1, 2, 3, 4, 5, 6]",
	"[1, 2, 3, 4, 5, 6, 7, 8i32]", "[1u8, 2, 3, 4, 5, 6, 7, 8i32]", "[1u8, 2, 3, 4, 5, 6, 7, 8.5]", "[1, 2, 3, 4, 5, 6, 7, 8: i32]",
	"x[1, 2, 3, 4, 5, 6, 7, 8]", "x with [1, 2, 3, 4, 5, 6, 7, 8] = 0", "(.[1, 2, 3, 4, 5, 6, 7, 8])", "#[a[1, 2, 3, 4, 5, 6, 7, 8]] 1",
	"[1, 2, 3, 4, 5, 6, 7, 8\n-- | doc\n]",
}

// around are texts in which an array may stand, also in error.
var around = []string{
	"%s", "let xs = %s\nxs[0]", "f %s[1:2] 1", "(%s, %s.0)", "[%s,\n%s]", "%s with [0] = 1", "x |> f %s", "match x case %s -> 1", "def f %s = 1", "let %s = 1",
	"x with %s = 1", "f.%s", "x.%s", "%s 1 %s", "type t = %si32", "%s\n%s", "(%s", "%s)", "loop %s for i < 3 do 1", "\\%s -> 1", "#a %s", "#[b] %s", "f -%s", "%s : []i32", "1 %s",
	"'a' %s", "module m = %s", "if %s", "`%s`", "?[n].%s", "f\n%s", "[1, %s]",
}

// plainly parses a cell without tables.
func plainly(src *diag.Source) (*syntax.File, diag.List) {
	s := newParse(src, true)
	defer s.close()
	s.scan = scan.Scan(s.scan.File, src.Text)
	return s.text()
}

// sameWithout demands that a text is the same with tables and without.
func sameWithout(t *testing.T, text string) {
	t.Helper()
	src := &diag.Source{Name: "In [1]", Text: text}
	file, faults := Cell(src)
	plain, want := plainly(src)
	if got, want := dump(file.Decls)+dump(file.Exps), dump(plain.Decls)+dump(plain.Exps); got != want {
		t.Errorf("%s\n  is  %s\n  not %s", text, got, want)
	}
	if got, want := fmt.Sprint(places(file)), fmt.Sprint(places(plain)); got != want {
		t.Errorf("%s\n  stands at %s\n  not       %s", text, got, want)
	}
	if len(faults) != len(want) {
		t.Errorf("%s\n  has faults %v, not %v", text, faults, want)
		return
	}
	for i, d := range faults {
		if got, want := diag.Render(d, true), diag.Render(want[i], true); got != want {
			t.Errorf("%s\n  has the fault\n%s\n  not\n%s", text, got, want)
		}
	}
}

// places are those of all expressions of a file.
func places(f *syntax.File) []string {
	var out []string
	note := func(e syntax.Exp) { out = append(out, fmt.Sprintf("%T %d-%d", e, e.ExpSpan().Start, e.ExpSpan().End)) }
	eachExp(f, func(e syntax.Exp) {
		if x, ok := e.(*syntax.TableExp); ok {
			note(x.Array())
			eachExp(x.Array(), note)
			return
		}
		note(e)
	})
	return out
}

// TestTables: Note [Tables].
func TestTables(t *testing.T) {
	for _, text := range tables {
		s := newParse(&diag.Source{Name: "In [1]", Text: text}, true)
		if s.close(); len(s.scan.Tables) != 1 || len(s.scan.Toks) != 2 {
			t.Errorf("%s is no table", text)
		}
	}
	for _, text := range noTables {
		s := newParse(&diag.Source{Name: "In [1]", Text: text}, true)
		if s.close(); len(s.scan.Tables) > 0 {
			t.Errorf("%s is a table", text)
		}
	}
	for _, frame := range around {
		for _, text := range append(append([]string{}, tables...), noTables...) {
			sameWithout(t, strings.ReplaceAll(frame, "%s", text))
		}
	}
}

// TestManyArguments: a type of very many arrows would exhaust the stack.
func TestManyArguments(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles very large programs")
	}
	const n = 1_000_000
	for _, text := range []string{strings.Repeat("x ", n), "f" + strings.Repeat(" ()", n), "def f" + strings.Repeat(" x", n) + " = 1", "\\" + strings.Repeat("x ", n) + "-> 1"} {
		if _, faults := Cell(&diag.Source{Name: "In [1]", Text: text}); len(faults) != 1 || faults[0].Code != codeDeep {
			t.Errorf("%.20s... has faults %.100v", text, faults)
		}
	}
}

// TestWords: the words of a text are among its tokens.
func TestWords(t *testing.T) {
	for _, c := range constructs {
		src := &diag.Source{Name: "In [1]", Text: c[0]}
		var want []scan.Token
		for _, tok := range scan.Tokens(src) {
			if tok.Kind == scan.KindName || tok.Kind == scan.KindQualified || tok.Kind == scan.KindOperator {
				want = append(want, tok)
			}
		}
		if got := scan.Words(src); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s\n  has the words %v, not %v", c[0], got, want)
		}
	}
}
