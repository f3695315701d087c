package contract

import (
	"maps"
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Tiles]
//
// A fold over k at every point (i, j) of a map, as in a product of matrices, reads the same elements for many
// points. Tiles of several values of i and of j are computed together, with all their accumulators
// in registers, so that what a tile reads is read once for all of it. Vectors lie along j, and each point folds in
// the order of k, whichever tile it is in, so equal points give equal bits. What is added and is a product is multiplied and added
// in one operation where the user asks for that (seg.Target.Fused): it is up to twice as fast, but other machines round products first.
//
// What the fold computes from j and k alone (elements of the right factor, mostly) is computed once for many tiles that lie
// one below the other, and put into a place of its own in the order in which tiles want it (packed): its rows may be
// far apart, or columns. So is what it computes from i and k (sides), for tiles beside each other, unless it is read
// with step 1 in k from an array. A block of tiles goes through the fold a piece at a time, with its accumulators
// kept in between. So whether factors are transposed makes no difference, and functions of their elements cost little.
//
// Rows too short for a tile take narrower ones; few rows take lower ones or one at a time if nothing needs to
// be packed for that, and all that is smaller is folded point by point. Each size is a kernel of its own, and the host chooses:
// only those that are launched are compiled.
//
// The last tile of a row is moved back to fit in and computes some points again, with the same outcome, in the thread of the
// tile before it. What follows the fold works on vectors as well if it can; else the tile is stored, and the rest done point by point.

// Tile puts kernels of tiles of several sizes in the place of each contraction, among which the host chooses.
func Tile(p *seg.Prog) *seg.Prog {
	if !p.Target.CPU || p.Target.GPU {
		return p
	}
	out := *seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel {
		if k.Kind != seg.Task {
			return k
		}
		return (&nests{p.Target, map[blockKey]*seg.Mem{}}).task(k)
	})
	host := out.Body
	out.Kernels = nil
	out.Body = (&chooser{target: p.Target, kernels: &out.Kernels}).host(host)
	return &out
}

// space is what the tiles of a kernel need of its index space.
type space struct {
	blocks *seg.Blocks
	dims   []seg.Dim
	outer  core.Atom // the points of the dimensions around i and j
	ni, nj core.Atom
}

func spaceOf(k *seg.Kernel) *space {
	s := &space{dims: k.Space, ni: core.IntC(1), nj: k.Space[len(k.Space)-1].N}
	if n := len(k.Space); n > 1 {
		s.ni = k.Space[n-2].N
	}
	return s
}

// tile is a size of tiles.
type tile struct {
	*operands
	rows, columns int // of points, and of vectors of them along j
	lanes         int
	below, beside int                   // tiles of a block, at most; the last one may have one more
	blocks        map[blockKey]*seg.Mem // of a thread, which tiles share; nil if each has its own
}

// width is the number of points in a row of a tile.
func (t *tile) width() int { return t.columns * t.lanes }

// span is the width that such a tile has on the device with the widest vectors, a multiple of that here.
func (t *tile) span() int { return t.columns * t.mostLanes() }

// accs is how many vectors a tile accumulates.
func (t *tile) accs() int { return len(t.Fold.Accs) * t.rows * t.columns }

// kernel is a copy of a kernel that computes its points in such tiles.
func (t *tile) kernel(k *seg.Kernel) *seg.Kernel {
	n, x := (&seg.Renaming{}).Kernel(k), *t
	x.operands = operandsOf(n, t.target)
	s := spaceOf(n)
	s.blocks = &seg.Blocks{Thread: core.NewVar("thread", core.I64), Threads: core.NewVar("threads", core.I64)}
	s.blocks.Body = seg.Block(func(b *seg.Builder) { x.all(b, s) })
	n.Blocks = s.blocks
	return n
}

// all makes the tiles of a thread, in blocks of them below and beside each other.
func (t *tile) all(b *seg.Builder, s *space) {
	x := index{b}
	s.outer = core.IntC(1)
	for _, d := range s.dims[:max(0, len(s.dims)-2)] {
		s.outer = x.mul(s.outer, d.N)
	}
	ti, tj := t.tiles(x, s.ni, t.rows), t.tiles(x, s.nj, t.width())
	below := s.share(b, x.mul(ti.whole, tj.whole), t.mostBelow(b, s))
	tb := x.quot(x.sub(x.add(ti.whole, below), core.IntC(1)), below)
	beside := s.share(b, x.mul(tb, tj.whole), core.IntC(int64(t.beside)))
	tw := x.quot(x.sub(x.add(tj.whole, beside), core.IntC(1)), beside)
	lo, hi := b.Part(x.mul(x.mul(tb, tw), s.outer), s.blocks.Thread, s.blocks.Threads)
	b.For("u", lo, hi, 1, func(b *seg.Builder, u *core.Var) {
		b.Add(&seg.Poll{})
		x := index{b}
		p := t.piece(b, s)
		p.first = x.mul(x.rem(u, tb), below)
		p.last = ti.end(x, x.add(p.first, below))
		left := x.mul(x.rem(x.quot(u, tb), tw), beside)
		right := tj.end(x, x.add(left, beside))
		q := x.quot(x.quot(u, tb), tw)
		for d := len(s.dims) - 3; d >= 0; d-- {
			p.to[s.dims[d].I] = x.rem(q, s.dims[d].N)
			q = x.quot(q, s.dims[d].N)
		}
		if t.rows == 1 {
			b.For("y", left, right, 1, func(b *seg.Builder, y *core.Var) {
				p.i0, p.j0 = p.first, p.back(index{b}, y, t.width(), s.nj)
				p.row(b)
			}).Quiet = true
			return
		}
		p.block(b, left, right)
	}).Quiet = true
}

// index computes with indices.
type index struct{ b *seg.Builder }

func (x index) op(op *prim.Op, a, b core.Atom) core.Atom { return x.b.Index(op.Name, op, a, b) }
func (x index) add(a, b core.Atom) core.Atom             { return x.op(prim.Add, a, b) }
func (x index) sub(a, b core.Atom) core.Atom             { return x.op(prim.Sub, a, b) }
func (x index) mul(a, b core.Atom) core.Atom             { return x.op(prim.Mul, a, b) }
func (x index) quot(a, b core.Atom) core.Atom            { return x.op(prim.Quot, a, b) }
func (x index) rem(a, b core.Atom) core.Atom             { return x.op(prim.Rem, a, b) }
func (x index) min(a, b core.Atom) core.Atom             { return x.op(prim.Min, a, b) }
func (x index) max(a, b core.Atom) core.Atom             { return x.op(prim.Max, a, b) }

// plus is a number more.
func (x index) plus(a core.Atom, n int) core.Atom { return x.add(a, core.IntC(int64(n))) }

// ceil is a divided by n, rounded up.
func (x index) ceil(a core.Atom, n int) core.Atom {
	return x.quot(x.plus(a, n-1), core.IntC(int64(n)))
}

// piece is the code of one block of tiles.
type piece struct {
	*tile
	s           *space
	to          map[core.Atom]core.Atom // what stands for a variable of the kernel
	first, last core.Atom               // the rows of tiles
	i0, j0      core.Atom               // where a tile begins
	acc         []*core.Var             // of the tile: by accumulator, row, column
}

// piece begins the code of a block of tiles with what all its points share, as the bound of the fold may be.
func (t *tile) piece(b *seg.Builder, s *space) *piece {
	p := &piece{tile: t, s: s, to: map[core.Atom]core.Atom{}}
	p.scalars(b, slices.DeleteFunc(t.Values(), t.differs))
	return p
}

// differs reports whether what a statement binds is another value at another point.
func (t *tile) differs(s seg.Stm) bool { return t.on[seg.Binds(s)] != 0 }

// points is what comes before the fold and differs from point to point.
func (p *piece) points() seg.Code {
	return slices.DeleteFunc(p.Values(), func(s seg.Stm) bool { return !p.differs(s) })
}

// back is where tile number a begins: the last one is moved back to fit in.
func (p *piece) back(x index, a core.Atom, size int, n core.Atom) core.Atom {
	return x.min(x.mul(a, core.IntC(int64(size))), x.sub(n, core.IntC(int64(size))))
}

// copied is a piece for code where variables stand for other things.
func (p *piece) copied() *piece {
	n := *p
	n.to = maps.Clone(p.to)
	return &n
}

func (p *piece) atom(a core.Atom) core.Atom {
	if x := p.to[a]; x != nil {
		return x
	}
	return a
}

func (p *piece) index(x seg.Index) seg.Index {
	out := make(seg.Index, len(x))
	for i, t := range x {
		if out[i].A = p.atom(t.A); t.B != nil {
			out[i].B = p.atom(t.B)
		}
	}
	return out
}

// eachOf makes code for each vector of a tile, at its place.
func (p *piece) eachOf(b *seg.Builder, f func(q *piece, r, c int)) {
	for r := range p.rows {
		for c := range p.columns {
			q := p.copied()
			if p.I != nil {
				q.to[p.I] = index{b}.plus(p.i0, r)
			}
			q.to[p.J] = index{b}.plus(p.j0, c*p.lanes)
			f(q, r, c)
		}
	}
}

// accAt is the number of an accumulator's vector in a tile.
func (p *piece) accAt(a, r, c int) int { return (a*p.rows+r)*p.columns + c }

// declare declares the vectors of a tile.
func (p *piece) declare(b *seg.Builder) {
	p.acc = make([]*core.Var, p.accs())
	for i := range p.acc {
		p.acc[i] = b.Var("t", core.Vector(p.elem, p.lanes), core.Zero(p.elem))
	}
}

// begin sets the accumulators of a tile to what they start with.
func (p *piece) begin(b *seg.Builder) {
	p.eachOf(b, func(q *piece, r, c int) {
		q.vectors(b, p.points())
		for a, x := range p.Fold.Accs {
			b.Set(p.acc[p.accAt(a, r, c)], q.atom(p.Start(x)))
		}
	})
}

// step combines the values at one place of k into the accumulators of one vector.
func (p *piece) step(b *seg.Builder, r, c int, code seg.Code) {
	p.vectors(b, slices.DeleteFunc(slices.Clone(code), func(s seg.Stm) bool { return slices.Contains(p.terms, s) }))
	for a, x := range p.Fold.Vals {
		acc := p.acc[p.accAt(a, r, c)]
		if m, ok := p.terms[a].(*seg.Let); ok {
			b.Set(acc, b.Op("sum", prim.Fma, p.elem, p.atom(m.Args[0]), p.atom(m.Args[1]), acc))
			continue
		}
		b.Set(acc, b.Op("sum", p.Fold.Ops[a], p.elem, acc, p.atom(x)))
	}
}

// row computes one tile of one row of points, with nothing packed.
func (p *piece) row(b *seg.Builder) {
	p.declare(b)
	p.begin(b)
	b.For(p.Fold.I.Name, nil, p.atom(p.Fold.Bound), 1, func(b *seg.Builder, k *core.Var) {
		p.to[p.Fold.I] = k
		p.eachOf(b, func(q *piece, r, c int) {
			q.vectors(b, p.points())
			q.step(b, r, c, p.Fold.Body)
		})
	}).Quiet = true
	p.end(b)
}

// end makes what follows the fold.
func (p *piece) end(b *seg.Builder) {
	if p.spills {
		p.spill(b)
		return
	}
	p.eachOf(b, func(q *piece, r, c int) {
		q.vectors(b, p.points())
		for a, x := range p.Fold.Accs {
			q.to[x] = p.acc[p.accAt(a, r, c)]
		}
		q.vectors(b, p.Post)
	})
}

// spill stores the accumulators of a tile and makes what follows the fold a loop over the points.
func (p *piece) spill(b *seg.Builder) {
	width := core.IntC(int64(p.width()))
	blocks := make([]*seg.Mem, len(p.Fold.Accs))
	for a := range blocks {
		blocks[a] = p.private("tile", a, p.rows*p.width())
		for r := range p.rows {
			for c := range p.columns {
				b.Add(&seg.Store{Mem: blocks[a], At: seg.Index{{A: core.IntC(int64(r*p.width() + c*p.lanes))}}, Val: p.acc[p.accAt(a, r, c)]})
			}
		}
	}
	b.For("r", nil, core.IntC(int64(p.rows)), 1, func(b *seg.Builder, r *core.Var) {
		q := p.copied()
		if p.I != nil {
			q.to[p.I] = index{b}.add(p.i0, r)
		}
		at := index{b}.mul(r, width)
		b.For("col", nil, width, 1, func(b *seg.Builder, col *core.Var) {
			q.to[p.J] = index{b}.add(p.j0, col)
			for a, x := range p.Fold.Accs {
				q.to[x] = b.Load(x.Name, blocks[a], 0, seg.Index{{A: at}, {A: col}})
			}
			q.scalars(b, append(slices.Clone(p.points()), p.Post...))
		}).Par = true
	}).Quiet = true
}

// blockKey is what a block is for, the type of its elements, and how many there are.
type blockKey struct {
	name string
	k    int
	elem prim.Type
	n    int
}

// private is a block of each thread, the k-th of its name in a tile.
func (p *piece) private(name string, k, n int) *seg.Mem {
	key := blockKey{name, k, p.elem, n}
	if m := p.blocks[key]; m != nil {
		return m
	}
	m := seg.NewMem(name, p.elem, seg.Private)
	m.Len = core.IntC(int64(n))
	if p.blocks != nil {
		p.blocks[key] = m
	}
	return m
}
