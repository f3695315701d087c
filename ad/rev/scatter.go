package rev

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// scatter: elements written to places. [Bruun22, 2.2, whose scatter has each place at most once; several values for one place: ours]
//
//	primal   ys = scatter xs is vs          consumes xs
//	return   ks = scatter scratch is (iota m)
//	         vs̅ += map2 (\j i -> ys̅[i] if ks[i] == j, or 0 there and outside) (iota m) is
//	         xs̅ = scatter ys̅ is zeros       in place, as for an update
//
// The last value that goes to a place is its value, so it alone has the place's adjoint, also where others are equal. Which one that is
// needs ks, of which only places that are written are read, unless all values are known to have places of their own, as one value has:
// a loop that writes one element at a time must not make places for all of them each time.
func (r *rev) Scatter(st core.Stm, e *core.Scatter) {
	if r.keepsSome(e) {
		r.scatterKept(st, e)
		return
	}
	r.emit(st)
	r.push(st, func() {
		var last *core.Var
		for k, y := range st.Pat {
			bar := r.adjVar(y)
			if bar == nil {
				continue
			}
			b := r.b()
			bar = r.own1(bar)
			if r.facts.isActive(e.Vals[k]) {
				if last == nil && !e.Distinct && !atMostOne(e.W) {
					last = isLast(b, e)
				}
				r.contribute(e.Vals[k], r.made(gatherLast(b, e, bar, last)))
			}
			zeros := b.ZeroOf(e.Vals[k].Type).(*core.Var)
			out := b.Let(bar.Name, &core.Scatter{W: e.W, Dest: []*core.Var{bar}, Idx: e.Idx, Vals: []*core.Var{zeros}, Distinct: e.Distinct})
			r.contribute(e.Dest[k], r.made(out))
		}
	})
}

// atMostOne reports whether there is known to be no second one.
func atMostOne(n core.Atom) bool {
	k, ok := n.(core.Const)
	return ok && k.Int64() <= 1
}

// isLast tells for each value of a scatter whether it is the last that goes to its place; false outside.
func isLast(b *core.Builder, e *core.Scatter) *core.Var {
	dims := e.Dest[0].Type.Dims[:len(e.Idx)]
	js := b.Let("js", &core.Iota{N: e.W, Start: core.IntC(0), Step: one64, T: prim.I64})
	none := b.Let("none", &core.Scratch{Elem: prim.I64, Dims: dims})
	ks := b.Let("ks", &core.Scatter{W: e.W, Dest: []*core.Var{none}, Idx: e.Idx, Vals: []*core.Var{js}})
	return b.Map(e.W, append([]*core.Var{js}, e.Idx...), func(b *core.Builder, x []*core.Var) []core.Atom {
		is := core.Atoms(x[1:])
		return []core.Atom{either(b, prim.Bool, inRange(b, dims, is),
			func(b *core.Builder) core.Atom { return b.Prim(prim.Eq, prim.I64, b.Index(ks, is...), x[0]) },
			func(*core.Builder) core.Atom { return core.Zero(prim.Bool) })}
	})[0]
}

// gatherLast is gather where last holds, and zero elsewhere; a nil last holds everywhere.
func gatherLast(b *core.Builder, e *core.Scatter, xs, last *core.Var) *core.Var {
	if last == nil {
		return gather(b, e.W, xs, e.Idx)
	}
	t := xs.Type.Drop(len(e.Idx))
	return b.Map(e.W, append([]*core.Var{last}, e.Idx...), func(b *core.Builder, x []*core.Var) []core.Atom {
		return core.Atoms(b.If(x[0], []core.Type{t},
			func(b *core.Builder) []core.Atom { return []core.Atom{b.Index(xs, core.Atoms(x[1:])...)} },
			func(b *core.Builder) []core.Atom { return []core.Atom{b.ZeroOf(t)} }))
	})[0]
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

// inRange computes whether the indices are inside of the dimensions.
func inRange(b *core.Builder, dims, is []core.Atom) core.Atom {
	var ok core.Atom
	and := func(c core.Atom) {
		if ok == nil {
			ok = c
		} else {
			ok = b.Prim(prim.And, prim.Bool, ok, c)
		}
	}
	for k, i := range is {
		and(b.Prim(prim.Le, prim.I64, core.IntC(0), i))
		and(b.Prim(prim.Lt, prim.I64, i, dims[k]))
	}
	return ok
}
