package seggen

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// parting is a scan that counts how many elements go into each part, and writes them to places that it and conditions say: one part or several, with
// or without the elements that belong to none, said in the forms of filters, partitions and passes of a radix sort. Some are made wrong: places
// that no part fills, sums that count something else.
type parting struct {
	g     *gen
	flags []func(b *seg.Builder, i core.Atom) core.Atom // by part, of type bool
	t     prim.Type
	form  int
	wrong bool        // sums count what is not in their part too
	first []core.Atom // where a part begins, of type t
}

// parts adds such a scan.
func (g *gen) parts() {
	p := &parting{g: g, t: []prim.Type{prim.I64, prim.I64, prim.I32}[g.IntN(3)], form: g.IntN(8)}
	p.wrong = g.IntN(5) == 0
	num := func(c int64) core.Atom { return core.Const{Scalar: prim.Int(p.t, c)} }
	cuts := []float64{-1, 1, 2.5}[:1+g.IntN(3)]
	if p.form == 6 {
		cuts = make([]float64, 1+g.IntN(4))
	}
	for j := range cuts {
		p.flags = append(p.flags, func(b *seg.Builder, i core.Atom) core.Atom {
			if p.form == 6 { // by two bits
				x := b.Load("x", g.arrays[1].mem, 0, seg.At(i))
				return b.Equal(b.Op("bits", prim.And, prim.I64, x, core.IntC(3)), core.IntC(int64(j)))
			}
			x := b.Load("x", g.arrays[0].mem, 0, seg.At(i))
			under := b.Op("under", prim.Lt, prim.F64, x, core.Const{Scalar: prim.Float(prim.F64, cuts[j])})
			if j == 0 || p.form == 5 && p.wrong { // parts that overlap
				return under
			}
			before := b.Op("before", prim.Lt, prim.F64, x, core.Const{Scalar: prim.Float(prim.F64, cuts[j-1])})
			return b.Op("part", prim.And, prim.Bool, b.Not(before), under)
		})
		p.first = append(p.first, num(int64(j+1)*40))
	}
	if p.form == 7 {
		for j, f := range p.flags {
			nest := g.IntN(3)
			p.flags[j] = func(b *seg.Builder, i core.Atom) core.Atom { return p.runs(b, i, f, nest) }
		}
	}
	k := &seg.Kernel{Kind: seg.Scan}
	i := core.NewVar("i", core.I64)
	k.Space = []seg.Dim{{I: i, N: g.n}}
	k.Op = operator(nil, nil)
	var ops []*prim.Op
	var ts []prim.Type
	k.Body = seg.Block(func(b *seg.Builder) {
		for j := range p.flags {
			k.Vals, k.Ne = append(k.Vals, p.counted(b, i, j)), append(k.Ne, num(g.Int64N(4)-1))
			ops, ts = append(ops, prim.Add), append(ts, p.t)
			k.Outs, k.Unread = append(k.Outs, g.alloc(p.t, core.IntC(1)).mem), append(k.Unread, true)
		}
	})
	k.Op = operator(ops, ts)
	p.after(k)
	g.launch(k)
}

// runs are the elements of a part where another one than before begins, which branches find out: the first has none before. There are branches in
// branches, in both orders.
func (p *parting) runs(b *seg.Builder, i core.Atom, flag func(b *seg.Builder, i core.Atom) core.Atom, nest int) core.Atom {
	begins := b.Var("begins", core.Bool, core.BoolC(false))
	later := b.Not(b.Equal(i, core.IntC(0)))
	set := func(b *seg.Builder) {
		x := b.Load("x", p.g.arrays[1].mem, 0, seg.At(i))
		y := b.Load("y", p.g.arrays[1].mem, 0, seg.At(b.Index("at", prim.Sub, i, core.IntC(1))))
		b.Set(begins, b.Not(b.Equal(x, y)))
	}
	first := func(b *seg.Builder) { b.Set(begins, core.BoolC(true)) }
	switch nest {
	case 0:
		b.If(later, set, first)
		return b.Op("and", prim.And, prim.Bool, begins, flag(b, i))
	case 1:
		b.If(flag(b, i), func(b *seg.Builder) { b.If(later, set, first) }, nil)
	default:
		b.If(later, func(b *seg.Builder) { b.If(flag(b, i), set, nil) }, func(b *seg.Builder) { b.Set(begins, flag(b, i)) })
	}
	return begins
}

// counted is what a sum counts of a part.
func (p *parting) counted(b *seg.Builder, i core.Atom, j int) core.Atom {
	f := p.flags[j](b, i)
	one, zero := core.One(p.t), core.Zero(p.t)
	switch p.form {
	case 0:
		return b.Select("n", f, one, zero)
	case 1:
		return b.Op("n", prim.Sub, p.t, one, b.Op("not", prim.To(p.t), prim.Bool, b.Not(f)))
	case 2:
		if p.wrong {
			return b.Op("n", prim.Add, p.t, one, one)
		}
	}
	return b.Op("n", prim.To(p.t), prim.Bool, f)
}

// after writes the elements.
func (p *parting) after(k *seg.Kernel) {
	g := p.g
	a := &seg.After{At: core.NewVar("at", core.I64)}
	for range p.flags {
		a.Res = append(a.Res, core.NewVar("res", core.Prim(p.t)))
	}
	size := core.Atom(core.IntC(40 * int64(len(p.flags)+2)))
	if g.IntN(2) == 0 { // not all have room
		size = []core.Atom{g.n, g.m, core.IntC(43), core.IntC(40*int64(len(p.flags)+1) + 5)}[g.IntN(4)]
	}
	outs := []array{g.filled(g.elem(), size)}
	if g.IntN(2) == 0 {
		outs = append(outs, g.filled(g.elem(), size))
	}
	a.Body = seg.Block(func(b *seg.Builder) {
		place := p.place(b, a)
		if g.IntN(3) == 0 {
			own := g.alloc(prim.I64, g.n)
			b.Store(own.mem, seg.At(a.At), place)
			g.arrays = append(g.arrays, own)
		}
		in := inRange(b, place, size)
		for _, o := range outs {
			k.Updates = append(k.Updates, o.mem)
			b.If(in, func(b *seg.Builder) { b.Store(o.mem, seg.At(place), p.value(b, a.At, o.mem.Elem)) }, nil)
		}
	})
	k.After = a
	g.arrays = append(g.arrays, outs...)
}

// value is what is stored of an element.
func (p *parting) value(b *seg.Builder, i core.Atom, t prim.Type) core.Atom {
	for _, a := range p.g.arrays[:p.g.inputs] {
		if a.mem.Elem == t && a.dims[0] == core.Atom(p.g.n) && len(a.dims) == 1 {
			return b.Load("e", a.mem, 0, seg.At(i))
		}
	}
	return b.Op("e", prim.To(t), prim.I64, i)
}

// place is where an element goes: to its part, or behind all or nowhere if it has none.
func (p *parting) place(b *seg.Builder, a *seg.After) core.Atom {
	wide := func(x core.Atom) core.Atom {
		if p.t == prim.I64 {
			return x
		}
		return b.Op("place", prim.ToI64, p.t, x)
	}
	rest := core.Atom(core.IntC(-1))
	if p.t == prim.I64 && !p.wrong && p.g.IntN(2) == 0 { // the elements of no part behind those of all
		rest = b.Op("rest", prim.Add, prim.I64, a.At, core.IntC(40*int64(len(p.flags)+1)+p.g.Int64N(3)))
		for _, r := range a.Res {
			rest = b.Op("rest", prim.Sub, prim.I64, rest, r)
		}
	}
	if p.form == 3 && len(p.flags) == 1 && p.t == prim.I64 { // by products
		f := b.Op("f", prim.ToI64, prim.Bool, p.flags[0](b, a.At))
		not := b.Op("not", prim.Sub, prim.I64, core.IntC(1), f)
		x := b.Op("x", prim.Mul, prim.I64, f, b.Op("s", prim.Add, prim.I64, a.Res[0], core.IntC(39)))
		return b.Op("place", prim.Add, prim.I64, x, b.Op("y", prim.Mul, prim.I64, not, rest))
	}
	for j := range p.flags {
		if j == 0 && len(p.flags) == 4 && !p.wrong { // what is in no other part is in the first
			rest = wide(b.Op("s", prim.Add, p.t, a.Res[j], p.first[j]))
			continue
		}
		at := b.Op("s", prim.Add, p.t, a.Res[j], p.first[j])
		at = b.Op("s", prim.Sub, p.t, at, core.One(p.t))
		if p.wrong && p.form == 4 && p.t == prim.I64 { // apart
			at = b.Op("s", prim.Add, p.t, at, a.At)
		}
		cond := p.flags[j](b, a.At)
		if p.form == 4 {
			cond = b.Equal(b.Op("n", prim.To(p.t), prim.Bool, cond), core.One(p.t))
		}
		rest = b.Select("place", cond, wide(at), rest)
	}
	return rest
}
