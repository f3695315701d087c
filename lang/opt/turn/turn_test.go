package turn_test

import (
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/opt/turn"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// passes are those of the package, in the order of the pipeline.
var passes = []golden.Pass[*core.Prog]{{Name: "outward", Fn: turn.Outward}, {Name: "together", Fn: turn.Together}, {Name: "columns", Fn: turn.Columns},
	{Name: "updates", Fn: turn.Updates}, {Name: "tables", Fn: turn.Tables}}

// TestGolden runs the cases testdata/PASS/*.txtar.
func TestGolden(t *testing.T) { corepass.Language(corepass.Exactly).Passes(t, "testdata", passes) }

// TestRandomPrograms: programs of all constructs, and those that move elements about, keep their meaning.
func TestRandomPrograms(t *testing.T) {
	seeds := uint64(600)
	if testing.Short() {
		seeds = 60
	}
	for _, pass := range passes {
		t.Run(pass.Name, func(t *testing.T) {
			for seed := range seeds {
				p, args := coregen.Gen(seed, coregen.Options{Accs: true, Calls: seed%4 == 0, InPlace: seed%2 == 0})
				same(t, seed, p, pass.Fn, args)
				p, args = coregen.Layout(seed)
				same(t, seed, p, pass.Fn, args)
			}
		})
	}
}

// same fails where a pass changes what a program computes.
func same(t *testing.T, seed uint64, p *core.Prog, pass func(*core.Prog) *core.Prog, args []coregen.Arg) {
	t.Helper()
	differs := func(p *core.Prog) string { return corepass.Differs(p, pass, coregen.Values(args), corepass.Exactly) }
	if differs(p) == "" {
		return
	}
	p = coregen.Shrink(p, func(p *core.Prog) bool { return differs(p) != "" })
	t.Fatalf("seed %d: %s\nbefore\n%s\nafter\n%s", seed, differs(p), core.Print(p), core.Print(pass(p)))
}
