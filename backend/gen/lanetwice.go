package gen

import (
	"fmt"

	"raido/backend/seg"
	"raido/lang/core"
)

// Note [Rows computed twice]
//
// Where a kernel only stores results, and reads nothing that it stores, computing a point twice does no harm. Then the last
// block of a row goes back as far as it must to be whole: no code is written again under a mask, which halves
// what compilers have to do. A row must have as many points as there are lanes, or the plain form runs.

// computesTwice tells that a kernel may compute points twice, in rows that can be long enough.
func computesTwice(k *seg.Kernel, lanes int) bool {
	if n, ok := k.Space[len(k.Space)-1].N.(core.Const); ok && n.Int64() < int64(lanes) || k.Kind != seg.Map || len(k.Accs) > 0 {
		return false
	}
	ok := true
	stored := map[*seg.Mem]bool{}
	seg.Walk(k.Body, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Store:
			stored[s.Mem] = s.Mem.Space == seg.Device
		case *seg.Update:
			ok = ok && s.Mem.Space != seg.Device
		}
	})
	seg.Walk(k.Body, func(s seg.Stm) {
		if l, isLoad := s.(*seg.Load); isLoad {
			ok = ok && !stored[l.Mem]
		}
	})
	return ok
}

// wholeRows writes the points up to hi in whole blocks.
func (w *writer) wholeRows(l *lanes, i, hi string, body func()) {
	n := w.atom(l.k.Space[len(l.k.Space)-1].N)
	w.braces(fmt.Sprintf("for (; %s_l < %s; %s_l += %d)", i, hi, i, l.w), func() {
		w.poll()
		w.line("const long %s = min(%s_l, %s - %d);", i, i, n, l.w)
		w.writeStages()
		body()
		w.laneTail(l, fmt.Sprint(l.w))
	})
	w.lanes = nil
}
