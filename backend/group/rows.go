package group

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Rows in groups]
//
// A map whose points fold over k, as in sums of rows, has a second form, in which a group takes a point: its items take
// the values of k in turns, so that neighbours read neighbours along k, and combine in local memory. It is for
// few points with long folds, and for points whose own places in memory are far apart. Not where the fold stores what is read after it: the items
// have stored it in their own places.

// groupRow is a kernel whose folds groups can share.
type groupRow struct {
	pre, post seg.Code
	fold      *seg.Fold
}

// rowFold is the form of a kernel with a group for each point, nil if it has none.
func rowFold(k *seg.Kernel) *groupRow {
	for at, s := range k.Body {
		f, ok := s.(*seg.Fold)
		if !ok {
			continue
		}
		if slices.ContainsFunc(k.Space, func(d seg.Dim) bool { return d.I == f.Bound }) {
			return nil
		}
		r := &groupRow{k.Body[:at], k.Body[at+1:], f}
		if r.handsOn() {
			return nil
		}
		declared := map[*core.Var]bool{}
		for _, s := range r.pre {
			if v := seg.Binds(s); v != nil && v == f.Bound { // the host chooses by it
				return nil
			}
			switch s := s.(type) {
			case *seg.Decl:
				declared[s.V] = true
			case *seg.Let, *seg.Select, *seg.Load:
			default: // all items of the group run it
				return nil
			}
		}
		for _, a := range f.Accs {
			if !declared[a] {
				return nil
			}
		}
		return r
	}
	return nil
}

// handsOn reports whether the fold writes to a memory that something after it looks at.
func (r *groupRow) handsOn() bool {
	written, out := map[*seg.Mem]bool{}, false
	eachMem := func(c seg.Code, f func(m *seg.Mem, a seg.Access)) {
		seg.Walk(c, func(s seg.Stm) { s.Each(seg.Visitor{Mem: f}) })
	}
	eachMem(r.fold.Body, func(m *seg.Mem, a seg.Access) { written[m] = written[m] || a&seg.Writes != 0 })
	eachMem(r.post, func(m *seg.Mem, _ seg.Access) { out = out || written[m] })
	return out
}

// rows makes the stage with a group for each point.
func (s *spread) rows(b *seg.Builder, r *groupRow) {
	l := make([]*seg.Mem, len(r.fold.Accs))
	for j, x := range r.fold.Accs {
		l[j] = s.memory(seg.ParamLocal, "l", x.Type.Elem, nil, 1)
	}
	op := func(b *seg.Builder, j int, x, y core.Atom) core.Atom {
		return b.Op("sum", r.fold.Ops[j], x.AtomType().Elem, x, y)
	}
	b.Stride(s.group, s.todo(b, s.total(b)), s.chunks, func(b *seg.Builder, p *core.Var) {
		own := &seg.Renaming{Vars: s.point(b, p)}
		b.Add(own.Code(r.pre)...)
		x := make([]*core.Var, len(l))
		for j, a := range r.fold.Accs {
			ne, _ := r.fold.Ops[j].Neutral(a.Type.Elem)
			x[j] = b.Var("x", a.Type, core.Const{Scalar: ne})
		}
		try(b, func(b *seg.Builder) {
			b.Stride(s.lid, own.Atom(r.fold.Bound), s.lsize, func(b *seg.Builder, i *core.Var) {
				b.Add(&seg.Poll{})
				for j, v := range b.Inline(r.fold.Body, place(own.Vars).with(r.fold.I, i), r.fold.Vals) {
					b.Set(x[j], op(b, j, x[j], v))
				}
			})
		})
		store(b, l, s.lid, x)
		half := b.Var("half", core.I64, b.Index("half", prim.Quot, s.lsize, core.IntC(2)))
		b.QuietWhile(func(b *seg.Builder) core.Atom { return b.Less(core.IntC(0), half) }, func(b *seg.Builder) {
			barrier(b)
			b.If(b.Less(s.lid, half), func(b *seg.Builder) {
				left, right := load(b, l, s.lid), load(b, l, b.Index("right", prim.Add, s.lid, half))
				for j, m := range l {
					b.Store(m, seg.At(s.lid), op(b, j, left[j], right[j]))
				}
			}, nil)
			b.Set(half, b.Index("half", prim.Quot, half, core.IntC(2)))
		})
		s.first(b, func(b *seg.Builder) {
			try(b, func(b *seg.Builder) {
				for j, y := range load(b, l, core.IntC(0)) {
					a := own.Atom(r.fold.Accs[j]).(*core.Var)
					b.Set(a, op(b, j, a, y))
				}
				b.Inline(r.post, own.Vars, nil)
			})
		})
		barrier(b)
	})
}

// alongK reports whether some load of the fold has step 1 in k.
func (r *groupRow) alongK() bool {
	along := false
	seg.Walk(r.fold.Body, func(s seg.Stm) {
		if l, ok := s.(*seg.Load); ok && l.Mem.Space == seg.Device {
			for _, t := range l.At {
				along = along || t.A == core.Atom(r.fold.I) && t.B == nil
			}
		}
	})
	return along
}
