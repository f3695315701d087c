package contract

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Tiles in tasks]
//
// A task that runs a whole loop, as over the steps of a recurrent network, has products of small matrices as nests: two parallel loops
// around a fold, and products of a vector and a matrix as one such loop. They go in tiles as those of kernels do (Note [Tiles]), of one size, which
// is low, since batches are small. Rows and columns that are fewer than those of a tile are folded point by point. Where no wide value needs to be packed for vectors, nothing is packed.
//
// A nest that writes over what it reads computes no point twice: the rows and columns that whole tiles leave are folded point by point.

// nests tiles the contractions in the code of a task.
type nests struct {
	target seg.Target
	blocks map[blockKey]*seg.Mem // of the thread, which all nests share
}

// task is a task whose contractions are in tiles.
func (n *nests) task(k *seg.Kernel) *seg.Kernel {
	out := *k
	out.Body = n.code(k.Body)
	return &out
}

func (n *nests) code(c seg.Code) seg.Code {
	var out seg.Code
	for _, s := range c {
		if f, ok := s.(*seg.For); ok {
			if t := n.nest(f); t != nil {
				out = append(out, t...)
				continue
			}
		}
		out = append(out, s.Map(seg.Mapper{Code: n.code}))
	}
	return out
}

// nest is the code of a nest in tiles; nil if it is no contraction.
func (n *nests) nest(outer *seg.For) seg.Code {
	last := len(outer.Body) - 1
	if last < 0 || !whole(outer) {
		return nil
	}
	c, rows, columns, body := &shape{J: outer.I}, 1, lowColumns, outer.Body
	inner, two := outer.Body[last].(*seg.For)
	if two {
		if !whole(inner) || inner.Bound == core.Atom(outer.I) ||
			slices.ContainsFunc(outer.Body[:last], func(s seg.Stm) bool { return seg.Binds(s) == core.AsVar(inner.Bound) }) {
			return nil
		}
		c, rows, columns, body = &shape{I: outer.I, J: inner.I}, lowRows, tileVectors, slices.Concat(outer.Body[:last], inner.Body)
	}
	if !c.takeApart(body) || !c.ownPlaces() {
		return nil
	}
	c.late()
	t := analyse(c, true)
	if t == nil {
		return nil
	}
	t.target = n.target
	t.fuse()
	x := t.size(rows, columns, t.lanes())
	x.beside, x.blocks = 1, n.blocks
	s := &space{dims: []seg.Dim{{I: outer.I, N: outer.Bound}}, outer: core.IntC(1), ni: core.IntC(1), nj: outer.Bound}
	if two {
		s.dims, s.ni, s.nj = append(s.dims, seg.Dim{I: inner.I, N: inner.Bound}), outer.Bound, inner.Bound
	}
	if few(s.ni, x.rows) || few(s.nj, x.span()) {
		return nil
	}
	return seg.Block(func(b *seg.Builder) { x.nest(b, s, outer) })
}

// late moves what the fold does not need behind it.
func (c *shape) late() {
	needed := map[*core.Var]bool{}
	need := func(s seg.Stm) {
		seg.Walk(seg.Code{s}, func(s seg.Stm) { seg.Operands(s, func(a core.Atom) { needed[core.AsVar(a)] = true }) })
	}
	need(c.Fold)
	for _, a := range c.Fold.Vals {
		needed[core.AsVar(a)] = true
	}
	var pre, post seg.Code
	for i := len(c.Pre) - 1; i >= 0; i-- {
		s := c.Pre[i]
		if _, decl := s.(*seg.Decl); decl || needed[seg.Binds(s)] || seg.Binds(s) == nil {
			need(s)
			pre = append(pre, s)
		} else {
			post = append(post, s)
		}
	}
	slices.Reverse(pre)
	slices.Reverse(post)
	c.Pre, c.Post = pre, append(post, c.Post...)
}

// few reports whether a number is known to be less than a bound.
func few(n core.Atom, bound int) bool {
	k, ok := core.IntConst(n)
	return ok && k < int64(bound)
}

// whole reports whether a loop is parallel and begins at zero.
func whole(s *seg.For) bool { return s.Par && s.FromZero() }

// ownPlaces reports whether what is both read and written is that at one place of each point, before and after the fold.
func (c *shape) ownPlaces() bool {
	both, at, ok := c.overwritten(), map[*seg.Mem]seg.Index{}, true
	look := func(m *seg.Mem, x seg.Index) {
		if slices.Contains(both, m) {
			ok = ok && (at[m] == nil || slices.Equal(at[m], x))
			at[m] = x
		}
	}
	seg.Walk(slices.Concat(c.Pre, c.Post), func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Load:
			look(s.Mem, s.At)
		case *seg.Store:
			look(s.Mem, s.At)
		case *seg.Update:
			ok = false
		default: // no place
		}
	})
	seg.Walk(c.Fold.Body, func(s seg.Stm) {
		l, is := s.(*seg.Load)
		ok = ok && !(is && slices.Contains(both, l.Mem))
	})
	return ok
}

// nest makes the tiles, and the nest itself for what they leave.
func (t *tile) nest(b *seg.Builder, s *space, whole *seg.For) {
	short := core.Atom(b.Less(s.nj, core.IntC(int64(t.span()))))
	if t.I != nil {
		short = b.Op("short", prim.Or, prim.Bool, b.Less(s.ni, core.IntC(int64(t.rows))), short)
	}
	b.If(short, func(b *seg.Builder) { b.Add(whole) }, func(b *seg.Builder) {
		if len(t.overwritten()) == 0 {
			t.inTask(b, s)
			return
		}
		x := index{b}
		s.ni = x.sub(s.ni, x.rem(s.ni, core.IntC(int64(t.rows))))
		s.nj = x.sub(s.nj, x.rem(s.nj, core.IntC(int64(t.span()))))
		t.inTask(b, s)
		b.Add(t.left(s, (&seg.Renaming{}).Stm(whole).(*seg.For))...)
	})
}

// left is a nest without the points in whole tiles, which end at s.ni and s.nj.
func (t *tile) left(s *space, nest *seg.For) seg.Code {
	if t.I == nil {
		nest.From = s.nj
		return seg.Code{nest}
	}
	last := len(nest.Body) - 1
	row := *nest.Body[last].(*seg.For)
	nest.Body = append(nest.Body[:last:last], seg.Block(func(b *seg.Builder) {
		row.From = b.Select("from", b.Less(nest.I, s.ni), s.nj, core.IntC(0))
		b.Add(&row)
	})...)
	return seg.Code{nest}
}

// inTask makes the tiles of a nest: where nothing is packed one by one, else in blocks of those below each other.
func (t *tile) inTask(b *seg.Builder, s *space) {
	x := index{b}
	ti, tj := x.ceil(s.ni, t.rows), x.ceil(s.nj, t.width())
	p := t.piece(b, s)
	if t.direct && len(t.sides) == 0 {
		b.For("x", nil, ti, 1, func(b *seg.Builder, x *core.Var) {
			b.Add(&seg.Poll{})
			b.For("y", nil, tj, 1, func(b *seg.Builder, y *core.Var) {
				q := p.copied()
				q.i0, q.j0 = p.back(index{b}, x, t.rows, s.ni), p.back(index{b}, y, t.width(), s.nj)
				q.row(b)
			}).Quiet = true
		}).Quiet = true
		return
	}
	b.For("u", nil, x.ceil(ti, t.below), 1, func(b *seg.Builder, u *core.Var) {
		x := index{b}
		p.first = x.mul(u, core.IntC(int64(t.below)))
		p.last = x.min(x.plus(p.first, t.below), ti)
		b.For("y", nil, tj, 1, func(b *seg.Builder, y *core.Var) {
			b.Add(&seg.Poll{})
			p.block(b, y, index{b}.plus(y, 1))
		}).Quiet = true
	}).Quiet = true
}
