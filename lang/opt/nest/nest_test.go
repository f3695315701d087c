package nest_test

import (
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/opt/nest"
	"raido/lang/opt/tabulate"
	"raido/lang/value"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// about compares results up to the rounding of sums in another order.
func about(want, got value.Value) error { return value.Compare(want, got, 1e-9) }

// TestGolden runs the cases testdata/nests/*.txtar.
func TestGolden(t *testing.T) {
	corepass.Language(about).Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "nests", Fn: nest.Nests}})
}

// TestRandomPrograms: programs of all constructs keep their meaning.
func TestRandomPrograms(t *testing.T) {
	for seed := range uint64(150) {
		p, args := coregen.Gen(seed, coregen.Options{Accs: true, Calls: seed%4 == 0, InPlace: seed%2 == 0})
		same(t, p, args)
	}
}

// TestRandomNests: loops that update arrays in place keep their meaning.
func TestRandomNests(t *testing.T) {
	changed := 0
	for seed := range uint64(250) {
		p, args := coregen.Nest(seed)
		if same(t, p, args) {
			changed++
		}
	}
	if changed < 25 {
		t.Errorf("only %d programs change", changed)
	}
}

// same compares a program before and after the pass, and reports whether the pass changes it.
func same(t *testing.T, p *core.Prog, args []coregen.Arg) bool {
	t.Helper()
	return corepass.Keeps(t, p, nest.Nests, coregen.Values(args), about)
}

// TestRandomLoops: nests without iterations that wait for others keep their meaning, and most are no loops after.
func TestRandomLoops(t *testing.T) {
	left := 0
	for seed := range uint64(250) {
		p, args := coregen.Affine(seed)
		same(t, p, args)
		loops := false
		core.Walk(nest.Nests(tabulate.Loops(p)).Entry().Body, func(s core.Stm) {
			_, ok := s.Exp.(*core.Loop)
			loops = loops || ok
		})
		if loops {
			left++
		}
	}
	if left > 70 {
		t.Errorf("%d programs keep a loop", left)
	}
}

// TestRandomSteps: loops of maps keep their meaning, and most are maps of loops after.
func TestRandomSteps(t *testing.T) {
	left := 0
	for seed := range uint64(200) {
		p, args := coregen.Steps(seed)
		same(t, p, args)
		for _, s := range nest.Nests(p).Entry().Body.Stms {
			if _, ok := s.Exp.(*core.Loop); ok {
				left++
			}
		}
	}
	if left > 110 {
		t.Errorf("%d programs have a loop outside", left)
	}
}
