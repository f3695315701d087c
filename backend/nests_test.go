package backend

import (
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/value"
	"raido/tests/golden/corepass"
)

// TestNestsGradient: derivatives of loop nests whose places are affine need no tape, scatter nothing, and few have loops.
func TestNestsGradient(t *testing.T) {
	loops := 0
	for seed := range uint64(50) {
		p, _ := coregen.Affine(seed)
		p, err := Passes(gradient(p))
		if err != nil {
			t.Fatal(err)
		}
		loop := false
		core.Walk(p.Entry().Body, func(s core.Stm) {
			switch s.Exp.(type) {
			case *core.Hist, *core.Scatter:
				t.Errorf("%s", core.Print(p))
			case *core.Loop:
				loop = true
			default: // a map, or part of one
			}
		})
		if loop {
			loops++
		}
	}
	if loops > 12 {
		t.Errorf("%d derivatives have loops", loops)
	}
}

// gradient is the program of the adjoints of the float arguments, for adjoints of the results that are the results.
func gradient(p *core.Prog) *core.Prog {
	f := p.Entry()
	fn := &core.Lambda{Body: f.Body, Ret: core.VarTypes(f.Ret)}
	g := &core.Fun{Name: f.Name}
	d := &core.Diff{Mode: core.VJP, Fn: fn}
	for _, v := range f.Params {
		if v.Type.Elem.IsFloat() {
			fn.Params = append(fn.Params, v)
			v = core.NewVar(v.Name, v.Type)
			d.Args = append(d.Args, v)
		}
		g.Params = append(g.Params, v)
	}
	for _, r := range f.Ret {
		seed := core.NewVar("seed", r.Type)
		g.Params, d.Seeds = append(g.Params, seed), append(d.Seeds, seed)
	}
	b := &core.Builder{}
	out := b.Bind("d", d)[len(f.Ret):]
	for _, v := range out {
		g.Ret = append(g.Ret, core.NewVar("r", v.Type))
	}
	g.Body = b.Body(core.Atoms(out)...)
	return &core.Prog{Funs: []*core.Fun{g}}
}

// TestBordersGradient: derivatives of stencils are right, whether they are written by indices or with whole arrays, of numbers or of rows; those of numbers
// have no accumulator left.
func TestBordersGradient(t *testing.T) {
	makers := []func(uint64) (*core.Prog, []coregen.Arg){coregen.Whole, coregen.Border, coregen.Soft}
	for seed := range uint64(90) {
		p, args := makers[seed%3](seed)
		g := gradient(p)
		pass := func(p *core.Prog) *core.Prog {
			out, err := Passes(p)
			if err != nil {
				t.Fatal(err)
			}
			return out
		}
		corepass.Keeps(t, g, pass, coregen.Values(append(args, args[len(args)-1])), func(want, got value.Value) error { return value.Compare(want, got, 1e-9) })
		core.Walk(pass(g).Entry().Body, func(s core.Stm) {
			if _, ok := s.Exp.(*core.WithAcc); ok && seed%3 < 2 {
				t.Errorf("seed %d", seed)
			}
		})
	}
}
