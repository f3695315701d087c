package group

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// scanBytes is how many bytes of local memory an item of a scan gets for its points.
const scanBytes = 32

// scan: stage 0 reduces the part of each group, stage 1 (one group) turns their results into what comes
// before each part, stage 2 scans the parts from there, a tile of some points for each item at a time. With one group
// there is only stage 2.
func (s *spread) scan() {
	s.results()
	size := 0
	for _, v := range s.k.Op.A {
		size += v.Type.Elem.Size()
	}
	each := max(scanBytes/size, 1)
	s.locals = s.local("l", 1)
	tile := s.local("tile", each)
	s.stage(true, func(b *seg.Builder) {
		lo, hi := b.Part(s.todo(b, s.total(b)), s.group, s.chunks)
		r := s.empty(b)
		try(b, func(b *seg.Builder) { s.fromTo(b, r, lo, hi, s.lid, s.lsize) })
		s.tree(b, r, b.Index("n", prim.Sub, hi, lo))
		s.first(b, func(b *seg.Builder) { store(b, s.partials, s.group, load(b, s.locals, core.IntC(0))) })
	})
	s.stage(true, s.carry)
	s.stage(true, func(b *seg.Builder) {
		total := s.todo(b, s.total(b))
		lo, hi := b.Part(total, s.group, s.chunks)
		before := s.declare(b, s.k.Ne)
		b.If(b.Less(core.IntC(1), s.chunks), func(b *seg.Builder) { b.SetAll(before, load(b, s.partials, s.group)) }, nil)
		t := &scanTile{spread: s, tile: tile, each: core.IntC(int64(each)), total: total, hi: hi, before: before}
		b.Stride(lo, hi, b.Index("step", prim.Mul, s.lsize, t.each), t.scan)
	})
}

// carry turns the groups' results into what comes before them.
func (s *spread) carry(b *seg.Builder) {
	op := s.k.Op
	total := s.todo(b, s.chunks)
	r := s.empty(b)
	s.ownPartials(b, total, func(b *seg.Builder, c core.Atom) { r.take(b, load(b, s.partials, c)) })
	s.scanItems(b, r.vars, total)
	y := s.declare(b, s.k.Ne)
	s.whatIsLeft(b, y, s.k.Ne, total)
	s.ownPartials(b, total, func(b *seg.Builder, c core.Atom) {
		x := load(b, s.partials, c)
		store(b, s.partials, c, y)
		b.SetAll(y, b.Combine(op, core.Atoms(y), x))
	})
}

// whatIsLeft adds to y what the items on the left have, if there are any and the item itself is one of the first n.
func (s *spread) whatIsLeft(b *seg.Builder, y []*core.Var, before []core.Atom, n core.Atom) {
	b.If(between(b, core.IntC(0), s.lid, n), func(b *seg.Builder) {
		try(b, func(b *seg.Builder) {
			left := b.Index("left", prim.Sub, s.lid, core.IntC(1))
			b.SetAll(y, b.Combine(s.k.Op, before, load(b, s.locals, left)))
		})
	}, nil)
}

// scanItems makes x and the elements of local memory the combination of those of all items up to this one. Those of
// the first n items are something: the operator is never given anything else, since it may fail for that. It gives how many these are.
func (s *spread) scanItems(b *seg.Builder, x []*core.Var, n core.Atom) (filled core.Atom) {
	l := s.locals
	store(b, l, s.lid, x)
	filled = b.Index("filled", prim.Min, s.lsize, n)
	s.doubling(b, func(b *seg.Builder, step *core.Var) {
		barrier(b)
		reaches := b.Op("reaches", prim.Le, prim.I64, step, s.lid)
		left := load(b, l, b.Select("left", reaches, b.Index("left", prim.Sub, s.lid, step), core.IntC(0)))
		barrier(b)
		b.If(b.Op("both", prim.And, prim.Bool, reaches, b.Less(s.lid, filled)), func(b *seg.Builder) {
			try(b, func(b *seg.Builder) { b.SetAll(x, b.Combine(s.k.Op, left, core.Atoms(x))) })
			store(b, l, s.lid, x)
		}, nil)
	})
	barrier(b)
	return filled
}

// scanTile is a tile of points, so many for each item.
type scanTile struct {
	*spread
	tile      []*seg.Mem
	each      core.Const
	total, hi core.Atom
	before    []*core.Var // what came before the tile
}

// scan scans the points from base on and adds them to what came before.
func (t *scanTile) scan(b *seg.Builder, base *core.Var) {
	k, op := t.k, t.k.Op
	// neighbours read neighbours
	t.neighbours(b, base, func(b *seg.Builder, at, i core.Atom) {
		x := t.declare(b, k.Ne)
		b.If(b.Less(i, t.hi), func(b *seg.Builder) {
			try(b, func(b *seg.Builder) { b.SetAll(x, b.Inline(k.Body, place{k.Space[0].I: i}, k.Vals)) })
		}, nil)
		store(b, t.tile, at, x)
	})
	barrier(b)
	// each scans its own
	from, left := b.Index("own", prim.Mul, t.lid, t.each), b.Index("left", prim.Sub, t.hi, base)
	mine := b.Index("mine", prim.Min, t.each, b.Index("mine", prim.Sub, left, from))
	x := t.declare(b, load(b, t.tile, from))
	b.Quiet(core.IntC(1), mine, 1, func(b *seg.Builder, e *core.Var) {
		own := b.Index("own", prim.Add, from, e)
		try(b, func(b *seg.Builder) { b.SetAll(x, b.Combine(op, core.Atoms(x), load(b, t.tile, own))) })
		store(b, t.tile, own, x)
	})
	up := b.Index("up", prim.Add, left, core.IntC(t.each.Int64()-1))
	filled := t.scanItems(b, x, b.Index("n", prim.Quot, up, t.each))
	y := t.declare(b, core.Atoms(t.before))
	t.whatIsLeft(b, y, core.Atoms(t.before), filled)
	b.Quiet(nil, mine, 1, func(b *seg.Builder, e *core.Var) {
		own := b.Index("own", prim.Add, from, e)
		try(b, func(b *seg.Builder) { store(b, t.tile, own, b.Combine(op, core.Atoms(y), load(b, t.tile, own))) })
	})
	try(b, func(b *seg.Builder) {
		last := load(b, t.locals, b.Index("last", prim.Sub, filled, core.IntC(1)))
		b.SetAll(t.before, b.Combine(op, core.Atoms(t.before), last))
	})
	barrier(b)
	t.neighbours(b, base, t.write)
	barrier(b)
}

// neighbours runs body for as many points as the item has, in turns with the others: at is where they are in the tile, i in all.
func (t *scanTile) neighbours(b *seg.Builder, base core.Atom, body func(b *seg.Builder, at, i core.Atom)) {
	b.Quiet(nil, t.each, 1, func(b *seg.Builder, e *core.Var) {
		at := b.Index("at", prim.Add, b.Index("at", prim.Mul, e, t.lsize), t.lid)
		body(b, at, b.Index("i", prim.Add, base, at))
	})
}

// write stores the result of a point.
func (t *scanTile) write(b *seg.Builder, at, i core.Atom) {
	k := t.k
	b.If(b.Less(i, t.hi), func(b *seg.Builder) {
		if k.Back {
			i = b.Index("place", prim.Sub, b.Index("last", prim.Sub, t.total, core.IntC(1)), i)
		}
		res := load(b, t.tile, at)
		for j, m := range k.Outs {
			if !k.Unread[j] {
				b.Store(m, seg.At(i), res[j])
			}
		}
		if a := k.After; a != nil {
			vars := place{a.At: i}
			for j, v := range a.Res {
				vars[v] = res[j]
			}
			try(b, func(b *seg.Builder) { b.Inline(a.Body, vars, nil) })
		}
	}, nil)
}
