package contract

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// The statements of a tile, and what is packed for it: Note [Tiles].

// scalars makes statements for one point.
func (p *piece) scalars(b *seg.Builder, c seg.Code) {
	b.Add(p.code(c)...)
}

// code is code for one point.
func (p *piece) code(c seg.Code) seg.Code {
	return (&seg.Renaming{Vars: p.to}).Code(c)
}

// vectors makes statements on vectors; what is the same for all lanes stays scalar.
func (p *piece) vectors(b *seg.Builder, c seg.Code) {
	for _, s := range c {
		if v, _ := p.bound(s); v != nil && p.on[v]&onJ == 0 {
			p.scalars(b, seg.Code{s})
			continue
		}
		switch s := s.(type) {
		case *seg.Let:
			args := make([]core.Atom, len(s.Args))
			for i, a := range s.Args {
				args[i] = p.atom(a)
			}
			v := core.NewVar(s.V.Name, core.Vector(s.V.Type.Elem, p.lanes))
			b.Add(&seg.Let{V: v, Op: s.Op, T: s.T, Args: args})
			p.to[s.V] = v
		case *seg.Load:
			p.to[s.V] = b.Load(s.V.Name, s.Mem, p.lanes, p.index(s.At))
		case *seg.Store:
			b.Add(&seg.Store{Mem: s.Mem, At: p.index(s.At), Val: p.vector(b, s.Val)})
		default: // tiles have no such statements
		}
	}
}

// vector is an atom as a vector.
func (p *piece) vector(b *seg.Builder, a core.Atom) core.Atom {
	x := p.atom(a)
	if x.AtomType().Lanes == 0 {
		return b.Move("all", seg.Spread, p.lanes, x)
	}
	return x
}

// packs are the blocks of a block of tiles: packed operands, and the accumulators of all tiles between the pieces of the fold.
type packs struct {
	wide, sides []*seg.Mem
	kept        *seg.Mem
	k0, k1      core.Atom // the piece of the fold
}

// block computes the tiles of a block, a piece of the fold at a time: all tiles take
// one piece, with their accumulators kept in between, before the next piece is packed. The order of the fold at each
// point stays.
func (p *piece) block(b *seg.Builder, left, right core.Atom) {
	terms := limits.Now.BlockTerms
	k := &packs{kept: p.private("kept", 0, (p.beside+1)*(p.below+1)*p.accs()*p.lanes)}
	for a := range p.wide {
		k.wide = append(k.wide, p.private("pack", a, terms*p.width()))
	}
	for a := range p.sides {
		k.sides = append(k.sides, p.private("side", a, (p.below+1)*p.rowTerms()*p.rows*p.sideSize()))
	}
	n := p.atom(p.Fold.Bound)
	b.For("k0", nil, index{b}.max(n, core.IntC(1)), int64(terms), func(b *seg.Builder, k0 *core.Var) {
		k.k0, k.k1 = k0, index{b}.min(index{b}.plus(k0, terms), n)
		p.packSides(b, k)
		b.For("y", left, right, 1, func(b *seg.Builder, y *core.Var) {
			p.j0 = p.back(index{b}, y, p.width(), p.s.nj)
			p.packWide(b, k)
			b.For("x", p.first, p.last, 1, func(b *seg.Builder, x *core.Var) { p.one(b, k, x, index{b}.sub(y, left), n) }).Quiet = true
		}).Quiet = true
	}).Quiet = true
}

// one computes a piece of the fold of tile x of a column of them.
func (p *piece) one(b *seg.Builder, k *packs, x *core.Var, y, n core.Atom) {
	ix := index{b}
	p.i0 = p.back(ix, x, p.rows, p.s.ni)
	below := ix.sub(x, p.first)
	mine := ix.mul(ix.add(ix.mul(y, core.IntC(int64(p.below+1))), below), core.IntC(int64(p.accs()*p.lanes)))
	at := func(i int) seg.Index { return seg.Index{{A: mine}, {A: core.IntC(int64(i * p.lanes))}} }
	p.declare(b)
	b.If(b.Op("begins", prim.Eq, prim.I64, k.k0, core.IntC(0)), func(b *seg.Builder) { p.begin(b) }, func(b *seg.Builder) {
		for i, v := range p.acc {
			b.Set(v, b.Load("t", k.kept, p.lanes, at(i)))
		}
	})
	p.eachTerm(b, k.k0, k.k1, func(b *seg.Builder, i core.Atom, u int) {
		read := map[*core.Var]map[int]core.Atom{} // of a packed value of a term, by row or column
		p.eachOf(b, func(q *piece, r, c int) {
			q.to[p.Fold.I] = i
			code := q.unpack(b, k, read, below, r, c, u)
			q.to[p.Fold.I] = index{b}.plus(i, u)
			q.vectors(b, p.points())
			q.step(b, r, c, code)
		})
	})
	b.If(b.Op("ends", prim.Eq, prim.I64, k.k1, n), func(b *seg.Builder) { p.end(b) }, func(b *seg.Builder) {
		for i, v := range p.acc {
			b.Add(&seg.Store{Mem: k.kept, At: at(i), Val: v})
		}
	})
}

// inPack is the place of a term of the fold in a packed block whose terms have so many elements.
func (p *piece) inPack(b *seg.Builder, k *packs, size int) core.Atom {
	return index{b}.mul(index{b}.sub(p.atom(p.Fold.I), k.k0), core.IntC(int64(size)))
}

// inSide is the place of a term in the sides of the first row of the tile that is so many below the first. The terms of a row lie side by side:
// neighbours that all lanes of a vector want are loaded one by one, not shuffled.
func (p *piece) inSide(b *seg.Builder, k *packs, below core.Atom) core.Atom {
	size := p.sideSize()
	return index{b}.add(index{b}.mul(below, core.IntC(int64(p.rowTerms()*p.rows*size))), p.inPack(b, k, size))
}

// sideLanes is how many times a side lies in its pack: as often as a vector wants it on the embedded engine, whose compiler needs three instructions to put a number
// into all lanes; else 0, a number.
func (t *tile) sideLanes() int {
	if t.target.Plain {
		return t.lanes
	}
	return 0
}

// sideSize is how many elements a side takes in its pack.
func (t *tile) sideSize() int { return max(1, t.sideLanes()) }

// rowTerms is how far the rows of packed sides are apart: a vector more than their terms, since rows that begin at multiples of a power of
// two push each other out of a cache.
func (p *piece) rowTerms() int { return limits.Now.BlockTerms + p.lanes }

// unpack reads what is packed of the values u terms behind one place of k, and gives the code that is left to be done there.
func (p *piece) unpack(b *seg.Builder, k *packs, read map[*core.Var]map[int]core.Atom, below core.Atom, r, c, u int) seg.Code {
	load := func(v *core.Var, of int, m *seg.Mem, lanes int, at core.Atom, more int) {
		if read[v] == nil {
			read[v] = map[int]core.Atom{}
		}
		if read[v][of] == nil {
			read[v][of] = b.Load(v.Name, m, lanes, seg.Index{{A: at}, {A: core.IntC(int64(more))}})
		}
		p.to[v] = read[v][of]
	}
	for a, v := range p.wide {
		load(v, c, k.wide[a], p.lanes, p.inPack(b, k, p.width()), u*p.width()+c*p.lanes)
	}
	for a, v := range p.sides {
		load(v, r, k.sides[a], p.sideLanes(), p.inSide(b, k, below), (r*p.rowTerms()+u)*p.sideSize())
	}
	return slices.DeleteFunc(slices.Clone(p.Fold.Body), func(s seg.Stm) bool {
		v, _ := p.bound(s)
		_, load := s.(*seg.Load)
		return p.on[v] == onJ|onK || p.on[v] == onI|onK && (!load || slices.Contains(p.sides, v))
	})
}

// loop is a loop of a nest.
type loop struct {
	name   string
	lo, hi core.Atom
	set    func(b *seg.Builder, i *core.Var)
}

// nest makes loops in each other.
func nest(b *seg.Builder, loops []loop, body func(b *seg.Builder)) {
	if len(loops) == 0 {
		body(b)
		return
	}
	l := loops[0]
	b.For(l.name, l.lo, l.hi, 1, func(b *seg.Builder, i *core.Var) {
		l.set(b, i)
		nest(b, loops[1:], body)
	}).Quiet = true
}

// terms is the loop over a piece of the fold, from a term on.
func (p *piece) termLoop(k *packs, from core.Atom) loop {
	return loop{p.Fold.I.Name, from, k.k1, func(_ *seg.Builder, i *core.Var) { p.to[p.Fold.I] = i }}
}

// packSides computes what the tiles below each other read of one piece of the fold, in the order of memory.
func (p *piece) packSides(b *seg.Builder, k *packs) {
	if len(p.sides) == 0 {
		return
	}
	q := p.copied()
	code := append(p.without(p.points(), onJ), p.without(p.Fold.Body, onJ)...)
	from := k.k0
	if l := p.down(); l != nil && p.rows >= p.lanes && p.sideLanes() == 0 {
		from = p.transposeSides(b, k, l)
	}
	var x, r *core.Var
	tiles := loop{"x", p.first, p.last, func(_ *seg.Builder, i *core.Var) { x = i }}
	rows := loop{"r", nil, core.IntC(int64(p.rows)), func(_ *seg.Builder, i *core.Var) { r = i }}
	one := func(b *seg.Builder, i core.Atom, u int) {
		q.to[p.I], q.to[p.Fold.I] = index{b}.add(p.back(index{b}, x, p.rows, p.s.ni), r), i
		c := q.copied()
		c.to[p.Fold.I] = index{b}.plus(i, u)
		c.scalars(b, code)
		size := p.sideSize()
		at := seg.Index{{A: q.inSide(b, k, index{b}.sub(x, p.first))}, {A: r, B: core.IntC(int64(p.rowTerms() * size))}, {A: core.IntC(int64(u * size))}}
		for a, v := range p.sides {
			val := c.atom(v)
			if n := p.sideLanes(); n > 0 {
				val = b.Move("all", seg.Spread, n, val)
			}
			b.Add(&seg.Store{Mem: k.sides[a], At: at, Val: val})
		}
	}
	if p.steps(code, p.I) {
		nest(b, []loop{q.termLoop(k, from), tiles, rows}, func(b *seg.Builder) { one(b, q.to[p.Fold.I], 0) })
		return
	}
	nest(b, []loop{tiles, rows}, func(b *seg.Builder) {
		p.eachTerm(b, from, k.k1, one)
	})
}

// eachTerm goes through terms of the fold: several in an iteration, of which each is so many behind the first, where that pays.
func (p *piece) eachTerm(b *seg.Builder, from, to core.Atom, one func(b *seg.Builder, first core.Atom, u int)) {
	some := func(from, to core.Atom, n int) {
		b.For(p.Fold.I.Name, from, to, int64(n), func(b *seg.Builder, i *core.Var) {
			for u := range n {
				one(b, i, u)
			}
		}).Quiet = true
	}
	if p.target.Plain { // Note [Plain tiles]
		x := index{b}
		whole := x.sub(to, x.rem(x.sub(to, from), core.IntC(plainTerms)))
		some(from, whole, plainTerms)
		from = whole
	}
	some(from, to, 1)
}

// packWide computes what the tiles of one column of them read of one piece of the fold.
func (p *piece) packWide(b *seg.Builder, k *packs) {
	if len(p.wide) == 0 {
		return
	}
	q := p.copied()
	code := append(p.without(p.points(), onI), p.without(p.Fold.Body, onI)...)
	if p.direct {
		nest(b, []loop{q.termLoop(k, k.k0)}, func(b *seg.Builder) { q.packVectors(b, k, code) })
		return
	}
	from := k.k0
	if l := p.column(); l != nil && p.columns > 1 { // narrow ones are not worth the code
		from = p.transpose(b, k, l)
	}
	var j *core.Var
	columns := loop{p.J.Name, p.j0, index{b}.plus(p.j0, p.width()), func(_ *seg.Builder, i *core.Var) { j = i; q.to[p.J] = i }}
	loops := []loop{q.termLoop(k, from), columns}
	if p.steps(code, p.Fold.I) {
		slices.Reverse(loops)
	}
	nest(b, loops, func(b *seg.Builder) {
		c := q.copied()
		c.scalars(b, code)
		at := seg.Index{{A: q.inPack(b, k, p.width())}, {A: index{b}.sub(j, p.j0)}}
		for a, v := range p.wide {
			b.Add(&seg.Store{Mem: k.wide[a], At: at, Val: c.atom(v)})
		}
	})
}

// packVectors packs one term for the columns of a tile, in vectors.
func (p *piece) packVectors(b *seg.Builder, k *packs, code seg.Code) {
	for c := range p.columns {
		q := p.copied()
		q.to[p.J] = index{b}.plus(p.j0, c*p.lanes)
		q.vectors(b, code)
		at := seg.Index{{A: p.inPack(b, k, p.width())}, {A: core.IntC(int64(c * p.lanes))}}
		for a, v := range p.wide {
			b.Add(&seg.Store{Mem: k.wide[a], At: at, Val: q.vector(b, v)})
		}
	}
}

// transpose packs squares of elements with step 1 in k, and gives up to where.
func (p *piece) transpose(b *seg.Builder, k *packs, l *seg.Load) core.Atom {
	n := p.lanes
	return p.squares(b, k, func(b *seg.Builder, kt *core.Var) {
		b.For("c", nil, core.IntC(int64(p.columns)), 1, func(b *seg.Builder, c *core.Var) {
			x := index{b}
			j0 := x.add(p.j0, x.mul(c, core.IntC(int64(n))))
			vecs := p.transposed(b, func(r int) core.Atom {
				q := p.copied()
				q.to[p.Fold.I], q.to[p.J] = kt, x.plus(j0, r)
				q.scalars(b, p.without(p.without(p.points(), onI), onJ))
				return b.Load("a", l.Mem, n, q.index(l.At))
			})
			at := x.add(x.mul(x.sub(kt, k.k0), core.IntC(int64(p.width()))), x.mul(c, core.IntC(int64(n))))
			for r, v := range vecs {
				b.Add(&seg.Store{Mem: k.wide[0], At: seg.Index{{A: at}, {A: core.IntC(int64(r * p.width()))}}, Val: v})
			}
		}).Quiet = true
	})
}

// transposeSides does so with sides with step 1 in i. The last square of a tile may begin in the one before it.
func (p *piece) transposeSides(b *seg.Builder, k *packs, l *seg.Load) core.Atom {
	return p.squares(b, k, func(b *seg.Builder, kt *core.Var) {
		b.For("x", p.first, p.last, 1, func(b *seg.Builder, x *core.Var) {
			i0, below := p.back(index{b}, x, p.rows, p.s.ni), index{b}.sub(x, p.first)
			for r0 := 0; r0 < p.rows; r0 += p.lanes {
				r0 := min(r0, p.rows-p.lanes)
				vecs := p.transposed(b, func(r int) core.Atom {
					q := p.copied()
					q.to[p.Fold.I], q.to[p.I] = index{b}.plus(kt, r), index{b}.plus(i0, r0)
					q.scalars(b, p.without(p.without(p.points(), onI), onJ))
					return b.Load("a", l.Mem, p.lanes, q.index(l.At))
				})
				q := p.copied()
				q.to[p.Fold.I] = kt
				at := q.inSide(b, k, below)
				for r, v := range vecs {
					b.Store(k.sides[0], seg.Index{{A: at}, {A: core.IntC(int64((r0 + r) * p.rowTerms()))}}, v)
				}
			}
		}).Quiet = true
	})
}

// squares is a loop over the terms of a piece of the fold, as many as a vector has lanes at a time, and gives up to where it goes.
func (p *piece) squares(b *seg.Builder, k *packs, body func(b *seg.Builder, kt *core.Var)) core.Atom {
	x, n := index{b}, core.IntC(int64(p.lanes))
	to := x.sub(k.k1, x.rem(x.sub(k.k1, k.k0), n))
	b.For("kt", k.k0, to, int64(p.lanes), body).Quiet = true
	return to
}

// transposed is a square of elements, of which row gives the rows, as vectors of its columns: in each of the stages, vectors are merged two by
// two, which moves one bit of the number of a vector to that of the place in it.
func (p *piece) transposed(b *seg.Builder, row func(r int) core.Atom) []core.Atom {
	n := p.lanes
	vecs := make([]core.Atom, n)
	for r := range vecs {
		vecs[r] = row(r)
	}
	for s := 1; s < n; s *= 2 {
		next := make([]core.Atom, n)
		for r := range n / 2 {
			next[2*r] = b.Move("a", seg.ZipLo, n, vecs[r], vecs[r+n/2])
			next[2*r+1] = b.Move("a", seg.ZipHi, n, vecs[r], vecs[r+n/2])
		}
		vecs = next
	}
	return vecs
}
