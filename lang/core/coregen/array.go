package coregen

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// arrayExp makes a float array of the type.
func (g *gen) arrayExp(t core.Type) core.Atom {
	nests := g.depth < g.o.Depth
	if g.o.Masks && nests && g.r.IntN(3) == 0 {
		return g.mask(t)
	}
	switch k := g.r.IntN(20); {
	case k <= 6 && nests:
		return g.mapExp(t)
	case k == 7 && nests:
		return g.scan(t)
	case k == 8 && nests:
		return g.ifExp(t)
	case k == 9 && nests:
		if g.o.InPlace && g.r.IntN(2) == 0 {
			return g.exchange(t)
		}
		return g.forLoop(t)
	case k == 10 && nests && t.Dims[0] == core.Atom(g.n):
		return g.hist(t)
	case k == 11 && t.Dims[0] == core.Atom(g.n):
		return g.scatter(t)
	case k == 12 && nests && g.o.Accs:
		return g.withAcc(t)
	case k <= 14:
		return g.update(t)
	}
	return g.shape(t)
}

// shape moves elements around.
func (g *gen) shape(t core.Type) core.Atom {
	switch g.r.IntN(9) {
	case 0:
		return g.b.Let("rev", &core.Reverse{Arr: g.array(t)})
	case 1:
		return g.b.Let("rot", &core.Rotate{By: g.val(core.I64), Arr: g.array(t)})
	case 2:
		return g.b.Let("rep", &core.Replicate{Dims: t.Dims[:1], Val: g.val(t.Row())})
	case 3:
		return g.concat(t)
	case 4:
		return g.literal(t)
	case 5:
		return g.b.Let("use", &core.Use{Atom: g.array(t)})
	}
	if t.Rank() == 1 {
		mat := g.array(t.Of(g.other(t.Dims[0])))
		return g.b.Let("row", &core.Index{Arr: mat, Idx: []core.Atom{g.index(mat.Type.Dims[0])}})
	}
	if g.r.IntN(2) == 0 {
		return g.reshape(t)
	}
	src := g.array(f64.Of(t.Dims[1], t.Dims[0]))
	return g.b.Let("tr", &core.Rearrange{Perm: []int{1, 0}, Arr: src})
}

func (g *gen) other(dim core.Atom) core.Atom {
	if dim == core.Atom(g.n) {
		return g.m
	}
	return g.n
}

// concat joins two slices to an array of the full size.
func (g *gen) concat(t core.Type) core.Atom {
	a, b := g.array(t), g.array(t)
	n := g.size[t.Dims[0]]
	k := g.r.Int64N(n + 1)
	one, zero := core.IntC(1), core.IntC(0)
	left := g.b.Let("left", &core.Slice{Arr: a, Dims: []core.DimSlice{{Start: zero, Count: core.IntC(k), Stride: one}}})
	right := g.b.Let("right", &core.Slice{Arr: b, Dims: []core.DimSlice{{Start: core.IntC(n - 1), Count: core.IntC(n - k), Stride: core.IntC(-1)}}})
	return g.named("cat", t, &core.Concat{N: t.Dims[0], Arrs: []*core.Var{left, right}})
}

// named binds e at type t, whose sizes are equal to those of e although the atoms differ.
func (g *gen) named(name string, t core.Type, e core.Exp) *core.Var {
	v := core.NewVar(name, t)
	g.b.Add([]*core.Var{v}, e)
	return v
}

// literal writes each row out and gives the array the variable size by a reshape.
func (g *gen) literal(t core.Type) core.Atom {
	e := &core.ArrayLit{Elem: t.Row()}
	for range g.size[t.Dims[0]] {
		e.Elems = append(e.Elems, g.val(t.Row()))
	}
	lit := g.b.Let("lit", e)
	return g.b.Let("lit", &core.Reshape{Dims: t.Dims, Arr: lit})
}

// reshape goes through a flat array.
func (g *gen) reshape(t core.Type) core.Atom {
	total := g.i(prim.Mul, g.n, g.m)
	flat := g.b.Let("flat", &core.Reshape{Dims: []core.Atom{total}, Arr: g.array(f64.Of(t.Dims[1], t.Dims[0]))})
	return g.b.Let("sh", &core.Reshape{Dims: t.Dims, Arr: flat})
}

// update writes to a copy.
func (g *gen) update(t core.Type) core.Atom {
	arr := g.b.Let("copy", &core.Copy{Arr: g.array(t)})
	if g.r.IntN(3) == 0 {
		val := g.array(t)
		ds := []core.DimSlice{{Start: core.IntC(0), Count: t.Dims[0], Stride: core.IntC(1)}}
		return g.b.Let("ups", &core.UpdateSlice{Arr: arr, Dims: ds, Val: val})
	}
	k := 1 + g.r.IntN(t.Rank())
	var idx []core.Atom
	for _, d := range t.Dims[:k] {
		idx = append(idx, g.index(d))
	}
	return g.b.Let("up", &core.Update{Arr: arr, Idx: idx, Val: g.val(t.Drop(k))})
}

// inputs are arrays of outer dimension w, and the types of their rows.
func (g *gen) inputs(w core.Atom) ([]*core.Var, []core.Type) {
	arrs := []*core.Var{g.array(f64.Of(w))}
	if g.r.IntN(2) == 0 {
		arrs = append(arrs, g.array(f64.Of(w, g.other(w))))
	}
	if w == core.Atom(g.n) && g.r.IntN(3) == 0 {
		arrs = append(arrs, g.perm)
	}
	return arrs, core.ElemTypes(arrs)
}

func (g *gen) mapExp(t core.Type) core.Atom {
	arrs, rows := g.inputs(t.Dims[0])
	ret := []core.Type{t.Row()}
	if g.r.IntN(3) == 0 {
		ret = append(ret, f64)
	}
	vs := g.b.Bind("map", &core.Map{W: t.Dims[0], Arrs: arrs, Fn: g.lambda(rows, ret)})
	g.env = append(g.env, vs[1:]...)
	return vs[0]
}

// withAcc adds into a copy from inside a map.
func (g *gen) withAcc(t core.Type) core.Atom {
	arr := g.b.Let("copy", &core.Copy{Arr: g.array(t)})
	cert := core.NewCert()
	at := t
	at.Cert = cert
	w := t.Dims[0]
	arrs, rows := g.inputs(w)
	inner := &core.Lambda{Params: []*core.Var{core.NewVar("acc", at)}, Ret: []core.Type{at}}
	for _, r := range rows {
		inner.Params = append(inner.Params, core.NewVar("p", r))
	}
	inner.Body = g.nested(inner.Params[1:], func() []core.Atom {
		i := core.Atom(core.IntC(g.r.Int64N(3) - 1)) // may be out of range: ignored
		if g.r.IntN(2) == 0 {
			i = g.val(core.I64)
		}
		return []core.Atom{g.b.Let("acc", &core.UpdateAcc{Acc: inner.Params[0], Idx: []core.Atom{i}, Val: g.val(t.Row())})}
	})
	c := core.NewVar("acc", at)
	fn := &core.Lambda{Params: []*core.Var{c}, Ret: []core.Type{at}}
	fn.Body = g.nested(nil, func() []core.Atom {
		return core.Atoms(g.b.Bind("acc", &core.Map{W: w, Accs: []*core.Var{c}, Arrs: arrs, Fn: inner}))
	})
	in := core.AccInput{Arr: arr, Op: core.BinOp(prim.Add, prim.F64), Ne: core.Zero(prim.F64), Cert: cert}
	return g.b.Let("wacc", &core.WithAcc{Accs: []core.AccInput{in}, Fn: fn})
}
