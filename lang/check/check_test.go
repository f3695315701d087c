package check_test

import (
	"strings"
	"testing"

	"raido/lang/check"
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
)

// checkFile parses and checks a program.
func checkFile(t *testing.T, text string) (*check.Program, diag.List) {
	t.Helper()
	f, ds := syntax.ParseFile(&diag.Source{Name: "test.fut", Text: text})
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
