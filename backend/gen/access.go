package gen

import (
	"fmt"
	"slices"
	"strings"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// near is the vector of the elements of a block from a place on. PoCL's vloadN and vstoreN are made of halves, which LLVM
// puts together only where no arithmetic comes between.
func (p *printer) near(m *seg.Mem, w int, at string) string {
	t := elemOf(m)
	return fmt.Sprintf("*(%s%s *)(%s + (%s))", spaceOf(m), p.function("near", t, w), p.mem(m), at)
}

// elemOf is the type by whose name functions on the elements of a memory are known.
func elemOf(m *seg.Mem) prim.Type {
	switch m.Elem {
	case prim.Bool:
		return prim.I8
	case prim.F16:
		return prim.U16
	}
	return m.Elem
}

// rowType is the C type of w neighbouring elements of a memory.
func (p *printer) rowType(t prim.Type, w int) string {
	p.typeName(t, w)
	return vecType(t, w)
}

// load reads an element or neighbouring ones; see Note [Loops that must run in order] and Note [No gathers].
func (p *printer) load(s *seg.Load) {
	w := width(s.V.Type)
	at := p.index(s.Mem, s.At)
	switch {
	case w > 1:
		p.define(s.V, p.fromMemory(s.Mem.Elem, w, p.near(s.Mem, w, at)))
	default:
		p.define(s.V, p.sourceOf(s.Mem, s.Ordered || p.far[s])+"["+at+"]")
	}
}

// sourceOf is a memory to load from, alone if no other load is put together with it.
func (p *printer) sourceOf(m *seg.Mem, alone bool) string {
	if alone {
		return "((volatile " + spaceOf(m) + p.typeName(m.Elem, 1) + " *)" + p.mem(m) + ")"
	}
	return p.mem(m)
}

// store writes an element, neighbouring ones, or some of these.
func (p *printer) store(s *seg.Store) {
	w := width(s.Val.AtomType())
	at, val := p.index(s.Mem, s.At), p.toMemory(s.Mem.Elem, w, p.atom(s.Val))
	switch {
	case w == 1:
		p.line("%s[%s] = %s;", p.mem(s.Mem), at, val)
	case s.First == nil:
		p.line("%s = %s;", p.near(s.Mem, w, at), val)
	default:
		first := p.atom(s.First)
		p.line("if (%s >= %d) %s = %s;", first, w, p.near(s.Mem, w, at), val)
		p.builtin(fmt.Sprintf("vstore%d", w))
		p.line("else %s(%s, %s + (%s), %s);", p.function("first", elemOf(s.Mem), w), val, p.mem(s.Mem), at, first)
	}
}

// places are the elements of the lanes of a gather or a scatter, after declarations that they need. Lanes outside of the mask are at
// 0 if all of them read.
func (p *printer) places(m *seg.Mem, w int, at, by, mask core.Atom, read bool) []string {
	out := make([]string, w)
	name := p.fresh("at")
	from, by1 := p.place(m, at), ""
	switch {
	case by == nil && mask != nil && read:
		p.line("const long%d %s = %s;", w, name, p.blend(prim.I64, w, p.vector(mask, w), from, fmt.Sprintf("(long%d)0", w)))
	case by == nil:
		p.line("const long%d %s = %s;", w, name, from)
	case core.IsConst(by, prim.Int(prim.I64, 1)):
		p.line("const long %s = %s;", name, from)
	default:
		p.line("const long %s = %s;", name, from)
		by1 = p.atom(by)
	}
	for k := range out {
		place := fmt.Sprintf("%s + %d", name, k)
		switch {
		case by == nil:
			place = lane(name, k)
		case by1 != "":
			place = fmt.Sprintf("%s + %d*%s", name, k, by1)
		}
		if mask != nil && read && by != nil {
			place = fmt.Sprintf("%s ? %s : 0", lane(p.atom(mask), k), place)
		}
		out[k] = fmt.Sprintf("%s[%s]", p.sourceOf(m, read && p.target.CPU && global(m)), place)
	}
	return out
}

// gather reads an element for each lane; see Note [No gathers].
func (p *printer) gather(s *seg.Gather) {
	if w := width(s.V.Type); p.together(s.Mem, w, s.By, s.Mask) {
		p.define(s.V, fmt.Sprintf("%s(%s + (%s), %s)", p.function("some", s.Mem.Elem, w), p.mem(s.Mem), p.place(s.Mem, s.At), p.bytes(s.Mask, w)))
		return
	}
	t, w := s.Mem.Elem, width(s.V.Type)
	if k := p.stride(s, w); k > 0 {
		p.define(s.V, p.strided(s, w, k))
		return
	}
	places := p.places(s.Mem, w, s.At, s.By, s.Mask, true)
	p.define(s.V, p.fromMemory(t, w, fmt.Sprintf("(%s)(%s)", p.rowType(t, w), strings.Join(places, ", "))))
}

// together reports whether processors read and write such elements at once: neighbouring ones of a vector that fills their registers, those
// of a mask.
func (p *printer) together(m *seg.Mem, w int, by, mask core.Atom) bool {
	if !p.target.CPU || mask == nil || !core.IsConst(by, prim.Int(prim.I64, 1)) || !global(m) {
		return false
	}
	return slices.ContainsFunc(library["some"], func(f *function) bool { return f.fits(m.Elem, w) })
}

// global reports whether a memory lies outside of registers, and of what a group has for itself.
func global(m *seg.Mem) bool { return m.Space == seg.Device || m.Space == seg.Scratch }

// scatter writes an element for each lane. Where it combines in places that are not side by side, which mostly all lanes do, there is a form that tests no lane by itself.
func (p *printer) scatter(s *seg.Scatter) {
	w, t := scatterWidth(s), s.Mem.Elem
	if s.Op == nil && p.together(s.Mem, w, s.By, s.Mask) {
		p.line("%s(%s, %s + (%s), %s);", p.function("put", t, w), p.vector(s.Val, w), p.mem(s.Mem), p.place(s.Mem, s.At), p.bytes(s.Mask, w))
		return
	}
	if s.Op != nil && p.neighbours(s, w) {
		return
	}
	val := p.fresh("val")
	p.line("const %s %s = %s;", p.rowType(t, w), val, p.toMemory(t, w, p.vector(s.Val, w)))
	places := p.places(s.Mem, w, s.At, s.By, s.Mask, false)
	each := func(masked bool) {
		for k, place := range places {
			text := fmt.Sprintf("%s = %s;", place, lane(val, k))
			if s.Op != nil {
				text = fmt.Sprintf("{ const %s old = %s; %s = %s; }", p.typeName(t, 1), place, place, p.operate(opAt{s.Op, t, 1}, "old", lane(val, k)))
			}
			if masked {
				text = fmt.Sprintf("if (%s) %s", lane(p.atom(s.Mask), k), text)
			}
			p.line("%s", text)
		}
	}
	if s.Mask == nil || s.Op == nil || width(s.Mask.AtomType()) < w {
		each(s.Mask != nil)
		return
	}
	p.braces("if ("+p.someOff(s.Mask, w)+")", func() { each(true) })
	p.braces("else", func() { each(false) })
}

// neighbours combines a vector into neighbouring elements, those of a mask, at once; it reports whether processors do. No two lanes meet.
func (p *printer) neighbours(s *seg.Scatter, w int) bool {
	t := s.Mem.Elem
	if !p.together(s.Mem, w, s.By, s.Mask) || width(s.Mask.AtomType()) < w {
		return false
	}
	val := p.vector(s.Val, w)
	p.braces("if ("+p.someOff(s.Mask, w)+")", func() {
		mask, at := p.bytes(s.Mask, w), p.mem(s.Mem)+" + "+p.place(s.Mem, s.At)
		p.line("const %s old = %s(%s, %s);", p.typeName(t, w), p.function("some", t, w), at, mask)
		p.line("%s(%s, %s, %s);", p.function("put", t, w), p.operate(opAt{s.Op, t, w}, "old", val), at, mask)
	})
	p.braces("else", func() {
		place := p.near(s.Mem, w, p.place(s.Mem, s.At))
		p.line("%s = %s;", place, p.operate(opAt{s.Op, t, w}, place, val))
	})
	return true
}

// squeeze writes the lanes of a mask side by side.
func (p *printer) squeeze(s *seg.Squeeze) {
	w, t := width(s.Mask.AtomType()), elemOf(s.Mem)
	val := p.toMemory(s.Mem.Elem, w, p.vector(s.Val, w))
	p.line("%s(%s, %s + (%s), %s);", p.function("squeeze", t, w), val, p.mem(s.Mem), p.place(s.Mem, s.At), p.bytes(s.Mask, w))
}

// scatterWidth is the number of lanes of a scatter, whose value or place may be the same for all.
func scatterWidth(s *seg.Scatter) int {
	w := max(width(s.Val.AtomType()), width(s.At.AtomType()))
	if s.Mask != nil {
		w = max(w, width(s.Mask.AtomType()))
	}
	return w
}

// update combines a value into an element, or a vector into neighbouring ones.
func (p *printer) update(s *seg.Update) {
	w, t := width(s.Val.AtomType()), s.Mem.Elem
	p.braces("", func() {
		p.line("const long at = %s;", p.index(s.Mem, s.At))
		from := p.sourceOf(s.Mem, s.Ordered) + "[at]"
		to := p.mem(s.Mem) + "[at]"
		if w > 1 {
			from = p.near(s.Mem, w, "at")
			to = from
		}
		p.line("const %s old = %s;", p.typeName(t, w), p.fromMemory(t, w, from))
		p.line("%s = %s;", to, p.toMemory(t, w, p.operate(opAt{s.Op, t, w}, "old", p.atom(s.Val))))
	})
}

// atomic is an update that comes between no other thread's.
func (p *printer) atomic(s *seg.Atomic) {
	prefix := "atomic_"
	if s.Mem.Elem.Size() == 8 {
		p.atomics, prefix = true, "atom_"
	}
	p.line("%s%s(&%s[%s], %s);", prefix, s.Op.Name, p.mem(s.Mem), p.index(s.Mem, s.At), p.atom(s.Val))
}

// copy writes a copy of neighbouring elements.
func (p *printer) copy(s *seg.Copy) {
	n := p.atom(s.N)
	p.line("if (%s > 0) %s(%s + (%s), %s + (%s), %s * %d);", n, p.constant("copy"), p.mem(s.To), p.index(s.To, s.ToAt),
		p.mem(s.From), p.index(s.From, s.FromAt), n, s.To.Elem.Size())
}

// pack writes rows side by side.
func (p *printer) pack(s *seg.Pack) {
	w := s.To.Lanes
	p.braces("", func() {
		p.line("const long at = %s;", p.index(s.From, s.At))
		p.line("const long by = %s;", p.atom(s.By))
		from, to := p.mem(s.From), p.mem(s.To)
		places := make([]string, w)
		for k := range places {
			off := fmt.Sprintf("%d*by", k)
			if s.Mask != nil {
				off = fmt.Sprintf("(%s ? %s : 0)", lane(p.atom(s.Mask), k), off)
			}
			p.line("const long at%d = at + %s;", k, off)
			places[k] = fmt.Sprintf("%s[at%d + j]", from, k)
		}
		p.braces(fmt.Sprintf("for (long j = 0; j < %s; j++)", p.atom(s.N)), func() {
			// not by near: LLVM would make it a gather, which is slower than a load for each lane
			store := p.builtin(fmt.Sprintf("vstore%d", w))
			p.line("%s((%s)(%s), j, %s);", store, p.rowType(s.From.Elem, w), strings.Join(places, ", "), to)
		})
	})
}
