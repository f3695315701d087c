package lower

import (
	"slices"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/lower/emit"
	"raido/lang/prim"
)

// mapLambda maps a function given as Go over arrays; its results must be regular.
func (l *lowerer) mapLambda(w core.Atom, arrs []*core.Var, f func(ps []*core.Var) []core.Atom) []*core.Var {
	fn := l.lambda(core.ElemTypes(arrs), f)
	fn.Ret = core.AtomTypes(fn.Body.Result)
	return l.Bind("map", &core.Map{W: w, Arrs: arrs, Fn: fn})
}

// lambda builds a lambda; its result types are set by the caller.
func (l *lowerer) lambda(params []core.Type, f func(ps []*core.Var) []core.Atom) *core.Lambda {
	fn := &core.Lambda{}
	var result []core.Atom
	s := l.Within(emit.LambdaScope, func() {
		for _, t := range params {
			v := core.NewVar("x", t)
			l.Sc.Declare(v)
			if !t.IsScalar() {
				l.Roots[v] = []*emit.Root{{Sc: l.Sc, Shared: true}}
			}
			fn.Params = append(fn.Params, v)
		}
		result = f(fn.Params)
	})
	fn.Body = s.Body(result)
	return fn
}

// lambdaOf makes the lambda of a function value over values of reps, and gives the rep of its result. Sizes of
// the result must be known outside: expect tells them, or they can be computed there.
func (l *lowerer) lambdaOf(f val, reps []rep, expect rep) (*core.Lambda, rep) {
	var params []core.Type
	var counts []int
	for _, r := range reps {
		ts := leafTypes(r)
		params, counts = append(params, ts...), append(counts, len(ts))
	}
	wants := leafTypes(expect)
	var out rep
	var ret []core.Type
	fn := l.lambda(params, func(ps []*core.Var) []core.Atom {
		args := make([]val, len(reps))
		rest := ps
		named(ps, f, reps)
		for i, r := range reps {
			args[i] = build(r, core.Atoms(rest[:counts[i]]))
			rest = rest[counts[i]:]
		}
		v := l.apply(f, args...)
		out = repOfVal(v)
		leaves := flatten(v)
		leaves, ret = l.regular(leaves, wants)
		return leaves
	})
	fn.Ret = ret
	return fn, refresh(out, ret)
}

// named gives the parameters of a lambda the names that the function has for them.
func named(ps []*core.Var, f val, reps []rep) {
	c, ok := f.(*closure)
	for i, r := range reps {
		other := "x"
		if i == 1 {
			other = "y" // of an operator
		}
		names := pathNames(nil, other, r)
		if _, prim := r.(rPrim); !prim {
			names = make([]string, len(names)) // parts of what has no name keep theirs
		}
		if ok && len(c.args)+i < len(c.params) {
			names = leafNames(c.params[len(c.args)+i].Pat, r, "x")
		}
		for k, n := range names {
			if n != "" && n != "_" {
				ps[k].Name = n
			}
		}
		ps = ps[len(names):]
	}
}

// regular makes the types of the results of a lambda independent of what the lambda binds.
func (l *lowerer) regular(leaves []core.Atom, wants []core.Type) ([]core.Atom, []core.Type) {
	ret := make([]core.Type, len(leaves))
	for i, a := range leaves {
		t := a.AtomType()
		dims := make([]core.Atom, len(t.Dims))
		for j, d := range t.Dims {
			var want core.Atom
			if i < len(wants) {
				want = wants[i].Dims[j]
			}
			dims[j] = l.outside(d, want)
		}
		ret[i] = core.Type{Elem: t.Elem, Dims: dims}
		leaves[i] = l.CastAtom(a, ret[i])
	}
	return leaves, ret
}

// outside is a size of the current scope as an atom bound outside of it; want is what it must be, if known.
func (l *lowerer) outside(d, want core.Atom) core.Atom {
	if !l.Sc.IsBound(d) {
		return d
	}
	if want != nil {
		l.Assert(l.I64(prim.Eq, d, want), "the function gives an array of %d elements where %d are wanted", d, want)
		return want
	}
	if a := l.hoist(d); a != nil {
		return a
	}
	panic(emit.Unsupported("the size of the rows of a result depends on the element"))
}

// hoist computes a scalar of the current scope outside of it, if it depends on nothing else inside.
func (l *lowerer) hoist(a core.Atom) core.Atom {
	inner := l.Sc
	l.Sc = inner.Up
	defer func() { l.Sc = inner }()
	def := map[core.Atom]core.Stm{}
	for _, s := range inner.Stms {
		for _, v := range s.Pat {
			def[v] = s
		}
	}
	var up func(a core.Atom) core.Atom
	up = func(a core.Atom) core.Atom {
		if !inner.IsBound(a) {
			return a
		}
		e, ok := def[a].Exp.(*core.PrimApp)
		if !ok || e.MayFail() {
			return nil
		}
		args := make([]core.Atom, len(e.Args))
		for i, x := range e.Args {
			if args[i] = up(x); args[i] == nil {
				return nil
			}
		}
		return l.Op(e.Op, e.T, args...)
	}
	return up(a)
}

// sameWidth casts arrays to the outer dimension of the first.
func (l *lowerer) sameWidth(vs []val) (core.Atom, []array) {
	w := arrayOf(vs[0]).dim
	out := make([]array, len(vs))
	for i, v := range vs {
		out[i] = l.castOuter(arrayOf(v), w)
	}
	return w, out
}

func joinLeaves(as []array) []*core.Var {
	var out []*core.Var
	for _, a := range as {
		out = append(out, a.leaves...)
	}
	return out
}

// mapN: map f xs ys ... = the arrays of f x y ....
func mapN(l *lowerer, c *call) val {
	w, arrs := l.sameWidth(c.args[1:])
	reps := make([]rep, len(arrs))
	for i, a := range arrs {
		reps[i] = a.elem
	}
	fn, elem := l.lambdaOf(c.args[0], reps, c.result(l))
	if len(fn.Ret) == 0 && len(fn.Body.Stms) == 0 {
		return ofRows(w, elem, nil)
	}
	return ofRows(w, elem, l.Bind("map", &core.Map{W: w, Arrs: joinLeaves(arrs), Fn: fn}))
}

// operator makes the lambda of a combining function over values of rep elem.
func (l *lowerer) operator(f val, elem rep) *core.Lambda {
	fn, _ := l.lambdaOf(f, []rep{elem, elem}, elem)
	if len(fn.Ret) != len(leafTypes(elem)) {
		diag.Bugf("lower: an operator of %d leaves gives %d", len(leafTypes(elem)), len(fn.Ret))
	}
	return fn
}

// neutral are the leaves of a neutral element, with the dimensions of elem.
func (l *lowerer) neutral(v val, elem rep) []core.Atom { return l.CastAll(flatten(v), leafTypes(elem)) }

func reduce(l *lowerer, c *call) val {
	a := c.array(2)
	ne := l.neutral(c.args[1], a.elem)
	e := &core.Reduce{W: a.dim, Fn: l.operator(c.args[0], a.elem), Ne: ne, Arrs: a.leaves, Comm: c.name == "reduce_comm"}
	return build(a.elem, core.Atoms(l.Bind("red", e)))
}

func scan(l *lowerer, c *call) val {
	a := c.array(2)
	ne := l.neutral(c.args[1], a.elem)
	return a.with(l.Bind("scan", &core.Scan{W: a.dim, Fn: l.operator(c.args[0], a.elem), Ne: ne, Arrs: a.leaves}))
}

// indexed casts index and value arrays of a scatter or histogram to one width, and takes the index
// arrays apart.
func (l *lowerer) indexed(is, vs val) (w core.Atom, idx, vals []*core.Var) {
	w, arrs := l.sameWidth([]val{is, vs})
	return w, arrs[0].leaves, arrs[1].leaves
}

// ownAll makes the leaves of a destination ready to be consumed; no two may share memory.
func (l *lowerer) ownAll(vs []*core.Var, used []*core.Var) []*core.Var {
	out := make([]*core.Var, len(vs))
	for i, v := range vs {
		shared := false
		for _, u := range append(used[:len(used):len(used)], vs[:i]...) {
			shared = shared || l.Overlaps(u, v)
		}
		if shared {
			out[i] = l.Let(v.Name, &core.Copy{Arr: v})
		} else {
			out[i] = l.Own(v)
		}
	}
	return out
}

// hist: reduce_by_index dest f ne is as, and its forms with more dimensions.
func hist(l *lowerer, c *call) val {
	dest := c.array(0)
	w, idx, vals := l.indexed(c.args[3], c.args[4])
	elem := l.rowsOf(dest, len(idx))
	ne := l.neutral(c.args[2], elem)
	fn := l.operator(c.args[1], elem)
	vals = l.castRows(vals, elem)
	e := &core.Hist{W: w, Dest: l.ownAll(dest.leaves, vals), Idx: idx, Vals: vals, Fn: fn, Ne: ne}
	return dest.with(l.Bind("hist", e))
}

// rowsOf is the rep of the parts of a after k indices.
func (l *lowerer) rowsOf(a array, k int) rep {
	var r rep = rArr{a.dim, a.elem}
	for range k {
		r = r.(rArr).elem
	}
	return r
}

// castRows gives the rows of arrays the dimensions of elem.
func (l *lowerer) castRows(vs []*core.Var, elem rep) []*core.Var {
	out := make([]*core.Var, len(vs))
	for i, t := range leafTypes(elem) {
		out[i] = l.Cast(vs[i], append([]core.Atom{nil}, t.Dims...))
	}
	return out
}

func scatter(l *lowerer, c *call) val {
	dest := c.array(0)
	w, idx, vals := l.indexed(c.args[1], c.args[2])
	vals = l.castRows(vals, l.rowsOf(dest, len(idx)))
	e := &core.Scatter{W: w, Dest: l.ownAll(dest.leaves, vals), Idx: idx, Vals: vals}
	return dest.with(l.Bind("scatter", e))
}

// pick gives the rows whose flag is set, in order:
//
//	offs = scan (+) 0 (map i64.bool flags);  m = offs[n-1];
//	scatter (scratch m) (map2 (\f o -> if f then o-1 else -1) flags offs) as
func (l *lowerer) pick(a array, flags *core.Var) array {
	offs, count := l.ranks(a.dim, flags)
	idx := l.mapLambda(a.dim, []*core.Var{flags, offs}, func(ps []*core.Var) []core.Atom {
		return []core.Atom{atomOf(l.branch(ps[0], rPrim{prim.I64},
			func() val { return scalar{l.I64(prim.Sub, ps[1], core.IntC(1))} }, func() val { return scalar{core.IntC(-1)} }))}
	})
	return l.place(a, count, idx)
}

// ranks counts the flags that are set up to each place, and all of them.
func (l *lowerer) ranks(n core.Atom, flags *core.Var) (offs *core.Var, count core.Atom) {
	zero := core.IntC(0)
	ints := l.mapLambda(n, []*core.Var{flags}, func(ps []*core.Var) []core.Atom {
		return []core.Atom{l.Op(prim.ToI64, prim.Bool, ps[0])}
	})
	offs = l.Bind("offs", &core.Scan{W: n, Fn: core.BinOp(prim.Add, prim.I64), Ne: []core.Atom{zero}, Arrs: ints})[0]
	return offs, atomOf(l.branch(l.I64(prim.Eq, n, zero), rPrim{prim.I64},
		func() val { return scalar{zero} },
		func() val {
			last := []core.Atom{l.I64(prim.Sub, n, core.IntC(1))}
			return scalar{l.Let("m", &core.Index{Arr: offs, Idx: last})}
		}))
}

// place puts rows to different places of an array of count rows; those whose index is outside are left out.
func (l *lowerer) place(a array, count core.Atom, idx []*core.Var) array {
	var dest []*core.Var
	for _, v := range a.leaves {
		dims := append([]core.Atom{count}, v.Type.Dims[1:]...)
		dest = append(dest, l.Let("scratch", &core.Scratch{Elem: v.Type.Elem, Dims: dims}))
	}
	return ofRows(count, a.elem, l.Bind("pick", &core.Scatter{W: a.dim, Dest: dest, Idx: idx, Vals: a.leaves, Distinct: true}))
}

// flags maps a predicate.
func (l *lowerer) flags(p val, a array) *core.Var {
	fn, _ := l.lambdaOf(p, []rep{a.elem}, rPrim{prim.Bool})
	return l.Bind("flags", &core.Map{W: a.dim, Arrs: a.leaves, Fn: fn})[0]
}

func filter(l *lowerer, c *call) val {
	a := c.array(1)
	return l.pick(a, l.flags(c.args[0], a))
}

// partition puts the elements into one part for each predicate (the first that holds), and a last one. The parts lie one
// after the other; an element of the last one comes after as many of it as elements before are in no other.
func partition(l *lowerer, c *call) val {
	a := arrayOf(c.args[len(c.args)-1])
	own := l.firstThatHolds(c.args[:len(c.args)-1], a)
	var offs []*core.Var
	starts, sizes := []core.Atom{core.IntC(0)}, []core.Atom{}
	for k, flags := range own {
		at, count := l.ranks(a.dim, flags)
		offs, sizes = append(offs, at), append(sizes, count)
		starts = append(starts, l.I64(prim.Add, starts[k], count))
	}
	n := len(own)
	place := l.Let("iota", &core.Iota{N: a.dim, Start: starts[n], Step: core.IntC(1), T: prim.I64})
	idx := l.mapLambda(a.dim, slices.Concat(own, offs, []*core.Var{place}), func(ps []*core.Var) []core.Atom {
		to := core.Atom(ps[2*n])
		for _, o := range ps[n : 2*n] {
			to = l.I64(prim.Sub, to, o)
		}
		for k := range n {
			last := l.I64(prim.Sub, starts[k], core.IntC(1))
			to = atomOf(l.branch(ps[k], rPrim{prim.I64},
				func() val { return scalar{l.I64(prim.Add, last, ps[n+k])} }, func() val { return scalar{to} }))
		}
		return []core.Atom{to}
	})
	all := l.place(a, a.dim, idx)
	rest := a.dim
	for _, s := range sizes {
		rest = l.I64(prim.Sub, rest, s)
	}
	var parts []val
	for k, size := range append(sizes, rest) {
		parts = append(parts, ofRows(size, a.elem, l.eachLeaf(all, func(v *core.Var) core.Exp {
			return &core.Slice{Arr: v, Dims: []core.DimSlice{{Start: starts[k], Count: size, Stride: core.IntC(1)}}}
		})))
	}
	return tuple(parts...)
}

// firstThatHolds flags for each predicate the elements for which it holds, and none before it.
func (l *lowerer) firstThatHolds(preds []val, a array) (own []*core.Var) {
	var before *core.Var // whether an earlier predicate holds
	for _, p := range preds {
		flags := l.flags(p, a)
		if before == nil {
			own, before = append(own, flags), flags
			continue
		}
		both := l.mapLambda(a.dim, []*core.Var{before, flags}, func(ps []*core.Var) []core.Atom {
			return []core.Atom{l.Op(prim.And, prim.Bool, l.not(ps[0]), ps[1]), l.Op(prim.Or, prim.Bool, ps[0], ps[1])}
		})
		own, before = append(own, both[0]), both[1]
	}
	return own
}
