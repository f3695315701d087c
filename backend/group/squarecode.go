package group

import (
	"slices"

	"raido/backend/contract"
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Tiles in groups]
//
// A group computes a square of points (i, j) of a map that folds over k, tileEach by tileEach of them in each item. It
// goes along k in strips as wide as the group's side: of each strip it brings what depends on i and k, and on j and k, to
// local memory, and then folds over the strip from there. So each element is fetched once for a row or column
// of the square, not once for each point. The points of an item are a side apart, so that neighbours stay neighbours.
// Points beyond the edge are computed at the edge and not stored.

// tileEach is how many points an item computes in each direction.
const tileEach = 4

// squareCode makes the stage in squares.
type squareCode struct {
	*spread
	t                *contract.Square
	strips           map[*contract.Staged]*seg.Mem // in local memory
	ni, nj, nk       core.Atom
	side, width, pad core.Atom
	li, lj           core.Atom // where the item is in the group's square
	i0, j0           core.Atom // where the square begins
	outer            place     // the other dimensions
	accs, kept       [tileEach][tileEach][]*core.Var
}

// squares: groups take squares in turns.
func (s *spread) squares(b *seg.Builder, t *contract.Square) {
	c := &squareCode{spread: s, t: t, ni: t.DimI.N, nj: t.DimJ.N, nk: t.Fold.Bound, outer: place{}, strips: map[*contract.Staged]*seg.Mem{}}
	for _, st := range t.Staged {
		c.strips[st] = s.memory(seg.ParamLocalTile, "strip", st.Load.Mem.Elem, nil, 0)
	}
	side := s.param(seg.ParamSide, "side")
	c.side, c.width, c.pad = side, b.Index("width", prim.Mul, core.IntC(tileEach), side), b.Index("pad", prim.Add, side, core.IntC(1))
	c.li, c.lj = b.Index("li", prim.Quot, s.lid, side), b.Index("lj", prim.Rem, s.lid, side)
	ti, tj := c.count(b, c.ni), c.count(b, c.nj)
	total := b.Index("total", prim.Mul, ti, tj)
	dims := s.k.Space[:len(s.k.Space)-2]
	for _, d := range dims {
		total = b.Index("total", prim.Mul, total, d.N)
	}
	b.Stride(s.group, s.todo(b, total), s.chunks, func(b *seg.Builder, u *core.Var) {
		q := b.Index("q", prim.Quot, u, tj)
		c.i0 = b.Index("i0", prim.Mul, b.Index("i0", prim.Rem, q, ti), c.width)
		c.j0 = b.Index("j0", prim.Mul, b.Index("j0", prim.Rem, u, tj), c.width)
		q = b.Index("q", prim.Quot, q, ti)
		for _, d := range slices.Backward(dims) {
			c.outer[d.I] = b.Index("i", prim.Rem, q, d.N)
			q = b.Index("q", prim.Quot, q, d.N)
		}
		c.square(b)
	})
}

// count is how many squares there are beside each other of n points.
func (c *squareCode) count(b *seg.Builder, n core.Atom) core.Atom {
	up := b.Index("up", prim.Sub, b.Index("up", prim.Add, n, c.width), core.IntC(1))
	return b.Index("squares", prim.Quot, up, c.width)
}

// square computes a square.
func (c *squareCode) square(b *seg.Builder) {
	t := c.t
	c.start(b)
	b.Stride(core.IntC(0), c.nk, c.side, func(b *seg.Builder, k0 *core.Var) {
		for _, st := range t.Staged {
			c.fetch(b, st, k0)
		}
		barrier(b)
		c.strip(b, k0)
		barrier(b)
	})
	c.points(b, false, func(b *seg.Builder, at place, accs, _ []*core.Var) {
		in := b.Op("in", prim.And, prim.Bool, b.Less(at[t.DimI.I], c.ni), b.Less(at[t.DimJ.I], c.nj))
		b.If(in, func(b *seg.Builder) {
			for a, x := range t.Fold.Accs {
				at = at.with(x, accs[a])
			}
			b.Inline(slices.Concat(t.Values(), t.Post), at, nil)
		}, nil)
	})
}

// points runs f for each point of an item; with edge those beyond are at the edge.
func (c *squareCode) points(b *seg.Builder, edge bool, f func(b *seg.Builder, at place, accs, kept []*core.Var)) {
	along := func(from, own core.Atom, r int, n core.Atom) core.Atom {
		x := c.step(b, from, own, r)
		if edge {
			x = b.Index("edge", prim.Min, x, b.Index("last", prim.Sub, n, core.IntC(1)))
		}
		return x
	}
	for r := range tileEach {
		for k := range tileEach {
			at := c.outer.with(c.t.DimI.I, along(c.i0, c.li, r, c.ni)).with(c.t.DimJ.I, along(c.j0, c.lj, k, c.nj))
			f(b, at, c.accs[r][k], c.kept[r][k])
		}
	}
}

// step is the place of the item's point number r after another.
func (c *squareCode) step(b *seg.Builder, from, own core.Atom, r int) core.Atom {
	return b.Index("at", prim.Add, b.Index("at", prim.Add, from, b.Index("row", prim.Mul, core.IntC(int64(r)), c.side)), own)
}

// start declares the accumulators of an item's points and what the fold uses of their own.
func (c *squareCode) start(b *seg.Builder) {
	t := c.t
	declare := func(vs []*core.Var) (out []*core.Var) {
		for _, v := range vs {
			out = append(out, b.Var(v.Name, v.Type, core.Zero(v.Type.Elem)))
		}
		return out
	}
	results := core.Atoms(t.Kept)
	for _, x := range t.Fold.Accs {
		results = append(results, t.Start(x))
	}
	for r := range tileEach {
		for k := range tileEach {
			c.accs[r][k], c.kept[r][k] = declare(t.Fold.Accs), declare(t.Kept)
		}
	}
	c.points(b, true, func(b *seg.Builder, at place, accs, kept []*core.Var) {
		b.SetAll(slices.Concat(kept, accs), b.Inline(t.Values(), at, results))
	})
}

// local is the place in local memory of what the item's row or column number r has at place k of a strip.
func (c *squareCode) local(b *seg.Builder, r int, of, k core.Atom) core.Atom {
	row := b.Index("row", prim.Add, b.Index("row", prim.Mul, core.IntC(int64(r)), c.side), of)
	return b.Index("at", prim.Add, b.Index("at", prim.Mul, row, c.pad), k)
}

// fetch brings a strip of what one load reads to local memory. Neighbours fetch neighbours: along k if that is
// the direction of step 1.
func (c *squareCode) fetch(b *seg.Builder, st *contract.Staged, k0 core.Atom) {
	dim, from := c.t.DimJ, c.j0
	if st.Row {
		dim, from = c.t.DimI, c.i0
	}
	of, k := c.lj, c.li
	if st.UnitK {
		of, k = c.li, c.lj
	}
	at := c.outer.with(c.t.Fold.I, b.Index("k", prim.Min, b.Index("k", prim.Add, k0, k), b.Index("last", prim.Sub, c.nk, core.IntC(1))))
	for r := range tileEach {
		last := b.Index("last", prim.Sub, dim.N, core.IntC(1))
		i := b.Index("i", prim.Min, c.step(b, from, of, r), last)
		x := b.Inline(seg.Code{st.Load}, at.with(dim.I, i), []core.Atom{st.Load.V})
		b.Store(c.strips[st], seg.At(c.local(b, r, of, k)), x[0])
	}
}

// strip folds over a strip.
func (c *squareCode) strip(b *seg.Builder, k0 core.Atom) {
	t := c.t
	n := b.Index("strip", prim.Min, c.side, b.Index("left", prim.Sub, c.nk, k0))
	loads := map[seg.Stm]bool{}
	for _, st := range t.Staged {
		loads[st.Load] = true
	}
	body := slices.DeleteFunc(slices.Clone(t.Fold.Body), func(s seg.Stm) bool { return loads[s] })
	b.Quiet(nil, n, 1, func(b *seg.Builder, kk *core.Var) {
		values := make([][tileEach]core.Atom, len(t.Staged))
		for s, st := range t.Staged {
			of := c.lj
			if st.Row {
				of = c.li
			}
			for r := range tileEach {
				values[s][r] = b.Load("x", c.strips[st], 0, seg.At(c.local(b, r, of, kk)))
			}
		}
		k := b.Index("k", prim.Add, k0, kk)
		number := 0
		c.points(b, true, func(b *seg.Builder, at place, accs, kept []*core.Var) {
			at = at.with(t.Fold.I, k)
			for s, st := range t.Staged {
				if at[st.Load.V] = values[s][number%tileEach]; st.Row {
					at[st.Load.V] = values[s][number/tileEach]
				}
			}
			for a, v := range t.Kept {
				at[v] = kept[a]
			}
			number++
			for a, v := range b.Inline(body, at, t.Fold.Vals) {
				b.Set(accs[a], b.Op("sum", t.Fold.Ops[a], accs[a].Type.Elem, accs[a], v))
			}
		})
	})
}
