package lower_test

import (
	"regexp"
	"strings"
	"testing"

	"raido/lang/lower"
	"raido/lang/prelude"
)

// Every #[prim] of the prelude must have a row, under its qualified name.
func TestEveryPrimitiveHasARow(t *testing.T) {
	prim := regexp.MustCompile(`#\[prim\] def \(?([^\s:()]+)`)
	n := 0
	for _, s := range prelude.Sources() {
		module := ""
		if m := regexp.MustCompile(`(?m)^module (\w+)`).FindStringSubmatch(s.Text); m != nil {
			module = m[1] + "."
		}
		for _, m := range prim.FindAllStringSubmatch(s.Text, -1) {
			n++
			if name := module + m[1]; !lower.IsPrim(name) {
				t.Errorf("%s: no row for %s", s.Name, name)
			}
		}
	}
	if n < 600 {
		t.Errorf("only %d primitives found", n)
	}
	for _, op := range strings.Fields("+ - * / % ** // %% >> << >>> & | ^ == != < <= > >= neg not") {
		if !lower.IsPrim(op) {
			t.Errorf("no row for the operator %s", op)
		}
	}
}
