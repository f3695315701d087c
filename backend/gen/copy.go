package gen

import (
	"fmt"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// copies writes a loop that copies neighbouring elements from one memory to another; false if it is none.
func (w *writer) copies(s *seg.For) bool {
	if !w.g.target.CPU || s.I.Type.Elem != prim.I64 || len(s.Body) != 2 || w.lanes != nil {
		return false
	}
	from, load := s.Body[0].(*seg.Load)
	to, store := s.Body[1].(*seg.Store)
	if !load || !store || from.Mem == to.Mem || to.Val != core.Atom(from.V) || !alongRow(from.At, s.I) || !alongRow(to.At, s.I) {
		return false
	}
	n := w.atom(s.Bound)
	w.line("if (%s > 0) rd_copy(%s + (%s), %s + (%s), %s * %d);", n, w.mem(to.Mem), w.index(without(to.At, s.I)),
		w.mem(from.Mem), w.index(without(from.At, s.I)), n, to.Mem.Elem.Size())
	return true
}

// without is an index for i = 0.
func without(x seg.Index, i *core.Var) (rest seg.Index) {
	for _, t := range x {
		if t.A != core.Atom(i) {
			rest = append(rest, t)
		}
	}
	return rest
}

// alongRow tells that an index goes up with i one by one.
func alongRow(x seg.Index, i *core.Var) bool {
	n := 0
	for _, t := range x {
		if t.A == core.Atom(i) && t.B == nil {
			n++
		} else if t.A == core.Atom(i) || t.B == core.Atom(i) {
			return false
		}
	}
	return n == 1
}

// storeRow writes a vector to the places from at on, or only its first elements if fewer iterations are left.
func (w *writer) storeRow(m *seg.Mem, val string) {
	n := w.lanes.w
	whole := fmt.Sprintf("%s = %s;", w.vecAt(m, n, "at"), val)
	if w.rest == "" {
		w.line("%s", whole)
		return
	}
	w.line("if (%s >= %d) %s", w.rest, n, whole)
	elem := m.Elem
	if elem == prim.Bool { // vectors of chars
		elem = prim.I8
	}
	w.line("else rd_first_%sx%d(%s, %s + at, %s);", elem, n, val, w.mem(m), w.rest)
}
