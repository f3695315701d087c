package group

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Owners]
//
// Of the points of a serial kernel that write to one place, the last must win. In the GPU shape each element that
// may be written has an owner: in stage 0 all points run and claim what they would write, the largest number wins; in
// stage 1 they run again, and write what they own. Stage 2 is for what is left: one item does everything.

// serial makes the stages of a kernel whose points may write to the same places.
func (s *spread) serial() {
	owners := map[*seg.Mem]*seg.Mem{}
	for _, m := range s.contested() {
		owners[m] = s.memory(seg.ParamOwner, m.Name+"_owner", prim.I32, m, 0)
	}
	number := core.NewVar("number", core.Prim(prim.I32)) // of the point, from 1 on
	turns := func(body seg.Code) {
		s.stage(false, func(b *seg.Builder) {
			s.points(b, func(b *seg.Builder, p core.Atom, at place) {
				n := b.Op("n", prim.To(prim.I32), prim.I64, b.Index("next", prim.Add, p, core.IntC(1)))
				b.Inline(body, at.with(number, n), nil)
			})
		})
	}
	if len(owners) > 0 {
		turns(storing(s.k.Body, owners, func(b *seg.Builder, x *seg.Store, owner *seg.Mem) {
			b.Add(&seg.Atomic{Mem: owner, At: x.At, Op: prim.Max, Val: number})
		}))
		turns(storing(s.k.Body, owners, func(b *seg.Builder, x *seg.Store, owner *seg.Mem) {
			b.If(b.Equal(b.Load("owner", owner, 0, x.At), number), func(b *seg.Builder) { b.Add(x) }, nil)
		}))
	}
	s.stage(false, func(b *seg.Builder) { s.points(b, s.run(s.k.Body)) })
}

// storing is code with something else in place of the stores to memories with owners.
func storing(c seg.Code, owners map[*seg.Mem]*seg.Mem, f func(b *seg.Builder, x *seg.Store, owner *seg.Mem)) seg.Code {
	b := &seg.Builder{}
	for _, x := range c {
		if st, ok := x.(*seg.Store); ok && owners[st.Mem] != nil {
			f(b, st, owners[st.Mem])
			continue
		}
		b.Add(x.Map(seg.Mapper{Code: func(c seg.Code) seg.Code { return storing(c, owners, f) }}))
	}
	return b.Code
}

// contested are the blocks of the device that the points write to, nil if one of them is read, too.
func (s *spread) contested() []*seg.Mem {
	var out []*seg.Mem
	stored, other := map[*seg.Mem]bool{}, map[*seg.Mem]bool{}
	seg.Walk(s.k.Body, func(x seg.Stm) {
		switch x := x.(type) {
		case *seg.Store:
			if x.Mem.Space == seg.Device && !stored[x.Mem] {
				stored[x.Mem] = true
				out = append(out, x.Mem)
			}
		case *seg.Load:
			other[x.Mem] = true
		case *seg.Update:
			other[x.Mem] = true
		default: // no other statement of parallel code has memory of the device
		}
	})
	for _, m := range out {
		if other[m] {
			return nil
		}
	}
	return out
}
