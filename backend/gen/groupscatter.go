package gen

import (
	"fmt"

	"raido/backend/seg"
)

// Note [Owners]
//
// Of the points of a serial kernel that write to one place, the last must win. In the GPU shape each element that
// may be written has an owner: in stage 0 all points run and claim what they would write, the largest number wins; in
// stage 1 they run again, and write what they own. Stage 2 is for what is left: one item does everything.

// turn is what stores do in a serial kernel.
type turn uint8

const (
	plainly  turn = iota
	claiming      // in stage 0
	owning        // in stage 1
)

// groupSerial writes a kernel whose points may write to the same places.
func (w *writer) groupSerial() {
	points := func() { w.points(func() { w.code(w.k.Body) }) }
	stored := w.contested()
	for _, m := range stored {
		w.arg(Arg{Kind: ArgOwner, Mem: m}, fmt.Sprintf("volatile __global int *%s_owner", w.mem(m)))
	}
	if len(stored) > 0 {
		w.groups.turn = claiming
		w.stage(false, points)
		w.groups.turn = owning
		w.stage(false, points)
		w.groups.turn = plainly
	}
	w.stage(false, points)
}

// contested are the blocks of the device that the points write to, nil if one of them is read, too.
func (w *writer) contested() []*seg.Mem {
	var out []*seg.Mem
	stored, other := map[*seg.Mem]bool{}, map[*seg.Mem]bool{}
	seg.Walk(w.k.Body, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Store:
			if s.Mem.Space == seg.Device && !stored[s.Mem] {
				stored[s.Mem] = true
				out = append(out, s.Mem)
			}
		case *seg.Load:
			other[s.Mem] = true
		case *seg.Update:
			other[s.Mem] = true
		}
	})
	for _, m := range out {
		if other[m] {
			return nil
		}
	}
	return out
}

// claim writes a store of a serial kernel, if it is one to a place with an owner.
func (w *writer) claim(s *seg.Store) bool {
	if w.groups == nil || w.groups.turn == plainly || s.Mem.Space != seg.Device {
		return false
	}
	m, at := w.mem(s.Mem), w.index(s.At)
	if w.groups.turn == claiming {
		w.line("atomic_max(&%s_owner[%s], (int)p + 1);", m, at)
	} else {
		w.line("if (%s_owner[%s] == (int)p + 1) %s[%s] = %s;", m, at, m, at, w.atom(s.Val))
	}
	return true
}
