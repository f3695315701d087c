package rows_test

import (
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/opt/rows"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden runs the cases testdata/rows/*.txtar.
func TestGolden(t *testing.T) {
	corepass.Language(corepass.Exactly).Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "rows", Fn: rows.Rows}, {Name: "parts", Fn: rows.Parts}, {Name: "remainders", Fn: rows.Remainders}})
}

// TestRandomPrograms: programs of all constructs, and loops in place, keep their meaning.
func TestRandomPrograms(t *testing.T) {
	for seed := range uint64(150) {
		p, args := coregen.Gen(seed, coregen.Options{Accs: true, Calls: seed%4 == 0, InPlace: seed%2 == 0})
		corepass.Keeps(t, p, rows.Rows, coregen.Values(args), corepass.Exactly)
		corepass.Keeps(t, p, rows.Remainders, coregen.Values(args), corepass.Exactly)
		corepass.Keeps(t, p, rows.Parts, coregen.Values(args), corepass.Exactly)
		p, args = coregen.Nest(3 * seed) // a matrix in one dimension
		corepass.Keeps(t, p, rows.Rows, coregen.Values(args), corepass.Exactly)
		p, args = coregen.Layout(seed)
		corepass.Keeps(t, p, rows.Parts, coregen.Values(args), corepass.Exactly)
		p, args = coregen.Whole(seed)
		corepass.Keeps(t, p, rows.Parts, coregen.Values(args), corepass.Exactly)
	}
}

// TestRandomStencils: stencils keep their meaning, and read nothing by an index in one dimension that goes through two.
func TestRandomStencils(t *testing.T) {
	for seed := range uint64(250) {
		p, args := coregen.Border(seed)
		corepass.Keeps(t, p, rows.Rows, coregen.Values(args), corepass.Exactly)
		corepass.Keeps(t, p, rows.Remainders, coregen.Values(args), corepass.Exactly)
		if after := core.Print(rows.Rows(p)); strings.Contains(after, "div.i64") {
			t.Errorf("seed %d:\n%s", seed, after)
		}
	}
}
