package lanes

import (
	"math"
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// The explicit code of scans that write elements side by side: Note [Appending].

// appending makes it.
type appending struct {
	*appends
	*vectors
	flags  []core.Atom // by sum: the lanes that it counts, nil where it counts something else
	counts []core.Atom // by sum: how much a block adds
	goes   map[*placed]*went
}

// went is where elements of a block go: the first to at, the others of the mask beside it.
type went struct{ at, mask core.Atom }

// kernel is the scan in lanes.
func (a *appends) kernel() *seg.Kernel {
	k := *a.k
	k.Width, k.After, k.Lanes, k.Left = a.width, nil, nil, core.NewVar("left", core.I64)
	w := core.IntC(int64(a.width))
	k.Last = seg.Block(func(b *seg.Builder) {
		done := b.Var("done", core.Bool, core.BoolC(false))
		b.If(b.Equal(k.Left, w), func(b *seg.Builder) { a.block(b, done) }, nil)
		b.If(b.Not(done), func(b *seg.Builder) { a.points(b, k.Left) }, nil)
	})
	return &k
}

// points computes points one by one.
func (a *appends) points(b *seg.Builder, left core.Atom) {
	k := a.k
	b.Quiet(nil, left, 1, func(b *seg.Builder, l *core.Var) {
		i := b.Index("i", prim.Add, a.i, l)
		vals := b.Inline(k.Body, map[core.Atom]core.Atom{a.i: i}, k.Vals)
		b.SetAll(k.Op.A, b.Combine(k.Op, core.Atoms(k.Op.A), vals))
		at := map[core.Atom]core.Atom{k.After.At: i}
		for j, r := range k.After.Res {
			at[r] = k.Op.A[j]
		}
		b.Inline(k.After.Body, at, nil)
	})
}

// block computes a whole block, if all places are in range: then it is done.
func (a *appends) block(b *seg.Builder, done *core.Var) {
	l := &shapes{width: a.width, of: map[*core.Var]shape{a.i: affine}, own: map[*seg.Mem]bool{}, shared: map[*seg.Mem]bool{}}
	for _, s := range a.sums {
		l.of[s] = varying
	}
	for s, u := range a.where {
		if s, ok := s.(*seg.Load); ok && u != nil { // the element may not be there if no lane reads it
			l.of[s.V] = varying
		}
	}
	l.fixpoint(a.code)
	g := &appending{appends: a, vectors: newVectors(l, map[*seg.Mem]*seg.Mem{}), goes: map[*placed]*went{}}
	g.b = b
	for j := range a.vals {
		g.count(j)
	}
	ok := g.inRange()
	g.b.If(ok, func(b *seg.Builder) {
		g.b = b
		for _, st := range a.stores {
			g.append(st)
		}
		w := core.IntC(int64(a.width))
		for j, x := range a.k.Op.A {
			b.Set(x, b.Op("sum", prim.Add, x.Type.Elem, x, g.counts[j]))
		}
		for _, st := range a.stores {
			if st.last {
				j := slices.Index(core.Atoms(a.sums), st.s.Val)
				b.If(b.Equal(b.Index("next", prim.Add, a.i, w), a.k.Space[0].N), func(b *seg.Builder) { b.Store(st.s.Mem, st.s.At, a.k.Op.A[j]) }, nil)
			}
		}
		b.Set(done, core.BoolC(true))
	}, nil)
}

// count makes what a block adds to a sum.
func (g *appending) count(j int) {
	x := g.vals[j]
	g.want(x)
	t := g.sums[j].Type.Elem
	var flag, n core.Atom
	if g.places(j) || g.isFlag(x) {
		flag = g.flag(x)
		n = g.b.Move("n", seg.Count, 0, flag)
		if t != prim.I64 {
			n = g.b.Op("n", prim.To(t), prim.I64, n)
		}
	} else {
		n = g.across(g.vector(x), prim.Add)
	}
	g.flags, g.counts = append(g.flags, flag), append(g.counts, n)
}

// places reports whether a sum counts elements that go somewhere, so that it counts flags.
func (g *appending) places(j int) bool {
	return slices.ContainsFunc(g.stores, func(st *appended) bool { return slices.Contains(st.of, j) })
}

// flag is the mask of lanes where a number is 1 and not 0.
func (g *appending) flag(x core.Atom) core.Atom {
	if g.isFlag(x) {
		return g.vector(g.defs[x].(*seg.Let).Args[0])
	}
	return g.b.Op("flag", prim.Eq, x.AtomType().Elem, g.vector(x), core.One(x.AtomType().Elem))
}

// isFlag reports whether a number is made of a condition.
func (g *appending) isFlag(x core.Atom) bool {
	s, ok := g.defs[x].(*seg.Let)
	return ok && s.Op.IsConversion() && s.T == prim.Bool
}

// inRange makes where elements go, and is whether all of a block's do without a point by point look.
func (g *appending) inRange() core.Atom {
	ok := core.Atom(core.BoolC(true))
	and := func(c core.Atom) {
		if core.IsConst(ok, prim.BoolOf(true)) {
			ok = c
		} else {
			ok = g.b.Op("ok", prim.And, prim.Bool, ok, c)
		}
	}
	var made []*placed
	for _, st := range g.stores {
		for _, p := range st.by {
			if i := slices.IndexFunc(made, p.same); i >= 0 {
				g.goes[p] = g.goes[made[i]]
				continue
			}
			at := g.place(p, and)
			g.goes[p], made = &went{at, g.mask1(p)}, append(made, p)
		}
	}
	return ok
}

// mask1 are the lanes of some places: those of a flag, those of none, or those where all that is counted is one more than at the point before.
func (g *appending) mask1(p *placed) core.Atom {
	own := p.at.Factor(g.i)
	var flags core.Atom
	simple := true
	for j, s := range g.sums {
		k := p.at.Factor(s)
		if k == 0 {
			continue
		}
		simple = simple && (own == 0 && k == 1 && flags == nil || own == 1 && k == -1)
		if flags == nil {
			flags = g.flags[j]
		} else {
			flags = g.b.Op("flags", prim.Or, prim.Bool, flags, g.flags[j])
		}
	}
	switch {
	case simple && own == 0:
		return flags
	case simple:
		return g.b.Op("none", prim.Not, prim.Bool, flags)
	}
	return g.b.Op("here", prim.Eq, p.at.t, g.stepOf(p), core.One(p.at.t))
}

// stepOf is by how much places are more than at the point before.
func (g *appending) stepOf(p *placed) core.Atom {
	var step core.Atom = core.Const{Scalar: prim.Int(p.at.t, p.at.Factor(g.i))}
	for j, s := range g.sums {
		switch p.at.Factor(s) {
		case 1:
			step = g.b.Op("step", prim.Add, p.at.t, step, g.vector(g.vals[j]))
		case -1:
			step = g.b.Op("step", prim.Sub, p.at.t, step, g.vector(g.vals[j]))
		}
	}
	return step
}

// place makes the place of the first element of a block, which is one more than that of the point before the block, and adds what must hold for all.
func (g *appending) place(p *placed, and func(core.Atom)) core.Atom {
	t := p.at.t
	add := func(x core.Atom, k int64, y core.Atom) core.Atom {
		op := prim.Add
		if k < 0 {
			op = prim.Sub
		}
		if c, ok := core.IntConst(x); ok && c == 0 && k > 0 {
			return y
		} else if c, ok := core.IntConst(y); ok && c == 0 {
			return x
		}
		return g.b.Op("at", op, t, x, y)
	}
	num := func(c int64) core.Atom { return core.Const{Scalar: prim.Int(t, c)} }
	at, n := num(0), num(p.at.Factor(g.i)*int64(g.appends.width))
	for _, x := range p.at.Terms {
		y := core.Atom(x.V)
		if j := slices.Index(g.sums, x.V); j >= 0 {
			y = g.k.Op.A[j]
			n = add(n, x.K, g.counts[j])
		} else if x.V != g.i {
			g.want(x.V)
			y = g.atom(x.V)
		}
		at = add(at, x.K, y)
	}
	at = add(at, 1, num(p.at.C+1-p.at.Factor(g.i)))
	if t != prim.I64 {
		t = prim.I64
		at, n = g.b.Op("at", prim.ToI64, prim.I32, at), g.b.Op("n", prim.ToI64, prim.I32, n)
		and(g.b.Op("ok", prim.Le, t, add(at, 1, n), core.IntC(math.MaxInt32+1)))
	}
	at = add(at, 1, core.IntC(p.at.plus))
	for _, m := range p.bounds {
		and(g.b.Op("ok", prim.Le, t, core.IntC(0), at))
		and(g.b.Op("ok", prim.Le, t, add(at, 1, n), m))
	}
	return at
}

// append makes a store of a block.
func (g *appending) append(st *appended) {
	if st.last {
		return
	}
	g.want(st.s.Val)
	val := g.vector(st.s.Val)
	if len(st.by) == 0 {
		g.b.Store(st.s.Mem, st.s.At, val)
		return
	}
	for _, p := range st.by {
		g.b.Add(&seg.Squeeze{Mem: st.s.Mem, At: g.goes[p].at, Mask: g.goes[p].mask, Val: val})
	}
}

// want makes what an operand is computed from, in vectors.
func (g *appending) want(a core.Atom) {
	v := core.AsVar(a)
	if v == nil || g.to[v] != nil {
		return
	}
	if j := slices.Index(g.sums, v); j >= 0 {
		g.want(g.vals[j])
		g.to[v] = g.b.Op(v.Name, prim.Add, v.Type.Elem, g.b.Move("sums", seg.Sums, g.appends.width, g.vector(g.vals[j])), g.k.Op.A[j])
		return
	}
	s := g.defs[v]
	if s == nil {
		return
	}
	seg.Operands(s, g.want)
	if l, ok := s.(*seg.Load); ok && g.appends.where[s] != nil && !g.whole(l) {
		g.mask = g.under(g.appends.where[s])
	}
	g.stm(s)
	g.mask = nil
}

// whole reports whether a load reads as many neighbouring elements as there are points: then all lanes may read. Processors fetch what comes next
// of what they read whole, and not of what they read under a mask.
func (g *appending) whole(l *seg.Load) bool {
	return slices.Equal(l.At, seg.At(g.i)) && g.lens[l.Mem] == g.k.Space[0].N
}

// lanesOf is the mask of the lanes that are in a branch.
func (g *appending) lanesOf(u *under) (mask core.Atom) {
	for ; u != nil; u = u.up {
		g.want(u.cond)
		c := g.vector(u.cond)
		if !u.holds {
			c = g.b.Op("not", prim.Not, prim.Bool, c)
		}
		if mask == nil {
			mask = c
		} else {
			mask = g.b.Op("some", prim.And, prim.Bool, mask, c)
		}
	}
	return mask
}

// under is the mask of the lanes that read in a branch, nil for all.
func (g *appending) under(u *under) core.Atom {
	st := g.storeUnder(u)
	if st == nil {
		return g.lanesOf(u)
	}
	if !st.some {
		return nil
	}
	var mask core.Atom
	for _, p := range st.by {
		if m := g.goes[p].mask; mask == nil {
			mask = m
		} else {
			mask = g.b.Op("some", prim.Or, prim.Bool, mask, m)
		}
	}
	return mask
}
