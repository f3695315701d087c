package gradcheck

import (
	"context"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/eval"
	"raido/lang/value"
)

// RunAt checks the function of a derivative, jvp2 f x dx, that is the first in a lowered program: f at x. args are
// those of the program.
func RunAt(ctx context.Context, p *core.Prog, args []value.Value, passes Passes) (*Report, error) {
	d, before := firstDiff(p.Entry())
	at, err := valuesOf(ctx, p, before, d.Args, args, passes)
	if err != nil {
		return nil, err
	}
	call := &core.Prog{Funs: append(append([]*core.Fun{}, p.Funs[:len(p.Funs)-1]...), applied(p.Entry(), before, d, nil))}
	y, err := valuesOf(ctx, call, call.Entry().Body.Stms, call.Entry().Body.Result, args, passes)
	if err != nil {
		return nil, err
	}
	f := &core.Prog{Funs: append(append([]*core.Fun{}, p.Funs[:len(p.Funs)-1]...), applied(p.Entry(), before, d, at, y...))}
	return run(ctx, f, append(append([]value.Value{}, args...), at...), len(args), passes)
}

// firstDiff finds the derivative among the statements of a function, and those before it.
func firstDiff(f *core.Fun) (*core.Diff, []core.Stm) {
	for i, s := range f.Body.Stms {
		if d, ok := s.Exp.(*core.Diff); ok {
			return d, f.Body.Stms[:i]
		}
	}
	diag.Bugf("gradcheck: no derivative in %s", f.Name)
	return nil, nil
}

// applied is an entry point that applies the function of a derivative. With a point, its arguments are parameters
// after those of f, of the shapes of the point, and its results have the shapes of ys.
func applied(f *core.Fun, before []core.Stm, d *core.Diff, point []value.Value, ys ...value.Value) *core.Fun {
	sub := core.NewSubst()
	out := &core.Fun{Name: f.Name, Params: sub.Binders(f.Params)}
	b := &core.Builder{}
	for _, s := range before {
		b.Stms = append(b.Stms, sub.Stm(s))
	}
	args := sub.Atoms(d.Args)
	for i, v := range point {
		x := core.NewVar(d.Fn.Params[i].Name, constType(v))
		out.Params = append(out.Params, x)
		args[i] = shaped(b, x, args[i].AtomType().Dims)
	}
	res := b.Inline(sub.Lambda(d.Fn), args...)
	for i, y := range ys {
		t := constType(y)
		res[i] = shaped(b, res[i], t.Dims)
		out.Ret = append(out.Ret, core.NewVar("y", t))
	}
	out.Body = b.Body(res...)
	return out
}

func constType(v value.Value) core.Type {
	t, shape := typeOf(v)
	var dims []core.Atom
	for _, n := range shape {
		dims = append(dims, core.IntC(n))
	}
	return core.Prim(t).Of(dims...)
}

// shaped gives an array dimensions that are known to be equal to its own.
func shaped(b *core.Builder, a core.Atom, dims []core.Atom) core.Atom {
	if len(dims) == 0 {
		return a
	}
	return b.Let("shaped", &core.Reshape{Dims: dims, Arr: a.(*core.Var)})
}

// valuesOf runs the beginning of an entry point for the values of some atoms. Their sizes come before them.
func valuesOf(ctx context.Context, p *core.Prog, stms []core.Stm, as []core.Atom, args []value.Value, passes Passes) ([]value.Value, error) {
	sub := core.NewSubst()
	f := &core.Fun{Name: p.Entry().Name, Params: sub.Binders(p.Entry().Params)}
	for _, s := range stms {
		f.Body.Stms = append(f.Body.Stms, sub.Stm(s))
	}
	ret := core.NewSubst()
	for _, a := range sub.Atoms(as) {
		for _, d := range a.AtomType().Dims {
			v, ok := d.(*core.Var)
			if _, known := ret.Atom(v).(*core.Var); !ok || isParam(f, v) || known && ret.Atom(v) != core.Atom(v) {
				continue
			}
			f.Ret = append(f.Ret, ret.Binder(v))
			f.Body.Result = append(f.Body.Result, v)
		}
	}
	sizes := len(f.Ret)
	for _, a := range sub.Atoms(as) {
		f.Ret = append(f.Ret, core.NewVar("v", ret.Type(a.AtomType())))
		f.Body.Result = append(f.Body.Result, a)
	}
	q, err := passes(&core.Prog{Funs: append(append([]*core.Fun{}, p.Funs[:len(p.Funs)-1]...), f)})
	if err != nil {
		return nil, err
	}
	out, err := eval.Run(ctx, q, args)
	if err != nil {
		return nil, err
	}
	return out[sizes:], nil
}
