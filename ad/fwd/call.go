package fwd

import (
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// call: of a function that calls itself; others have been inlined.        [ours]
//
//	primal   ys = f xs
//	tangent  (ys, ysDot) = fJvp xs xsDot
//
// fJvp is the derivative of f's body, in which calls of f are calls of fJvp. Only arguments that may have a tangent pass
// one, and with a seed dimension its size goes first.
func (f *fwd) Call(s core.Stm, e *core.Call) {
	if f.calls == nil {
		diag.Bugf("fwd: %T is to be removed before", e)
	}
	on, args := make([]bool, len(e.Args)), append([]core.Atom{}, e.Args...)
	for i, a := range e.Args {
		if d := f.get(a); d != nil {
			on[i], args = true, append(args, d)
		}
	}
	if len(args) == len(e.Args) {
		f.keep(s)
		return
	}
	if f.vec != nil {
		args = append([]core.Atom{f.vec}, args...)
	}
	f.b.Add(append(append([]*core.Var{}, s.Pat...), f.dots(s.Pat)...), &core.Call{Fun: f.calls.JVP(e.Fun, s.Src, on, f.vec != nil), Args: args})
}

// Fun makes out the forward derivative of a function: see Calls.
func Fun(out, of *core.Fun, on []bool, vec bool, calls Calls) {
	var size *core.Var
	f := newFwd(nil, calls)
	if vec {
		size = core.NewVar("seeds", core.I64)
		out.Params, f.vec = append(out.Params, size), size
	}
	of = core.RenameFun(of)
	body := core.Primal(of.Body, core.CustomVJP)
	out.Params, out.Ret = append(out.Params, of.Params...), append(out.Ret, of.Ret...)
	for i, p := range of.Params {
		if on[i] {
			f.act.MarkAll([]*core.Var{p})
			d := core.NewVar(dotName(p), f.dotType(p.Type))
			out.Params = append(out.Params, d)
			f.set(p, d)
		}
	}
	f.act.Body(body)
	want := make([]bool, len(of.Ret))
	for i, r := range of.Ret {
		if want[i] = r.Type.Elem != prim.Bool; want[i] {
			out.Ret = append(out.Ret, core.NewVar(dotName(r), f.dotType(r.Type)))
		}
	}
	out.Body = f.body(body, want, both)
}
