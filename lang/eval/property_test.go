package eval_test

import (
	"context"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/eval"
)

// Working in place is not seen: a program means the same when everything is copied before it is
// consumed. Neither are the arguments modified, nor does a second run differ from the first.
func TestInPlaceIsNotSeen(t *testing.T) {
	for seed := range uint64(3000) {
		o := coregen.Options{Accs: seed%3 > 0, Calls: seed%5 == 0, InPlace: seed%2 == 0}
		p, gen := coregen.Gen(seed, o)
		args := coregen.Values(gen)
		before := show(args, nil)
		c := eval.Compile(p)
		got := show(c.Run(context.Background(), args))
		if after := show(args, nil); after != before {
			t.Fatalf("seed %d modifies its arguments:\n%s\n%s\n%s", seed, before, after, core.Print(p))
		}
		if again := show(c.Run(context.Background(), args)); again != got {
			t.Fatalf("seed %d: %s, then %s\n%s", seed, got, again, core.Print(p))
		}
		q := &core.Prog{}
		funs := map[*core.Fun]*core.Fun{}
		for _, f := range p.Funs {
			n := &core.Fun{Name: f.Name, Params: f.Params, Ret: f.Ret, Body: copying(f.Body, funs)}
			funs[f] = n
			q.Funs = append(q.Funs, n)
		}
		if want := show(eval.Run(context.Background(), q, args)); got != want {
			t.Fatalf("seed %d gives\n%s, with copies\n%s\n%s", seed, got, want, core.Print(p))
		}
	}
}

// copying inserts a copy before each consumption of an array.
func copying(b core.Body, funs map[*core.Fun]*core.Fun) core.Body {
	out := &core.Builder{}
	fresh := func(v *core.Var) *core.Var { return out.Let(v.Name, &core.Copy{Arr: v}) }
	all := func(vs []*core.Var) []*core.Var {
		var cs []*core.Var
		for _, v := range vs {
			cs = append(cs, fresh(v))
		}
		return cs
	}
	for _, s := range b.Stms {
		e := core.Inside(s.Exp, func(b core.Body) core.Body { return copying(b, funs) })
		switch e := e.(type) {
		case *core.Update:
			e.Arr = fresh(e.Arr)
		case *core.UpdateSlice:
			e.Arr = fresh(e.Arr)
		case *core.Scatter:
			e.Dest = all(e.Dest)
		case *core.Hist:
			e.Dest = all(e.Dest)
		case *core.WithAcc:
			for i := range e.Accs {
				e.Accs[i].Arr = fresh(e.Accs[i].Arr)
			}
		case *core.Call:
			e.Fun = funs[e.Fun]
		}
		out.Add(s.Pat, e)
	}
	return out.Body(b.Result...)
}
