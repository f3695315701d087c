package check_test

import (
	"strings"
	"testing"

	"raido/lang/check"
	"raido/lang/diag"
	"raido/lang/syntax/parser"
	"raido/lang/types"
)

// checkFile parses and checks a program.
func checkFile(t *testing.T, text string) (*check.Program, diag.List) {
	t.Helper()
	f, ds := parser.File(&diag.Source{Name: "test.fut", Text: text})
	if len(ds) > 0 {
		t.Fatalf("parse: %v\n%s", ds, text)
	}
	return check.File(check.Prelude(), f, nil)
}

// typesOf prints the definitions of a program, one on each line.
func typesOf(p *check.Program) string {
	var lines []string
	for _, d := range p.Defs {
		lines = append(lines, d.Sym.Name+": "+types.PrintScheme(d.Sym.Scheme))
	}
	return strings.Join(lines, "\n")
}

func TestPrelude(t *testing.T) {
	env := check.Prelude()
	for name, want := range map[string]string{
		"map":       "[n] 'a 'x. (a -> x) -> [n]a -> *[n]x",
		"iota":      "(n: i64) -> *[n]i64",
		"filter":    "[n] 'a. (a -> bool) -> [n]a -> *[]a",
		"f64.sqrt":  "f64 -> f64",
		"flatten":   "[n] [m] 't. [n][m]t -> [n*m]t",
		"unflatten": "[n] [m] 't. [n*m]t -> [n][m]t",
	} {
		info, ok := env.Lookup(name)
		if !ok || info.Type != want {
			t.Errorf("%s: got %q, want %q", name, info.Type, want)
		}
	}
}

// TestLoopSizesOutside: a loop inside a loop takes the sizes of arrays that are not decided yet when it is checked,
// since the outer loop's parameter has them, and a local function makes its parameter as long as those.
func TestLoopSizesOutside(t *testing.T) {
	p, ds := checkFile(t, `
def f [p][m] (columns: *[p][m]f64): [p][m]f64 =
  let less v q = (map2 (-) v q, f64.sum v)
  in loop qs = columns for k < p do
      let (v, _) =
        loop (v, r) = (copy qs[k], 0) for i < k do
          let (v, s) = less v qs[i] in (v, r + s)
      in qs with [k] = v
`)
	if bad := ds.Errors(); len(bad) > 0 {
		t.Fatalf("refused: %v", bad)
	}
	if got, want := typesOf(p), "f: [p] [m]. *[p][m]f64 -> [p][m]f64"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
