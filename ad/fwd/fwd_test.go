package fwd_test

import (
	"testing"

	"raido/ad/fwd"
	"raido/lang/core"
	"raido/lang/core/coretest"
	"raido/lang/core/verify"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// jvp is the program of the derivative of p's entry point.
func jvp(t *testing.T, p *core.Prog) *core.Prog {
	t.Helper()
	q := coretest.Prog(fwd.Lambda(coretest.Lambda(p), nil, nil))
	if err := verify.Prog(q); err != nil {
		t.Fatalf("derivative does not verify: %v\n%s", err, core.Print(q))
	}
	return q
}

// jmp is jvp with a seed dimension, which becomes the first parameter.
func jmp(t *testing.T, p *core.Prog) *core.Prog {
	t.Helper()
	k := core.NewVar("k", core.I64)
	l := fwd.Lambda(coretest.Lambda(p), k, nil)
	l.Params = append([]*core.Var{k}, l.Params...)
	q := coretest.Prog(l)
	if err := verify.Prog(q); err != nil {
		t.Fatalf("derivative does not verify: %v\n%s", err, core.Print(q))
	}
	return q
}

// TestGolden compares derivatives as text: "in" is the primal, "jvp" and "jmp" its derivatives.
func TestGolden(t *testing.T) {
	of := func(derive func(*testing.T, *core.Prog) *core.Prog) func(*testing.T, *golden.Case) string {
		return func(t *testing.T, c *golden.Case) string { return core.Canon(derive(t, corepass.In(t, c))) }
	}
	golden.Cases(t, "testdata/*.txtar", golden.Made{Name: "jvp", Make: of(jvp)}, golden.Made{Name: "jmp", Make: of(jmp)})
}
