package gen

import (
	"fmt"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// Note [Copies for lanes]
//
// A small accumulator that all points update, at places that do not differ between lanes or differ in any way, has a
// copy for each lane while a thread runs, element by element side by side: an update is then one of vectors, where
// the lanes would have to be combined each time. They are combined at the end.

// findCopies chooses the accumulators that get copies for lanes: those with an update that is not in a turned loop.
func (l *lanes) findCopies() {
	room := limits.Now.LaneBytes
	l.copies = map[*seg.Mem]*seg.Mem{}
	for _, a := range l.k.Accs {
		n, ok := a.Len.(core.Const)
		if !ok || len(a.Priv) != 1 || a.Op.Known == nil {
			continue
		}
		m := a.Priv[0]
		bytes := n.Int64() * int64(l.w*m.Elem.Size())
		if bytes > room || !l.updated(l.first, m) {
			continue
		}
		room -= bytes
		c := seg.NewMem(m.Name, m.Elem, seg.Private)
		c.Len = a.Len
		l.copies[m], l.own[c] = c, true
	}
}

// updated tells that an update of m, outside of turned loops, is not one of neighbours by neighbouring lanes.
func (l *lanes) updated(c seg.Code, m *seg.Mem) bool {
	out := false
	for _, s := range c {
		switch s := s.(type) {
		case *seg.Update:
			out = out || s.Mem == m && !l.index(s.At).unit()
		case *seg.For:
			out = out || l.turned[s] == nil && l.updated(s.Body, m)
		case *seg.Fold:
			out = out || l.updated(s.Body, m)
		case *seg.While:
			out = out || l.updated(s.CondCode, m) || l.updated(s.Body, m)
		case *seg.If:
			out = out || l.updated(s.Then, m) || l.updated(s.Else, m)
		}
	}
	return out
}

// withCopies writes code that updates accumulators by copies for lanes.
func (w *writer) withCopies(body func()) {
	if w.form == nil || len(w.form.copies) == 0 {
		body()
		return
	}
	each := func(f func(m, c *seg.Mem, a *seg.Acc)) {
		for _, a := range w.k.Accs {
			if c := w.form.copies[a.Priv[0]]; c != nil {
				w.braces(fmt.Sprintf("for (long b = 0; b < %s; b++)", w.atom(a.Len)), func() { f(a.Priv[0], c, a) })
			}
		}
	}
	n := w.form.w
	each(func(_, c *seg.Mem, a *seg.Acc) {
		w.line("%s = (%s)(%s);", w.vecAt(c, n, fmt.Sprintf("b*%d", n)), vecType(c.Elem, n), w.atom(a.Op.Neutral[0]))
	})
	body()
	each(func(m, c *seg.Mem, a *seg.Acc) {
		sum := w.across(n, w.vecAt(c, n, fmt.Sprintf("b*%d", n)), a.Op.Known[0], c.Elem)
		w.line("%s[b] = %s;", w.mem(m), apply(a.Op.Known[0], c.Elem, w.mem(m)+"[b]", sum))
	})
}

// vecApply is the text of a known operator on vectors.
func vecApply(op *prim.Op, t prim.Type, w int, a, b string) string {
	text, _ := vecText(op, t, w, []string{a, b})
	return text
}
