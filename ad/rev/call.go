package rev

import (
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// call: of a function that calls itself; others have been inlined. [ours]
//
//	primal   ys = f xs
//	return   xs̅ += fVjp xs ys̅
//
// fVjp has f's forward sweep and return sweep: calls of f in its body are calls of f in the one and of fVjp in the
// other. What a call inside computes is so computed again in each fVjp around it: a recursion of depth d whose calls
// cost w in all takes O(d w), which is O(w log w) for one of halves; a call in the end, whose result nothing else needs, is
// not computed again: O(w). Each call makes the adjoints of its array arguments anew. Nothing is kept from one to the other, whose tape would have as many sizes as calls.
// f's own forward sweep copies what it consumes, and fVjp consumes nothing.
func (r *rev) Call(st core.Stm, e *core.Call) {
	if r.calls == nil {
		diag.Bugf("rev: %T must be removed before", e)
	}
	r.emit(st)
	r.pull(st, func(bars []core.Atom) {
		r.disown(bars)
		args, has := append([]core.Atom{}, e.Args...), make([]bool, len(bars))
		for i, isSize := range core.SizesOf(e.Fun) {
			if isSize {
				args = append(args, st.Pat[i])
			}
		}
		for i, bar := range bars {
			if has[i] = bar != nil; has[i] {
				args = append(args, bar)
			}
		}
		on := make([]bool, len(e.Args))
		var pat []*core.Var
		for i, a := range e.Args {
			if on[i] = r.facts.isActive(a); on[i] {
				pat = append(pat, core.NewVar("bar", a.AtomType()))
			}
		}
		r.b().Add(pat, &core.Call{Fun: r.calls.VJP(e.Fun, st.Src, on, has), Args: args})
		for i, a := range e.Args {
			if on[i] {
				r.contribute(a, pat[0])
				pat = pat[1:]
			}
		}
	})
}

// Fun makes out the reverse derivative of a function: see Calls.
func Fun(out, of *core.Fun, on, bars []bool, calls Calls) {
	r := newRev(false, calls)
	of = core.RenameFun(of)
	body := keepOperands(core.Primal(of.Body, core.CustomJVP))
	for i, p := range of.Params {
		r.facts.mark(p, on[i])
	}
	r.facts.body(nil, body)
	s := r.enter(topScope, nil)
	out.Params = r.protect(of.Params)
	r.forward(body.Stms)
	for i, isSize := range core.SizesOf(of) {
		if isSize {
			out.Params = append(out.Params, of.Ret[i])
		}
	}
	for i, y := range of.Ret {
		if bars[i] {
			seed := core.NewVar("yBar", y.Type)
			out.Params = append(out.Params, seed)
			r.contribute(body.Result[i], seed)
		}
	}
	r.unwind()
	ret := core.Body{}
	for i, p := range of.Params {
		if on[i] && p.Type.Elem != prim.Bool {
			ret.Result = append(ret.Result, r.adjOwned(p))
			out.Ret = append(out.Ret, core.NewVar(p.Name+"Bar", p.Type))
		}
	}
	ret.Stms = s.ret.Stms
	r.leave()
	fwd, ret := r.straight(s.fwd.Stms, ret)
	to := core.NewSubst() // the parameters may have been replaced by copies
	for i, p := range of.Params {
		to.Vars[p] = out.Params[i]
	}
	for i, v := range out.Ret {
		out.Ret[i] = core.NewVar(v.Name, to.Type(v.Type))
	}
	out.Body = core.Body{Stms: append(fwd, ret.Stms...), Result: ret.Result}
}
