package rev

import (
	"slices"

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
			out := b.Let(bar.Name, &core.Scatter{W: e.W, Dest: []*core.Var{bar}, Idx: e.Idx, Vals: []*core.Var{zeros}})
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

func histCases() []ruleCase[*core.Hist] {
	return []ruleCase[*core.Hist]{
		{"add", func(e *core.Hist) bool { return isVecOp(e.Fn, "add") }, (*rev).histAdd},
		{"general", func(*core.Hist) bool { return true }, (*rev).histGeneral},
	}
}

func (r *rev) hist(st core.Stm, e *core.Hist) { takeCase(r, histCases(), st, e) }

// histAdd: sums by index. [Bruun22, 6.2]
//
//	primal   ys = reduce_by_index dst (+) 0 is vs
//	return   vs̅ += map (\i -> ys̅[i], or 0 outside) is
//	         dst̅ += ys̅
func (r *rev) histAdd(st core.Stm, e *core.Hist) {
	r.simple(st, func(yBar core.Atom) {
		bar := yBar.(*core.Var)
		if r.facts.active[e.Vals[0]] {
			r.contribute(e.Vals[0], r.made(gather(r.b(), e.W, bar, e.Idx)))
		}
		r.contribute(e.Dest[0], bar)
	})
}

// histGeneral: any operator, as a sequential loop in the place of the primal. [ours]
//
//	loop ds = dst for j < n do
//	  if is[j] is inside then ds with [is[j]] = ds[is[j]] ⊙ vs[j] else ds
//
// Work O(n), but sequential; [Bruun22, 6.1] sorts by index to stay parallel.
func (r *rev) histGeneral(st core.Stm, e *core.Hist) {
	b := &core.Builder{Src: st.Src}
	loop := &core.Loop{I: core.NewVar("j", core.I64), Bound: e.W, Init: core.Atoms(e.Dest)}
	for _, d := range e.Dest {
		loop.Params = append(loop.Params, core.NewVar(d.Name, d.Type))
	}
	loop.Body = b.Sub(func(b *core.Builder) []core.Atom {
		var at []core.Atom
		for _, is := range e.Idx {
			at = append(at, b.Index(is, loop.I))
		}
		inside := inRange(b, e.Dest[0].Type.Dims, at)
		return core.Atoms(b.If(inside, core.VarTypes(loop.Params),
			func(b *core.Builder) []core.Atom { return histStep(b, loop, e, at) },
			func(*core.Builder) []core.Atom { return core.Atoms(loop.Params) }))
	})
	b.Add(st.Pat, loop)
	r.instead(b.Stms)
}

func histStep(b *core.Builder, loop *core.Loop, e *core.Hist, at []core.Atom) []core.Atom {
	var old, vals, out []core.Atom
	for k, d := range loop.Params {
		v := b.Index(d, at...)
		if !v.Type.IsScalar() { // the element must live on while its place is written
			v = b.Let(v.Name, &core.Copy{Arr: v})
		}
		old = append(old, v)
		vals = append(vals, b.Index(e.Vals[k], loop.I))
	}
	res := b.Inline(e.Fn, slices.Concat(old, vals)...)
	for k, d := range loop.Params {
		out = append(out, b.Let(d.Name, &core.Update{Arr: d, Idx: at, Val: res[k]}))
	}
	return out
}
