package lower

import (
	"math"

	"raido/lang/core"
	"raido/lang/lower/emit"
	"raido/lang/prim"
)

// flatmap f as, where f a = (ys, v) and the length of ys depends on a:
//
//	(sizes, values) = map (\a -> (length ys, v)) as
//	ends = scan (+) 0 sizes;  offsets = map2 (-) ends sizes;  m = last ends
//	flags = scatter (replicate m false) offsets (replicate n true)
//	data = with an accumulator of m zeros: map (\a o -> ys is added at o) as offsets
//
// f runs twice; what the first map does not need of it is dead code.
func flatmap(l *lowerer, c *call) val {
	a := c.array(1)
	f := c.args[0]
	rows, sizes, values := l.flatSizes(f, a, c)
	zero, one := core.IntC(0), core.IntC(1)
	ends := l.Bind("ends", &core.Scan{W: a.dim, Fn: core.BinOp(prim.Add, prim.I64), Ne: []core.Atom{zero}, Arrs: []*core.Var{sizes}})[0]
	offsets := l.mapLambda(a.dim, []*core.Var{ends, sizes}, func(ps []*core.Var) []core.Atom {
		return []core.Atom{l.I64(prim.Sub, ps[0], ps[1])}
	})[0]
	m := atomOf(l.branch(l.I64(prim.Eq, a.dim, zero), rPrim{prim.I64}, func() val { return scalar{zero} }, func() val {
		return scalar{l.Let("m", &core.Index{Arr: ends, Idx: []core.Atom{l.I64(prim.Sub, a.dim, one)}})}
	}))
	rep := func(n, v core.Atom) *core.Var { return l.Let("rep", &core.Replicate{Dims: []core.Atom{n}, Val: v}) }
	dest := rep(m, core.BoolC(false))
	flags := l.Bind("flags", &core.Scatter{W: a.dim, Dest: []*core.Var{dest}, Idx: []*core.Var{offsets},
		Vals: []*core.Var{rep(a.dim, core.BoolC(true))}})[0]
	data := ofRows(m, rows, l.flatData(f, a, m, leafTypes(rows), offsets))
	ints := func(v *core.Var) val { return ofRows(a.dim, rPrim{prim.I64}, []*core.Var{v}) }
	return tuple(ints(sizes), ofRows(m, rPrim{prim.Bool}, []*core.Var{flags}), ints(offsets), data, values)
}

// flatSizes maps f for the sizes and the values, and finds what the elements of the arrays look like.
func (l *lowerer) flatSizes(f val, a array, c *call) (rows rep, sizes *core.Var, values val) {
	want, valueWants := leafTypes(c.typ(l, 1)), leafTypes(c.typ(l, 2))
	var out rep
	var ret []core.Type
	fn := l.lambda(core.ElemTypes(a.leaves), func(ps []*core.Var) []core.Atom {
		r := l.apply(f, build(a.elem, core.Atoms(ps))).(record)
		ys := arrayOf(r.fields[0])
		rowTypes := make([]core.Type, len(ys.leaves))
		for i, v := range ys.leaves {
			rowTypes[i] = core.Prim(v.Type.Elem)
			for j, d := range v.Type.Dims[1:] {
				rowTypes[i].Dims = append(rowTypes[i].Dims, l.outside(d, want[i].Dims[j]))
			}
		}
		rows, out = refresh(ys.elem, rowTypes), repOfVal(r.fields[1])
		leaves, ts := l.regular(flatten(r.fields[1]), valueWants)
		ret = append([]core.Type{core.I64}, ts...)
		return append([]core.Atom{ys.dim}, leaves...)
	})
	fn.Ret = ret
	res := l.Bind("sizes", &core.Map{W: a.dim, Arrs: a.leaves, Fn: fn})
	return rows, res[0], ofRows(a.dim, refresh(out, ret[1:]), res[1:])
}

// flatData makes arrays of m rows of these types, with the arrays of each element at its offset.
func (l *lowerer) flatData(f val, a array, m core.Atom, rows []core.Type, offsets *core.Var) []*core.Var {
	if len(rows) == 0 {
		return nil
	}
	e := &core.WithAcc{Fn: &core.Lambda{}}
	var accs []*core.Var
	for _, t := range rows {
		op, ne := joinWith(t.Elem)
		dims := append([]core.Atom{m}, t.Dims...)
		dest := l.Let("data", &core.Replicate{Dims: dims, Val: ne})
		cert := core.NewCert()
		e.Accs = append(e.Accs, core.AccInput{Arr: dest, Op: core.BinOp(op, t.Elem), Ne: ne, Cert: cert})
		acc := core.Type{Elem: t.Elem, Dims: dims, Cert: cert}
		accs = append(accs, core.NewVar("acc", acc))
		e.Fn.Ret = append(e.Fn.Ret, acc)
	}
	e.Fn.Params = accs
	s := l.Within(emit.LambdaScope, func() {
		l.Sc.Declare(accs...)
		fn := l.lambda(append(core.VarTypes(accs), core.ElemTypes(append(a.leaves[:len(a.leaves):len(a.leaves)], offsets))...), func(ps []*core.Var) []core.Atom {
			k := len(accs)
			r := l.apply(f, build(a.elem, core.Atoms(ps[k:len(ps)-1]))).(record)
			return l.addRows(ps[:k], arrayOf(r.fields[0]), rows, ps[len(ps)-1])
		})
		fn.Ret = core.VarTypes(accs)
		arrs := append(a.leaves[:len(a.leaves):len(a.leaves)], offsets)
		res := l.Bind("acc", &core.Map{W: a.dim, Accs: accs, Arrs: arrs, Fn: fn})
		e.Fn.Body.Result = core.Atoms(res)
	})
	e.Fn.Body = s.Body(e.Fn.Body.Result)
	return l.Bind("data", e)
}

// addRows adds the rows of ys to accumulators at an offset.
func (l *lowerer) addRows(accs []*core.Var, ys array, rows []core.Type, offset *core.Var) []core.Atom {
	at := l.Let("at", &core.Iota{N: ys.dim, Start: offset, Step: core.IntC(1), T: prim.I64})
	leaves := make([]*core.Var, len(ys.leaves))
	for i, v := range ys.leaves {
		leaves[i] = l.Cast(v, append([]core.Atom{nil}, rows[i].Dims...))
	}
	arrs := append(leaves, at)
	fn := l.lambda(append(core.VarTypes(accs), core.ElemTypes(arrs)...), func(ps []*core.Var) []core.Atom {
		k := len(accs)
		var out []core.Atom
		for i, acc := range ps[:k] {
			out = append(out, l.Let("acc", &core.UpdateAcc{Acc: acc, Idx: []core.Atom{ps[len(ps)-1]}, Val: ps[k+i]}))
		}
		return out
	})
	fn.Ret = core.VarTypes(accs)
	return core.Atoms(l.Bind("acc", &core.Map{W: ys.dim, Accs: accs, Arrs: arrs, Fn: fn}))
}

// joinWith is an operator and a neutral element z such that op z x is x to the last bit.
func joinWith(t prim.Type) (op *prim.Op, z core.Atom) {
	switch {
	case t == prim.Bool:
		return prim.Or, core.BoolC(false)
	case t.IsFloat():
		return prim.Add, core.Const{Scalar: prim.Float(t, math.Copysign(0, -1))}
	}
	return prim.Add, core.Zero(t)
}
