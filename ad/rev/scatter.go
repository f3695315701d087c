package rev

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// scatter: elements written to places. [ours]
//
//	primal   ys = scatter xs is vs          consumes xs
//	return   vs̅ += map (\i -> ys̅[i], or 0 outside) is
//	         xs̅ = scatter ys̅ is zeros       in place, as for an update
func (r *rev) scatter(st core.Stm, e *core.Scatter) {
	r.emit(st)
	r.push(st, func() {
		for k, y := range st.Pat {
			bar := r.adjVar(y)
			if bar == nil {
				continue
			}
			b := r.b()
			bar = r.own1(bar)
			if r.facts.active[e.Vals[k]] {
				r.contribute(e.Vals[k], r.made(gather(b, e.W, bar, e.Idx)))
			}
			zeros := b.ZeroOf(e.Vals[k].Type).(*core.Var)
			out := b.Let(bar.Name, &core.Scatter{W: e.W, Dest: []*core.Var{bar}, Idx: e.Idx, Vals: []*core.Var{zeros}, Apart: e.Apart})
			r.contribute(e.Dest[k], r.made(out))
		}
	})
}

// gather is map (\i -> xs[i], or 0 outside) is.
func gather(b *core.Builder, n core.Atom, xs *core.Var, is []*core.Var) *core.Var {
	return b.Map(n, is, func(b *core.Builder, i []*core.Var) []core.Atom {
		return []core.Atom{readOr0(b, xs, core.Atoms(i))}
	})[0]
}

// readOr0 is xs[is], or zero where that is outside.
func readOr0(b *core.Builder, xs *core.Var, is []core.Atom) core.Atom {
	if len(is) == 0 {
		return xs
	}
	t := xs.Type.Drop(len(is))
	return b.If(inRange(b, xs.Type.Dims, is), []core.Type{t},
		func(b *core.Builder) []core.Atom { return []core.Atom{b.Index(xs, is...)} },
		func(b *core.Builder) []core.Atom { return []core.Atom{b.ZeroOf(t)} })[0]
}

// inRange tells whether the indices are inside of the dimensions.
func inRange(b *core.Builder, dims, is []core.Atom) core.Atom {
	var ok core.Atom
	and := func(c core.Atom) {
		if ok == nil {
			ok = c
		} else {
			ok = b.Prim("and", prim.Bool, ok, c)
		}
	}
	for k, i := range is {
		and(b.Prim("le", prim.I64, core.IntC(0), i))
		and(b.Prim("lt", prim.I64, i, dims[k]))
	}
	return ok
}
