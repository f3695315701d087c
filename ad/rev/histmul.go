package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// histMul: products of floats by index, or of arrays of floats elementwise. [Bruun22, 6.3; many zeros, arrays, the
// first case: ours]
//
//	primal   ys = reduce_by_index dst (*) 1 is vs
//	return   qs = map2 (*) ys ys̅
//	         if all ys are normal numbers, so that no factor is zero, and all qs that should be,
//	         dst̅ += map2 (\q d -> q / d) qs dst
//	         vs̅ += map2 (\i v -> qs[i] / v, or 0 outside) is vs
//	         else
//	         (zs, ps, ss) = the number of zeros, the product of the others, the sum of the zeros of each bucket,
//	                        its destination among its factors
//	         dst̅ += map5 (\z p s d y̅ -> y̅ * others (z, p, s) d) zs ps ss dst ys̅        see product.go
//	         vs̅ += map2 (\i v -> ys̅[i] * others (zs[i], ps[i], ss[i]) v, or 0 outside) is vs
//
// The paper computes zs and ps in the forward sweep, and the primal from them. Here the primal keeps its bits.
// Integers take the general rule, since division does not undo products that wrap around.
// A derivative that is not low takes the general rule in the place of the second case, see product.go.
func (r *rev) histMul(st core.Stm, e *core.Hist) {
	dst, vs := e.Dest[0], e.Vals[0]
	r.simple(st, func(yBar core.Atom) {
		b, bar := r.b(), yBar.(*core.Var)
		delete(r.fresh, bar)
		t := bar.Type.Elem
		bars := b.If(divides(b, st.Pat[0], bar), []core.Type{vs.Type, dst.Type},
			func(b *core.Builder) []core.Atom {
				qs := mapAll(b, bar.Type.Dims, []*core.Var{st.Pat[0], bar}, func(b *core.Builder, x []*core.Var) []core.Atom {
					return []core.Atom{b.Prim(prim.Mul, t, x[0], x[1])}
				})
				return bucketBars(b, e, qs, func(b *core.Builder, a core.Atom, q []core.Atom) core.Atom { return b.Prim(prim.Div, t, q[0], a) })
			},
			func(b *core.Builder) []core.Atom { return r.histZeros(b, st, e, bar) })
		r.contribute(vs, r.made(bars[0]))
		r.contribute(dst, r.made(bars[1]))
	})
}

// histZeros are the adjoints of values and destinations where products may be zero or out of range.
func (r *rev) histZeros(b *core.Builder, st core.Stm, e *core.Hist, bar *core.Var) []core.Atom {
	if !r.low {
		return r.histMany(b, st, e, bar)
	}
	t, known := bar.Type.Elem, histFactors(b, e)
	known = append(known, histScaled(b, e, known[1])...)
	return bucketBars(b, e, append(known, bar), func(b *core.Builder, a core.Atom, at []core.Atom) core.Atom {
		return b.Prim(prim.Mul, t, factors{t, at[0], at[1], at[2], at[3], at[4]}.others(b, a), at[5])
	})
}

// divides computes whether dividing products times their adjoints by a factor gives the factor's adjoint.
func divides(b *core.Builder, ys, bar *core.Var) core.Atom {
	t := ys.Type.Elem
	return allHold(b, []*core.Var{ys, bar}, func(b *core.Builder, x []*core.Var) core.Atom {
		inRange := b.Prim(prim.Or, prim.Bool, b.Prim(prim.Eq, t, x[1], core.Zero(t)), isNormal(b, t, b.Prim(prim.Mul, t, x[0], x[1])))
		return b.Prim(prim.And, prim.Bool, isNormal(b, t, x[0]), inRange)
	})
}

// bucketBars are the adjoints of values and destinations, by f of each and of what is known of its bucket.
func bucketBars(b *core.Builder, e *core.Hist, known []*core.Var, f func(b *core.Builder, a core.Atom, known []core.Atom) core.Atom) []core.Atom {
	dims := e.Dest[0].Type.Dims
	dst := mapAll(b, dims, slices.Concat(e.Dest, known), func(b *core.Builder, x []*core.Var) []core.Atom {
		return []core.Atom{f(b, x[0], core.Atoms(x[1:]))}
	})
	vals := b.Map(e.W, slices.Concat(e.Idx, e.Vals), func(b *core.Builder, x []*core.Var) []core.Atom {
		is := core.Atoms(x[:len(e.Idx)])
		return []core.Atom{atBucket(b, x[len(e.Idx)], is, inRange(b, dims, is), known, f)}
	})
	return []core.Atom{vals[0], dst[0]}
}

// atBucket is f at the elements of a value v and those of known at its bucket is; zeros if that is none.
func atBucket(b *core.Builder, v *core.Var, is []core.Atom, ok core.Atom, known []*core.Var, f func(*core.Builder, core.Atom, []core.Atom) core.Atom) core.Atom {
	if v.Type.IsScalar() {
		return either(b, v.Type.Elem, ok,
			func(b *core.Builder) core.Atom { return f(b, v, readAll(b, known, is...)) },
			func(*core.Builder) core.Atom { return core.Zero(v.Type.Elem) })
	}
	n := v.Type.Dims[0]
	js := b.Let("js", &core.Iota{N: n, Start: core.IntC(0), Step: one64, T: prim.I64})
	return b.Map(n, []*core.Var{v, js}, func(b *core.Builder, x []*core.Var) []core.Atom {
		return []core.Atom{atBucket(b, x[0], append(slices.Clone(is), x[1]), ok, known, f)}
	})[0]
}

// histMany are the adjoints by the general rule.
func (r *rev) histMany(b *core.Builder, st core.Stm, e *core.Hist, bar *core.Var) []core.Atom {
	defer func(old *core.Builder) { r.s.ret = old }(r.s.ret)
	r.s.ret = b // rules emit into the branch
	h := &revHist{r: r, st: st, e: e, dims: e.Dest[0].Type.Dims[:len(e.Idx)]}
	h.sort(gatherOr(b, e.W, e.Dest, e.Ne, e.Idx))
	h.bars([]core.Atom{bar})
	vsBar, dstBar := h.adjoints(0, bar)
	out := []core.Atom{vsBar, dstBar}
	for i, v := range []*core.Var{e.Vals[0], e.Dest[0]} {
		if out[i] == nil {
			out[i] = b.ZeroOf(v.Type)
		}
	}
	return out
}

// flat is an array with one dimension.
func flat(b *core.Builder, a *core.Var) *core.Var {
	return b.Let(a.Name, &core.Reshape{Dims: []core.Atom{product(b, a.Type.Dims)}, Arr: a})
}

// allHold computes whether f holds for all elements of arrays.
func allHold(b *core.Builder, arrs []*core.Var, f func(*core.Builder, []*core.Var) core.Atom) core.Atom {
	var ins []*core.Var
	for _, a := range arrs {
		ins = append(ins, flat(b, a))
	}
	n := ins[0].Type.Dims[0]
	holds := b.Map(n, ins, func(b *core.Builder, x []*core.Var) []core.Atom { return []core.Atom{f(b, x)} })
	return b.Bind("good", &core.Reduce{W: n, Fn: core.BinOp(prim.And, prim.Bool), Ne: []core.Atom{core.One(prim.Bool)}, Arrs: holds, Comm: true})[0]
}

// histFactors are zs, p and z of each bucket of products.
func histFactors(b *core.Builder, e *core.Hist) []*core.Var {
	t := e.Dest[0].Type.Elem
	split := func(b *core.Builder, a []*core.Var) []core.Atom { return splitFactor(b, t, a[0]) }
	vals, dest := mapAll(b, e.Vals[0].Type.Dims, e.Vals, split), mapAll(b, e.Dest[0].Type.Dims, e.Dest, split)
	ops := []*core.Lambda{core.BinOp(prim.Add, prim.I64), core.BinOp(prim.Mul, t), core.BinOp(prim.Add, t)}
	ne := []core.Atom{core.IntC(0), core.One(t), core.Zero(t)}
	var out []*core.Var
	for k, op := range ops {
		out = append(out, histElements(b, e, dest[k:k+1], vals[k:k+1], op, ne[k:k+1])...)
	}
	return out
}

// histScaled are the products ps as scaled numbers, which are not needed if all are normal.
func histScaled(b *core.Builder, e *core.Hist, ps *core.Var) []*core.Var {
	t, dims := ps.Type.Elem, ps.Type.Dims
	normal := func(b *core.Builder, p []*core.Var) core.Atom { return isNormal(b, t, p[0]) }
	return b.If(allHold(b, []*core.Var{ps}, normal), []core.Type{ps.Type, core.I64.Of(dims...)},
		func(b *core.Builder) []core.Atom {
			return []core.Atom{b.Replicate(core.One(t), dims...), b.Replicate(core.IntC(0), dims...)}
		},
		func(b *core.Builder) []core.Atom {
			factor := func(b *core.Builder, a []*core.Var) []core.Atom { return scaledFactor(b, t, a[0]) }
			vals, dest := mapAll(b, e.Vals[0].Type.Dims, e.Vals, factor), mapAll(b, dims, e.Dest, factor)
			return core.Atoms(histElements(b, e, dest, vals, scaledMul(t), scaledOne(t)))
		})
}

// histElements is a histogram like e of other values by an operator on scalars, which is mapped over elements that are
// arrays.
func histElements(b *core.Builder, e *core.Hist, dest, vals []*core.Var, op *core.Lambda, ne []core.Atom) []*core.Var {
	dims := e.Vals[0].Type.Dims[1:]
	var nes []core.Atom
	for _, a := range ne {
		nes = append(nes, b.Replicate(a, dims...))
	}
	return b.Bind("hist", &core.Hist{W: e.W, Dest: dest, Idx: e.Idx, Vals: vals, Fn: lifted(op, dims), Ne: nes})
}

// lifted is an operator on scalars, mapped over arrays of the dimensions.
func lifted(op *core.Lambda, dims []core.Atom) *core.Lambda {
	if len(dims) == 0 {
		return op
	}
	row := func(ts []core.Type) (out []core.Type) {
		for _, t := range ts {
			out = append(out, t.Of(dims...))
		}
		return out
	}
	b := &core.Builder{}
	return b.Lambda(row(core.VarTypes(op.Params)), row(op.Ret), func(b *core.Builder, p []*core.Var) []core.Atom {
		return core.Atoms(b.Bind("op", &core.Map{W: dims[0], Arrs: p, Fn: lifted(op, dims[1:])}))
	})
}
