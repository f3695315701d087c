package seggen

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// inPlace is a task that changes a matrix in place, in a loop along a row of it that reads other rows, which may be the same, and elements that stay where they
// are, or adds to one; some conditionally, from the end, or one column further on. Values stay small: what goes on is a minimum or a maximum, what is
// added is a sign.
type inPlace struct {
	g       *gen
	k, i    core.Atom
	a, kept array // kept has the conditions that a loop came to
	t       prim.Type
	down    bool
	j       core.Atom
	shift   int64 // of the column that is read, in one loop of six
	stays   seg.Index
}

// changed adds such a task.
func (g *gen) changed() {
	p := &inPlace{g: g, t: []prim.Type{prim.F64, prim.F64, prim.F32, prim.I64}[g.IntN(4)], down: g.IntN(3) == 0}
	all, rows := core.NewVar("all", core.I64), core.NewVar("rows", core.I64)
	g.host = append(g.host, &seg.HLet{V: all, Op: prim.Mul, T: prim.I64, Args: []core.Atom{g.n, g.n}},
		&seg.HLet{V: rows, Op: prim.Min, T: prim.I64, Args: []core.Atom{g.n, g.m}})
	p.a, p.kept = g.filled(p.t, all), g.filled(p.t, all)
	k := &seg.Kernel{Kind: seg.Task, Updates: []*seg.Mem{p.a.mem, p.kept.mem}}
	b := &seg.Builder{}
	b.For("i", nil, all, 0, func(b *seg.Builder, i *core.Var) {
		r := b.Op("r", prim.Rem, prim.I64, b.Op("d", prim.Mul, prim.I64, i, core.IntC(7)), core.IntC(11))
		b.Store(p.a.mem, seg.At(i), b.Op("x", prim.To(p.t), prim.I64, r))
	}).Elems = true
	total := b.Var("total", core.Prim(p.t), core.Zero(p.t))
	b.For("k", nil, rows, 0, func(b *seg.Builder, k *core.Var) {
		b.For("i", nil, rows, 0, func(b *seg.Builder, i *core.Var) {
			p.k, p.i = k, i
			p.row(b, total)
		})
	})
	out := g.alloc(p.t, core.IntC(1))
	b.Store(out.mem, seg.At(core.IntC(0)), total)
	k.Body = b.Code
	g.launch(k)
	g.arrays = append(g.arrays, p.a, p.kept, out)
}

// row is the loop along a row.
func (p *inPlace) row(b *seg.Builder, total *core.Var) {
	g := p.g
	p.shift = int64(g.IntN(6)) / 5
	column := []core.Atom{p.k, p.i, core.IntC(0)}[g.IntN(3)]
	p.stays = seg.Index{{A: []core.Atom{p.i, p.k}[g.IntN(2)], B: g.n}, {A: column}}
	last := b.Op("last", prim.Sub, prim.I64, g.n, core.IntC(1))
	less := b.Op("less", prim.Sub, prim.I64, g.n, core.IntC(p.shift))
	b.For("j", nil, less, 0, func(b *seg.Builder, j *core.Var) {
		if p.j = j; p.down {
			p.j = b.Op("back", prim.Sub, prim.I64, last, j)
		}
		p.step(b, total)
	})
}

// moving is a place in a row.
func (p *inPlace) moving(row core.Atom) seg.Index { return seg.Index{{A: row, B: p.g.n}, {A: p.j}} }

// step is an iteration.
func (p *inPlace) step(b *seg.Builder, total *core.Var) {
	g := p.g
	kind := g.IntN(4) // 0 and 1 read what stays, 2 and 3 add to it
	x := p.staying(b, kind)
	at := p.moving(p.k)
	if g.IntN(12) == 0 { // against the loop
		at = seg.Index{{A: p.k, B: g.n}, {A: b.Op("against", prim.Sub, prim.I64, b.Op("last", prim.Sub, prim.I64, g.n, core.IntC(1)), p.j)}}
	}
	if p.shift > 0 {
		by := prim.Add
		if p.down {
			by = prim.Sub
		}
		c := b.Op("next", by, prim.I64, p.j, core.IntC(1))
		at = seg.Index{{A: []core.Atom{p.i, p.k}[g.IntN(2)], B: g.n}, {A: c}}
	}
	y := b.Load("y", p.a.mem, 0, at)
	z := b.Load("z", p.a.mem, 0, p.moving(p.i))
	v := b.Op("v", prim.Sub, p.t, b.Op("v", []*prim.Op{prim.Min, prim.Max}[g.IntN(2)], p.t, x, y), core.One(p.t))
	less := b.Op("less", prim.Lt, p.t, v, z)
	b.Store(p.kept.mem, p.moving(p.i), b.Op("kept", prim.To(p.t), prim.Bool, less))
	chosen := b.Var("chosen", core.Prim(p.t), core.Zero(p.t))
	set := func(b *seg.Builder) {
		b.Store(p.a.mem, p.moving(p.i), v)
		b.Set(chosen, b.Op("sign", prim.Sgn, p.t, y))
	}
	if g.IntN(3) == 0 {
		set(b)
	} else {
		b.If(less, set, func(b *seg.Builder) { b.Set(chosen, core.Zero(p.t)) })
	}
	w := b.Op("w", prim.Sgn, p.t, b.Op("w", prim.Add, p.t, chosen, z))
	p.adds(b, kind, w)
	if g.IntN(3) == 0 {
		b.Set(total, b.Op("sum", []*prim.Op{prim.Add, prim.Sub}[g.IntN(2)], p.t, total, w))
	}
	if g.IntN(8) == 0 { // after what is added
		b.Store(p.a.mem, p.moving(p.k), w)
	}
}

// staying is an element that stays, or a number.
func (p *inPlace) staying(b *seg.Builder, kind int) core.Atom {
	one := b.Op("one", prim.To(p.t), prim.I64, core.IntC(1))
	from := p.a.mem
	if kind == 3 && p.g.IntN(4) == 0 { // of another matrix than that to which the loop adds
		from = p.kept.mem
	} else if kind > 1 {
		return one
	}
	if p.g.IntN(4) > 0 {
		x := b.Load("stays", from, 0, p.stays)
		if p.g.IntN(4) == 0 {
			return b.Op("x", prim.Max, p.t, x, b.Load("other", from, 0, seg.Index{{A: p.i}}))
		}
		return x
	}
	x := b.Var("x", core.Prim(p.t), one)
	b.If(b.Op("odd", prim.Lt, prim.I64, p.k, p.j), func(b *seg.Builder) { b.Set(x, b.Load("stays", from, 0, p.stays)) }, nil)
	return x
}

// adds adds to what stays, or goes.
func (p *inPlace) adds(b *seg.Builder, kind int, w core.Atom) {
	add := func(b *seg.Builder, at seg.Index) {
		if p.g.IntN(3) == 0 {
			b.Add(&seg.Update{Mem: p.a.mem, At: at, Op: prim.Add, Val: w, Ordered: true})
			return
		}
		old := b.Load("old", p.a.mem, 0, at)
		b.Store(p.a.mem, at, b.Op("new", prim.Add, p.t, old, w))
		if p.g.IntN(8) == 0 {
			b.Store(p.kept.mem, p.moving(p.i), old)
		}
	}
	if p.g.IntN(2) == 0 {
		add(b, p.moving(p.k))
	}
	if kind == 2 || kind == 3 && p.g.IntN(4) > 0 {
		add(b, p.stays)
		if p.g.IntN(8) == 0 {
			add(b, seg.Index{{A: p.i}})
		}
	}
	switch p.g.IntN(12) {
	case 0:
		if kind < 2 { // what is read stays no longer
			b.Store(p.a.mem, p.stays, w)
		}
	case 1:
		b.Store(p.kept.mem, p.moving(p.i), b.Load("late", p.a.mem, 0, p.stays))
	}
}
