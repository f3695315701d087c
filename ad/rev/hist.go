package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

func (r *rev) histCases() []ruleCase[*core.Hist] {
	return []ruleCase[*core.Hist]{
		{"split", func(e *core.Hist) bool { return splits(e.Fn) }, (*rev).histSplit},
		{"add", func(e *core.Hist) bool { return isVecOp(e.Fn, prim.Add) }, (*rev).histAdd},
		{"mul", func(e *core.Hist) bool { return isVecOp(e.Fn, prim.Mul) && elemType(e.Fn).IsFloat() && !r.fewValues(e) }, (*rev).histMul},
		{"minmax", func(e *core.Hist) bool {
			return (isVecOp(e.Fn, prim.Min) || isVecOp(e.Fn, prim.Max)) && !r.fewValues(e)
		}, (*rev).histMinMax},
		{"vectorised", func(e *core.Hist) bool { return isVectorised(e.Fn) && isSpecial(e.Fn) && !r.fewValues(e) }, (*rev).histVectorised},
		{"tape", r.takesTape, (*rev).histTape},
		{"general", func(*core.Hist) bool { return true }, (*rev).histGeneral},
	}
}

// Hist takes the first case that fits.
func (r *rev) Hist(st core.Stm, e *core.Hist) { takeCase(r, r.histCases(), st, e) }

// histAdd: sums by index. [Bruun22, 6.2]
//
//	primal   ys = reduce_by_index dst (+) 0 is vs
//	return   vs̅ += map (\i -> ys̅[i], or 0 outside) is
//	         dst̅ += ys̅
func (r *rev) histAdd(st core.Stm, e *core.Hist) {
	r.simple(st, func(yBar core.Atom) {
		bar := yBar.(*core.Var)
		if r.facts.isActive(e.Vals[0]) {
			r.contribute(e.Vals[0], r.made(gather(r.b(), e.W, bar, e.Idx)))
		}
		r.contribute(e.Dest[0], bar)
	})
}

// mapAll maps f over the elements of arrays with all of dims.
func mapAll(b *core.Builder, dims []core.Atom, arrs []*core.Var, f func(*core.Builder, []*core.Var) []core.Atom) []*core.Var {
	return b.Map(dims[0], arrs, func(b *core.Builder, x []*core.Var) []core.Atom {
		if len(dims) == 1 {
			return f(b, x)
		}
		return core.Atoms(mapAll(b, dims[1:], x, f))
	})
}

// histMinMax: minima or maxima by index, or of arrays elementwise; all goes to the destination if it has the value, else to
// the first that has it. [Bruun22, 6.4; arrays: ours]
//
//	primal   ys = reduce_by_index dst max lowest is vs
//	forward  (ys, ks) = reduce_by_index (dst, -1s) argmax (lowest, -1) is (vs, iota n)
//	return   dst̅ += map2 (\k y̅ -> if k == -1 then y̅ else 0) ks ys̅
//	         vs̅ += scatter 0s ks ys̅
func (r *rev) histMinMax(st core.Stm, e *core.Hist) {
	slot, s, y := r.emit(st), r.s, st.Pat[0]
	dims, dst, inner := e.Dest[0].Type.Dims, e.Dest[0], e.Vals[0].Type.Dims[1:]
	t := dst.Type.Elem
	r.push(st, func() {
		bar := r.adjVar(y)
		if bar == nil {
			return
		}
		pre := &core.Builder{Src: st.Src}
		is := pre.Let("is", &core.Iota{N: e.W, Start: core.IntC(0), Step: one64, T: prim.I64})
		if len(inner) > 0 {
			is = pre.Map(e.W, []*core.Var{is}, func(b *core.Builder, i []*core.Var) []core.Atom { return []core.Atom{b.Replicate(i[0], inner...)} })[0]
		}
		none := pre.Replicate(core.IntC(-1), dims...).(*core.Var)
		ks := core.NewVar("ks", none.Type)
		pre.Add([]*core.Var{y, ks}, &core.Hist{W: e.W, Dest: []*core.Var{dst, none}, Idx: e.Idx, Vals: []*core.Var{e.Vals[0], is},
			Fn: lifted(firstOp(vecOpOf(e.Fn), t), inner), Ne: []core.Atom{e.Ne[0], pre.Replicate(core.IntC(-1), inner...)}})
		s.fwd.Stms = slices.Replace(s.fwd.Stms, slot, slot+1, pre.Stms...)
		b := r.b()
		if r.facts.isActive(e.Vals[0]) {
			r.contribute(e.Vals[0], r.made(toWinners(b, e.Vals[0].Type, flat(b, ks), flat(b, bar))))
		}
		dstBar := mapAll(b, dims, []*core.Var{ks, bar}, func(b *core.Builder, x []*core.Var) []core.Atom {
			return []core.Atom{choose(b, b.Prim(prim.Lt, prim.I64, x[0], core.IntC(0)), x[1], core.Zero(t))}
		})
		r.contribute(dst, r.made(dstBar[0]))
	})
}

// toWinners is zero but for elements ks of its outermost dimension, which are those of bar at the same place.
func toWinners(b *core.Builder, t core.Type, ks, bar *core.Var) *core.Var {
	w, row := bar.Type.Dims[0], product(b, t.Dims[1:])
	at := ks
	if t.Rank() > 1 {
		js := b.Let("js", &core.Iota{N: w, Start: core.IntC(0), Step: one64, T: prim.I64})
		at = b.Map(w, []*core.Var{ks, js}, func(b *core.Builder, x []*core.Var) []core.Atom {
			return []core.Atom{either(b, prim.I64, b.Prim(prim.Lt, prim.I64, x[0], core.IntC(0)),
				func(*core.Builder) core.Atom { return core.IntC(-1) },
				func(b *core.Builder) core.Atom {
					return b.Prim(prim.Add, prim.I64, b.Prim(prim.Mul, prim.I64, x[0], row), b.Prim(prim.Mod, prim.I64, x[1], row))
				})}
		})[0]
	}
	zeros := b.Replicate(core.Zero(t.Elem), product(b, t.Dims)).(*core.Var)
	out := b.Let("vsBar", &core.Scatter{W: w, Dest: []*core.Var{zeros}, Idx: []*core.Var{at}, Vals: []*core.Var{bar}})
	if t.Rank() == 1 {
		return out
	}
	return b.Let("vsBar", &core.Reshape{Dims: t.Dims, Arr: out})
}

// firstOp is \x i y j -> the operator with the smallest index that has the value; -1, for the destination, comes
// before all.
func firstOp(op *prim.Op, t prim.Type) *core.Lambda {
	ts := []core.Type{core.Prim(t), core.I64}
	b := &core.Builder{}
	return b.Lambda(append(slices.Clone(ts), ts...), ts, func(b *core.Builder, p []*core.Var) []core.Atom {
		x, i, y, j := p[0], p[1], p[2], p[3]
		better := b.Prim(prim.Lt, t, x, y) // y is chosen
		if op == prim.Min {
			better = b.Prim(prim.Lt, t, y, x)
		}
		tie := b.Prim(prim.And, prim.Bool, b.Prim(prim.Eq, t, x, y), b.Prim(prim.Lt, prim.I64, j, i))
		better = b.Prim(prim.Or, prim.Bool, better, tie)
		if t.IsFloat() {
			better = b.Prim(prim.Or, prim.Bool, better, b.Prim(prim.IsNaN, t, x))
		}
		return []core.Atom{b.Prim(op, t, x, y), choose(b, better, j, i)}
	})
}

// isSpecial reports whether the operator that a vectorised one maps, at any depth, has a rule of its own.
func isSpecial(l *core.Lambda) bool {
	for isVectorised(l) {
		l = vecInner(l)
	}
	return splits(l)
}

// histVectorised: an operator on arrays that maps one on their elements. [Bruun22, 6.5]
//
//	reduce_by_index dst (map2 op) nes is vs
//	  = transpose (map3 (\ne d v -> reduce_by_index d op ne is v) nes (transpose dst) (transpose vs))
//
// where transpose moves the dimension of the elements to the outside. An operator without a rule of its own takes
// the general rule as it is, which sorts once for all elements.
func (r *rev) histVectorised(st core.Stm, e *core.Hist) {
	b := &core.Builder{Src: st.Src}
	k, buckets := len(e.Dest), len(e.Idx)
	var in []*core.Var
	for _, a := range e.Ne {
		in = append(in, a.(*core.Var))
	}
	for _, d := range e.Dest {
		in = append(in, moveDim(b, d, buckets, 0))
	}
	for _, v := range e.Vals {
		in = append(in, moveDim(b, v, 1, 0))
	}
	fn := b.Lambda(core.ElemTypes(in), nil, func(b *core.Builder, p []*core.Var) []core.Atom {
		return core.Atoms(b.Bind("y", &core.Hist{W: e.W, Dest: p[k : 2*k], Idx: e.Idx, Vals: p[2*k:],
			Fn: core.Rename(vecInner(e.Fn)), Ne: core.Atoms(p[:k])}))
	})
	columns := b.Bind("ys", &core.Map{W: in[0].Type.Dims[0], Arrs: in, Fn: fn})
	for i, c := range columns {
		b.Add(st.Pat[i:i+1], &core.Use{Atom: moveDim(b, c, 0, buckets)})
	}
	r.instead(b.Stms)
}

// moveDim moves a dimension to another place.
func moveDim(b *core.Builder, a *core.Var, from, to int) *core.Var {
	var perm []int
	for i := range a.Type.Rank() {
		if i != from {
			perm = append(perm, i)
		}
	}
	return b.Let(a.Name, &core.Rearrange{Perm: slices.Insert(perm, to, from), Arr: a})
}
