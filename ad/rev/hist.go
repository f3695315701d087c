package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

func histCases() []ruleCase[*core.Hist] {
	return []ruleCase[*core.Hist]{
		{"add", func(e *core.Hist) bool { return isVecOp(e.Fn, "add") }, (*rev).histAdd},
		{"mul", func(e *core.Hist) bool { return isOp(e.Fn, "mul") && elemType(e.Fn).IsFloat() }, (*rev).histMul},
		{"minmax", func(e *core.Hist) bool { return isOp(e.Fn, "min") || isOp(e.Fn, "max") }, (*rev).histMinMax},
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

// histMul: products of floats by index. [Bruun22, 6.3]
//
//	primal   ys = reduce_by_index dst (*) 1 is vs
//	return   ps = reduce_by_index 1s (*) 1 is (vs, with 1 for 0);  zs = the number of zeros, likewise
//	         dst̅ += map3 (\p z y̅ -> if z == 0 then p * y̅ else 0) ps zs ys̅
//	         qs = map3 (\p d y̅ -> p * d * y̅) ps dst ys̅
//	         vs̅ += map2 (\i v -> if zs[i] == 0 then qs[i] / v
//	                               else if zs[i] == 1 && v == 0 then qs[i] else 0) is vs
//
// The paper computes ps and zs in the forward sweep, and the primal from them. Here the primal keeps its bits.
// Integers take the general rule, since division does not undo products that wrap around.
func (r *rev) histMul(st core.Stm, e *core.Hist) {
	t := elemType(e.Fn)
	zero, one := core.Zero(t), core.One(t)
	dst, vs := e.Dest[0], e.Vals[0]
	r.simple(st, func(yBar core.Atom) {
		b, bar := r.b(), yBar.(*core.Var)
		parts := b.Map(e.W, e.Vals, func(b *core.Builder, v []*core.Var) []core.Atom {
			isZero := b.Prim("eq", t, v[0], zero)
			return []core.Atom{choose(b, isZero, one, v[0]), b.Prim("to_i64", prim.Bool, isZero)}
		})
		ps := histFrom(b, e, one, core.Rename(e.Fn), parts[0])
		zs := histFrom(b, e, core.IntC(0), core.BinOp("add", prim.I64), parts[1])
		dims := dst.Type.Dims
		bars := mapAll(b, dims, []*core.Var{ps, zs, dst, bar}, func(b *core.Builder, x []*core.Var) []core.Atom {
			scaled := b.Prim("mul", t, x[0], x[3])
			none := b.Prim("eq", prim.I64, x[1], core.IntC(0))
			return []core.Atom{choose(b, none, scaled, zero), b.Prim("mul", t, scaled, x[2])}
		})
		ins := append(append([]*core.Var{}, e.Idx...), vs)
		vsBar := b.Map(e.W, ins, func(b *core.Builder, x []*core.Var) []core.Atom {
			is, v := core.Atoms(x[:len(e.Idx)]), x[len(e.Idx)]
			return core.Atoms(b.If(inRange(b, dims, is), []core.Type{core.Prim(t)},
				func(b *core.Builder) []core.Atom {
					return othersBar(b, t, b.Index(zs, is...), b.Index(bars[1], is...), v)
				},
				func(*core.Builder) []core.Atom { return []core.Atom{zero} }))
		})
		r.contribute(vs, r.made(vsBar[0]))
		r.contribute(dst, r.made(bars[0]))
	})
}

// othersBar is q times the product of the others, without v, of a bucket: q has the product of those that are
// not zero, zs is the number of zeros.
func othersBar(b *core.Builder, t prim.Type, zs, q, v core.Atom) []core.Atom {
	single := b.Prim("eq", prim.I64, zs, core.IntC(1))
	only := b.Prim("and", prim.Bool, single, b.Prim("eq", t, v, core.Zero(t)))
	rest := choose(b, only, q, core.Zero(t))
	return core.Atoms(b.If(b.Prim("eq", prim.I64, zs, core.IntC(0)), []core.Type{core.Prim(t)},
		func(b *core.Builder) []core.Atom { return []core.Atom{b.Prim("div", t, q, v)} },
		func(*core.Builder) []core.Atom { return []core.Atom{rest} }))
}

// histFrom is the histogram of vals with the indices of e, into ne everywhere.
func histFrom(b *core.Builder, e *core.Hist, ne core.Atom, op *core.Lambda, vals *core.Var) *core.Var {
	dest := b.Replicate(ne, e.Dest[0].Type.Dims...).(*core.Var)
	return b.Let("hist", &core.Hist{W: e.W, Dest: []*core.Var{dest}, Idx: e.Idx, Vals: []*core.Var{vals}, Fn: op, Ne: []core.Atom{ne}})
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

// histMinMax: minima or maxima by index; all goes to the destination if it has the value, else to the first
// that has it. [Bruun22, 6.4]
//
//	primal   ys = reduce_by_index dst max lowest is vs
//	forward  (ys, ks) = reduce_by_index (dst, -1s) argmax (lowest, -1) is (vs, iota n)
//	return   dst̅ += map2 (\k y̅ -> if k == -1 then y̅ else 0) ks ys̅
//	         vs̅ += scatter 0s ks ys̅
func (r *rev) histMinMax(st core.Stm, e *core.Hist) {
	slot, s, y := r.emit(st), r.s, st.Pat[0]
	t, dims, dst := elemType(e.Fn), e.Dest[0].Type.Dims, e.Dest[0]
	r.push(st, func() {
		bar := r.adjVar(y)
		if bar == nil {
			return
		}
		pre := &core.Builder{Src: st.Src}
		is := pre.Let("is", &core.Iota{N: e.W, Start: core.IntC(0), Step: one64, T: prim.I64})
		none := pre.Replicate(core.IntC(-1), dims...).(*core.Var)
		ks := core.NewVar("ks", none.Type)
		pre.Add([]*core.Var{y, ks}, &core.Hist{W: e.W, Dest: []*core.Var{dst, none}, Idx: e.Idx,
			Vals: []*core.Var{e.Vals[0], is}, Fn: firstOp(opName(e.Fn), t), Ne: []core.Atom{e.Ne[0], core.IntC(-1)}})
		s.fwd.Stms = slices.Replace(s.fwd.Stms, slot, slot+1, pre.Stms...)
		b := r.b()
		if r.facts.active[e.Vals[0]] {
			all := []core.Atom{product(b, dims)}
			zeros := b.ZeroOf(e.Vals[0].Type).(*core.Var)
			r.contribute(e.Vals[0], r.made(b.Let("vsBar", &core.Scatter{W: all[0], Dest: []*core.Var{zeros},
				Idx:  []*core.Var{b.Let("ks", &core.Reshape{Dims: all, Arr: ks})},
				Vals: []*core.Var{b.Let(bar.Name, &core.Reshape{Dims: all, Arr: bar})}})))
		}
		dstBar := mapAll(b, dims, []*core.Var{ks, bar}, func(b *core.Builder, x []*core.Var) []core.Atom {
			return []core.Atom{choose(b, b.Prim("lt", prim.I64, x[0], core.IntC(0)), x[1], core.Zero(t))}
		})
		r.contribute(dst, r.made(dstBar[0]))
	})
}

// firstOp is \x i y j -> the operator with the smallest index that has the value; -1, for the destination, comes
// before all.
func firstOp(op string, t prim.Type) *core.Lambda {
	ts := []core.Type{core.Prim(t), core.I64}
	b := &core.Builder{}
	return b.Lambda(append(slices.Clone(ts), ts...), ts, func(b *core.Builder, p []*core.Var) []core.Atom {
		x, i, y, j := p[0], p[1], p[2], p[3]
		better := b.Prim("lt", t, x, y) // y is chosen
		if op == "min" {
			better = b.Prim("lt", t, y, x)
		}
		tie := b.Prim("and", prim.Bool, b.Prim("eq", t, x, y), b.Prim("lt", prim.I64, j, i))
		better = b.Prim("or", prim.Bool, better, tie)
		if t.IsFloat() {
			better = b.Prim("or", prim.Bool, better, b.Prim("isnan", t, x))
		}
		return []core.Atom{b.Prim(op, t, x, y), choose(b, better, j, i)}
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
