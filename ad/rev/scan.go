package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

func scanCases() []ruleCase[*core.Scan] {
	return []ruleCase[*core.Scan]{
		{"add", func(e *core.Scan) bool { return isVecOp(e.Fn, prim.Add) }, (*rev).scanAdd},
		{"vectorised", func(e *core.Scan) bool { return isVectorised(e.Fn) && len(e.Arrs) > 1 }, (*rev).scanVectorised},
		{"patterns", func(e *core.Scan) bool { return true }, (*rev).scanPatterns},
		{"general", func(e *core.Scan) bool { return true }, (*rev).scanGeneral},
	}
}

// Scan takes the first case that fits.
func (r *rev) Scan(st core.Stm, e *core.Scan) { takeCase(r, scanCases(), st, e) }

// scanAdd: prefix sums, of scalars or of arrays elementwise. [Bruun22, 7.2]
//
//	primal   ys = scan (+) 0 as
//	return   as̅ += reverse (scan (+) 0 (reverse ys̅));  0̅ += sum ys̅
func (r *rev) scanAdd(st core.Stm, e *core.Scan) {
	r.simple(st, func(yBar core.Atom) {
		b := r.b()
		from := reversed(b, []*core.Var{yBar.(*core.Var)})
		zero := []core.Atom{b.ZeroOf(from[0].Type.Row())} // whatever the user gave
		sums := b.Bind("sums", &core.Scan{W: e.W, Fn: core.Rename(e.Fn), Ne: zero, Arrs: from})
		if r.facts.isActive(e.Ne[0]) {
			r.contribute(e.Ne[0], r.made(sum(b, yBar.(*core.Var))))
		}
		r.contribute(e.Arrs[0], r.made(reversed(b, sums)[0]))
	})
}

// scanVectorised: an operator on several arrays that maps one on their elements. [Bruun22, 7.3] That on one array is solved row
// by row, see scanarray.go.
//
//	scan (map2 op) nes as  =  transpose (map2 (\ne col -> scan op ne col) nes (transpose as))
func (r *rev) scanVectorised(st core.Stm, e *core.Scan) {
	b := &core.Builder{Src: st.Src}
	in := vecOperands(b, e.Ne, e.Arrs)
	k := len(e.Arrs)
	fn := b.Lambda(core.ElemTypes(in), nil, func(b *core.Builder, p []*core.Var) []core.Atom {
		return core.Atoms(b.Bind("y", &core.Scan{W: e.W, Fn: core.Rename(vecInner(e.Fn)), Ne: core.Atoms(p[:k]), Arrs: p[k:]}))
	})
	columns := b.Bind("ys", &core.Map{W: in[0].Type.Dims[0], Arrs: in, Fn: fn})
	for i, c := range columns {
		perm := []int{1, 0}
		for d := 2; d < c.Type.Rank(); d++ {
			perm = append(perm, d)
		}
		b.Add(st.Pat[i:i+1], &core.Rearrange{Perm: perm, Arr: c})
	}
	r.instead(b.Stms)
}

// scanGeneral: any associative operator on scalars of one type. [Bruun22, 7.1; free variables: ours]
//
//	primal   ys = scan ⊙ ne as
//	return   ls = ne : init ys
//	         cs = map (\j -> if j == 0 then 0 else ∂(l ⊙ a)/∂l at ls[n - j] and as[n - j]) (iota n)
//	         (rs̅, _) = scan (\(d1, c1) (d2, c2) -> (d2 + c2 · d1, c2 × c1)) (0, I) (reverse ys̅) cs
//	         as̅ += map3 (\l a r̅ -> vjp (\a -> l ⊙ a) a r̅) ls as (reverse rs̅)
//
// where elements are vectors of the active components and cs are matrices. The paper takes the Jacobians at
// ys[i] and as[i+1]; the first of ours is not used, but its application ne ⊙ as[0] cannot fail. Other operators
// run as a loop [ours]: such a scan is sequential in the derivative.
func (r *rev) scanGeneral(st core.Stm, e *core.Scan) {
	on := r.activeOf(st.Pat)
	for _, i := range on {
		if t := st.Pat[i].Type; t.Rank() != 1 || t.Elem != st.Pat[on[0]].Type.Elem {
			r.scanLoop(st, e)
			return
		}
	}
	r.emit(st)
	r.pull(st, func(bars []core.Atom) {
		rs := make([]core.Atom, len(bars))
		ls := shifted(r.b(), e.W, st.Pat, e.Ne)
		r.scanBars(st, e.W, dense(on), r.scanJacobians(st, e, ls, on), bars, rs)
		r.contributeOperator(e.W, e.Fn, ls, e.Arrs, rs)
		r.contributeNeutral(e.W, e.Fn, e.Ne, ls, e.Arrs, rs)
	})
}

// activeOf are the places of active variables.
func (r *rev) activeOf(vs []*core.Var) []int {
	var on []int
	for i, v := range vs {
		if r.facts.isActive(v) {
			on = append(on, i)
		}
	}
	return on
}

// scanJacobians gives cs: element [q][p] is the derivative of component on[q] of l ⊙ a by component on[p] of l, from the
// right.
func (r *rev) scanJacobians(st core.Stm, e *core.Scan, ls []*core.Var, on []int) [][]core.Atom {
	b, k := r.b(), len(st.Pat)
	active := make([]bool, 2*k)
	for _, p := range on {
		active[p] = true
	}
	step := &core.Map{W: e.W, Arrs: slices.Concat(ls, e.Arrs), Fn: r.constFree(e.Fn)}
	out := make([][]core.Atom, len(on))
	for q, c := range on {
		t := st.Pat[c].Type.Elem
		seeds := make([]core.Atom, k)
		seeds[c] = b.Replicate(core.One(t), e.W)
		row := r.mapBars(step, seeds, active, nil)
		for _, p := range on {
			if row[p] == nil {
				out[q] = append(out[q], b.Replicate(core.Zero(t), e.W))
				continue
			}
			out[q] = append(out[q], fromRight(b, row[p].(*core.Var)))
		}
	}
	return out
}

// fromRight are the Jacobians of a scan in the order of its return sweep: those of the last application first. That of the
// first application is not used; it is zero, since it could be infinite, and comes before all.
func fromRight(b *core.Builder, js *core.Var) *core.Var {
	from := reversed(b, []*core.Var{js})[0]
	return places(b, js.Type.Dims, func(b *core.Builder, at []core.Atom) core.Atom {
		return either(b, js.Type.Elem, b.Prim(prim.Eq, prim.I64, at[0], core.IntC(0)),
			func(*core.Builder) core.Atom { return core.Zero(js.Type.Elem) },
			func(b *core.Builder) core.Atom {
				return b.Index(from, append([]core.Atom{minus(b, at[0], one64)}, at[1:]...)...)
			})
	})
}

// places is the array of f at each place.
func places(b *core.Builder, dims []core.Atom, f func(b *core.Builder, at []core.Atom) core.Atom) *core.Var {
	is := b.Let("is", &core.Iota{N: dims[0], Start: core.IntC(0), Step: one64, T: prim.I64})
	return b.Map(dims[0], []*core.Var{is}, func(b *core.Builder, i []*core.Var) []core.Atom {
		if len(dims) == 1 {
			return []core.Atom{f(b, core.Atoms(i))}
		}
		return []core.Atom{places(b, dims[1:], func(b *core.Builder, at []core.Atom) core.Atom {
			return f(b, append([]core.Atom{i[0]}, at...))
		})}
	})[0]
}
