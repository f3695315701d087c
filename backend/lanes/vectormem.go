package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Accesses to memory in lanes.

// own index: element e of lane l is at e*W + l
func (v *vectors) owned(x seg.Index) seg.Index {
	return seg.Index{{A: v.b.At(v.index(x)), B: core.IntC(int64(v.width))}}
}

// sideBySide finds where the lanes' elements of an access lie side by side. A read may go beyond the lanes that are there.
func (v *vectors) sideBySide(m *seg.Mem, at seg.Index, read bool) (x seg.Index, ok bool) {
	p := v.shapes.index(at)
	switch {
	case v.own[m] && p.kind == uniform:
		return v.owned(at), true
	case !v.own[m] && p.unit() && (v.mask == nil || read && v.mask == v.tail):
		return v.index(at), true
	}
	return nil, false
}

func (v *vectors) load(s *seg.Load) {
	if v.of[s.V] != varying {
		n := *s
		n.At, n.Mem = v.index(s.At), v.mem(s.Mem)
		n.V = v.bind(s.V)
		v.b.Add(&n)
		return
	}
	p := v.shapes.index(s.At)
	switch at, ok := v.sideBySide(s.Mem, s.At, true); {
	case ok && v.own[s.Mem] && !v.unseen(s.Mem):
		v.to[s.V] = v.b.Select(s.V.Name, v.mask, v.b.Load(s.V.Name, v.mem(s.Mem), v.width, at), core.Zero(s.Mem.Elem))
	case ok:
		v.b.Add(&seg.Load{V: v.bind(s.V), Mem: v.mem(s.Mem), At: at})
	case v.own[s.Mem] || !p.unit() && !p.back():
		v.gather(v.bind(s.V), s)
	case v.mask == nil:
		v.to[s.V] = v.row(s, p)
	default:
		v.rowOrGather(s, p)
	}
}

// rowOrGather reads neighbouring elements at once where all lanes run the code.
func (v *vectors) rowOrGather(s *seg.Load, p place) {
	x := v.bind(s.V)
	v.b.Add(&seg.Decl{V: x, Init: core.Zero(x.Type.Elem)})
	none := v.b.Op("off", prim.Not, prim.Bool, v.mask)
	v.b.If(v.b.Move("some", seg.Any, 0, none), v.in(func() {
		g := core.NewVar(s.V.Name, x.Type)
		v.gather(g, s)
		v.b.Set(x, g)
	}), v.in(func() { v.b.Set(x, v.row(s, p)) }))
}

// row reads the elements of all lanes at once, which lie side by side, forwards or backwards.
func (v *vectors) row(s *seg.Load, p place) *core.Var {
	at := v.index(s.At)
	if p.unit() {
		return v.b.Load(s.V.Name, s.Mem, v.width, at)
	}
	back := append(at, seg.Term{A: core.IntC(int64(1 - v.width))})
	return v.b.Move(s.V.Name, seg.Reverse, v.width, v.b.Load("back", s.Mem, v.width, back))
}

// places are the indices of the lanes: at + l*by for lane l, or those of the vector at if by is nil.
func (v *vectors) places(m *seg.Mem, x seg.Index) (at, by core.Atom) {
	p, w := v.shapes.index(x), core.IntC(int64(v.width))
	mul := func(a, b core.Atom) core.Atom { return v.b.Index("at", prim.Mul, a, b) }
	add := func(a, b core.Atom) core.Atom { return v.b.Index("at", prim.Add, a, b) }
	if p.kind != varying {
		at, by = v.b.At(v.index(x)), core.IntC(0)
		for _, b := range p.by {
			by = add(by, v.atom(b))
		}
		if v.own[m] {
			return mul(at, w), add(mul(by, w), core.IntC(1))
		}
		return at, by
	}
	if at, by, ok := v.apart(x); ok && !v.own[m] {
		return at, by
	}
	at = core.IntC(0)
	for _, t := range x {
		part := v.operand(t.A)
		if t.B != nil {
			part = mul(part, v.operand(t.B))
		}
		at = add(at, part)
	}
	if v.own[m] {
		at = add(mul(at, w), v.b.Move("lane", seg.Ramp, v.width, core.IntC(0)))
	}
	return at, nil
}

// apart are places of which each is as far from the one before as any other: that of lane 0, and how far.
func (v *vectors) apart(x seg.Index) (at, by core.Atom, ok bool) {
	add := func(a, b core.Atom) core.Atom { return v.b.Index("at", prim.Add, a, b) }
	at, by = core.IntC(0), core.IntC(0)
	for _, t := range x {
		if _, ok := v.shapes.term(t); !ok {
			return nil, nil, false
		}
	}
	for _, t := range x {
		steps, _ := v.shapes.term(t)
		for _, b := range steps {
			by = add(by, v.atom(b))
		}
		part := v.lane0(t.A)
		if t.B != nil {
			part = v.b.Index("at", prim.Mul, part, v.atom(t.B))
		}
		at = add(at, part)
	}
	return at, by, true
}

// lane0 is lane 0 of an operand whose lanes are apart by the same.
func (v *vectors) lane0(a core.Atom) core.Atom {
	if s := v.shapes.sums[core.AsVar(a)]; s != nil && v.of[s.V] == varying {
		return v.b.Op("at", s.Op, s.T, v.lane0(s.Args[0]), v.lane0(s.Args[1]))
	}
	return v.atom(a)
}

// gather reads the elements of the lanes of the mask.
func (v *vectors) gather(x *core.Var, s *seg.Load) {
	at, by := v.places(s.Mem, s.At)
	v.b.Add(&seg.Gather{V: x, Mem: v.mem(s.Mem), At: at, By: by, Mask: v.mask})
}

// unseen reports whether nobody looks at what lanes outside of the mask have in their copies of a block.
func (v *vectors) unseen(m *seg.Mem) bool {
	made, ok := v.made[m]
	return v.mask == nil || v.mask == v.tail && !v.kept[m] || ok && v.mask == made
}

func (v *vectors) store(s *seg.Store) {
	if !v.own[s.Mem] && v.shapes.index(s.At).kind == uniform {
		v.b.Add(&seg.Store{Mem: s.Mem, At: v.index(s.At), Val: v.atom(s.Val)})
		return
	}
	val := v.vector(s.Val)
	if at, ok := v.sideBySide(s.Mem, s.At, false); ok {
		if !v.unseen(s.Mem) {
			val = v.b.Select("val", v.mask, val, v.b.Load("old", v.mem(s.Mem), v.width, at))
		}
		v.b.Add(&seg.Store{Mem: v.mem(s.Mem), At: at, Val: val, First: v.first})
		return
	}
	at, by := v.places(s.Mem, s.At)
	v.b.Add(&seg.Scatter{Mem: v.mem(s.Mem), At: at, By: by, Mask: v.mask, Val: val})
}

// update combines values into memory.
func (v *vectors) update(s *seg.Update) {
	p := v.shapes.index(s.At)
	if !v.own[s.Mem] && !v.shared[s.Mem] && p.kind == uniform {
		v.b.Add(&seg.Update{Mem: s.Mem, At: v.index(s.At), Op: s.Op, Val: v.atom(s.Val), Ordered: s.Ordered})
		return
	}
	val := v.vector(s.Val)
	if at, ok := v.sideBySide(s.Mem, s.At, false); ok {
		old := v.b.Load("old", v.mem(s.Mem), v.width, at)
		val = v.b.Op("val", s.Op, s.Mem.Elem, old, val)
		if !v.unseen(s.Mem) {
			val = v.b.Select("val", v.mask, val, old)
		}
		v.b.Add(&seg.Store{Mem: v.mem(s.Mem), At: at, Val: val})
		return
	}
	if p.kind == uniform {
		if v.mask != nil {
			val = v.b.Select("val", v.mask, val, neutral(s.Op, s.Mem.Elem))
		}
		v.b.Add(&seg.Update{Mem: s.Mem, At: v.index(s.At), Op: s.Op, Val: v.across(val, s.Op)})
		return
	}
	at, by := v.places(s.Mem, s.At)
	v.b.Add(&seg.Scatter{Mem: v.mem(s.Mem), At: at, By: by, Mask: v.mask, Op: s.Op, Val: val})
}

// pack says of packed rows where they begin in the lanes.
func (v *vectors) pack(s *seg.Pack) {
	by := core.Atom(core.IntC(0))
	for _, b := range v.shapes.index(s.At).by {
		by = v.b.Index("by", prim.Add, by, v.atom(b))
	}
	v.b.Add(&seg.Pack{To: v.mem(s.To), From: s.From, At: v.index(s.At), By: by, Mask: v.mask, N: v.atom(s.N)})
}

// reserve asks for what the lane that needs most needs.
func (v *vectors) reserve(s *seg.Reserve) {
	if !slices.ContainsFunc(s.Dims, func(d core.Atom) bool { return v.shapes.atom(d) != uniform }) {
		v.b.Add(&seg.Reserve{Mem: v.mem(s.Mem), Dims: v.atoms(s.Dims)})
		return
	}
	sizes := make([]*seg.Mem, len(s.Dims))
	for i, d := range s.Dims {
		d := v.vector(d)
		if v.mask != nil {
			d = v.b.Select("size", v.mask, d, core.IntC(0))
		}
		sizes[i] = v.spill("size", d)
	}
	v.b.For("l", nil, core.IntC(int64(v.width)), 1, func(b *seg.Builder, l *core.Var) {
		dims := make([]core.Atom, len(sizes))
		for i, m := range sizes {
			dims[i] = b.Load("size", m, 0, seg.Index{{A: l}})
		}
		b.Add(&seg.Reserve{Mem: v.mem(s.Mem), Dims: dims})
	}).Quiet = true
}
