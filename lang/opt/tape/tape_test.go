package tape_test

import (
	"testing"

	"raido/backend"
	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/core/coretest"
	"raido/lang/opt/tape"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden runs the cases testdata/{thin,in-tape,late}/*.txtar.
func TestGolden(t *testing.T) {
	corepass.Language(corepass.Exactly).Passes(t, "testdata", []golden.Pass[*core.Prog]{
		{Name: "thin", Fn: tape.Thin}, {Name: "in-tape", Fn: tape.InTape}, {Name: "beside", Fn: tape.Beside}, {Name: "late", Fn: tape.Late},
	})
}

// TestRandomSteps: derivatives of loops through time have the same values when what is carried stands in its tape.
func TestRandomSteps(t *testing.T) {
	random(t, "updates", tape.InTape, 20)
}

// TestRandomLate: so they have when updates come late.
func TestRandomLate(t *testing.T) {
	random(t, "in-tape", tape.Late, 10)
}

// random compares programs up to a pass before and after another one, which changes so many at least.
func random(t *testing.T, upTo string, pass func(*core.Prog) *core.Prog, least int) {
	t.Helper()
	changed := 0
	for seed := range uint64(120) {
		p, args := coregen.Steps(seed)
		p, err := backend.PassesUpTo(coretest.Derivative(p, core.VJP), upTo)
		if err != nil {
			t.Fatal(err)
		}
		if corepass.Keeps(t, p, pass, coregen.Values(args), corepass.Exactly) {
			changed++
		}
	}
	if changed < least {
		t.Errorf("only %d programs change", changed)
	}
}
