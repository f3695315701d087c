package fwd_test

import (
	"testing"

	"raido/ad/fwd"
	"raido/lang/core"
	"raido/lang/core/verify"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// lambdaOf is the entry point as a lambda.
func lambdaOf(f *core.Fun) *core.Lambda {
	return &core.Lambda{Params: f.Params, Ret: core.VarTypes(f.Ret), Body: f.Body}
}

func funOf(l *core.Lambda) *core.Prog {
	f := &core.Fun{Name: "main", Params: l.Params, Body: l.Body}
	for _, t := range l.Ret {
		f.Ret = append(f.Ret, core.NewVar("r", t))
	}
	return &core.Prog{Funs: []*core.Fun{f}}
}

// jvp is the program of the derivative of p's entry point.
func jvp(t *testing.T, p *core.Prog) *core.Prog {
	t.Helper()
	q := funOf(fwd.Lambda(lambdaOf(p.Entry()), nil, nil))
	if err := verify.Prog(q); err != nil {
		t.Fatalf("derivative does not verify: %v\n%s", err, core.Print(q))
	}
	return q
}

// jmp is jvp with a seed dimension, which becomes the first parameter.
func jmp(t *testing.T, p *core.Prog) *core.Prog {
	t.Helper()
	k := core.NewVar("k", core.I64)
	l := fwd.Lambda(lambdaOf(p.Entry()), k, nil)
	l.Params = append([]*core.Var{k}, l.Params...)
	q := funOf(l)
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
