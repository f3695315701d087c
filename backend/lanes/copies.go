package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
)

// Note [Copies for lanes]
//
// A small accumulator that all points update, at places that do not differ between lanes or differ in any way, has a
// copy for each lane while a thread runs, element by element side by side: an update is then one of vectors, where
// the lanes would have to be combined each time. They are combined at the end.

// Copies gives small accumulators a copy for each lane: a block that is filled before the points and added to the accumulator after.
// Updates of neighbours by neighbouring lanes stay as they are, and so do those of loops that are interchanged.
func Copies(p *seg.Prog) *seg.Prog { return eachFork(p, withCopies) }

// withCopies is a kernel with copies for lanes of its accumulators, as far as there is room.
func withCopies(k *seg.Kernel) *seg.Kernel {
	l, room := shapesOf(k), limits.Now.LaneBytes
	for _, a := range k.Accs {
		n, ok := a.Len.(core.Const)
		if !ok || len(a.Priv) != 1 || a.Op.Ops == nil {
			continue
		}
		bytes := n.Int64() * int64(k.Width*a.Priv[0].Elem.Size())
		if bytes <= room && l.updates(k.Body, a.Priv[0]) {
			room -= bytes
			k = withCopy(k, l, a)
		}
	}
	return k
}

// scattered reports whether an update is of an accumulator, and not of neighbours by neighbouring lanes.
func (l *shapes) scattered(s seg.Stm, m *seg.Mem) bool {
	u, ok := s.(*seg.Update)
	return ok && u.Mem == m && !l.index(u.At).unit()
}

// updates reports whether code updates m so, outside of interchanged loops.
func (l *shapes) updates(c seg.Code, m *seg.Mem) bool {
	return slices.ContainsFunc(c, func(s seg.Stm) bool {
		switch s := s.(type) {
		case *seg.For:
			return s.Interchange == seg.NoInterchange && l.updates(s.Body, m)
		case *seg.Fold:
			return l.updates(s.Body, m)
		case *seg.While:
			return l.updates(s.CondCode, m) || l.updates(s.Body, m)
		case *seg.If:
			return l.updates(s.Then, m) || l.updates(s.Else, m)
		default: // no code inside
		}
		return l.scattered(s, m)
	})
}

// withCopy is a kernel whose accumulator a has a copy for each lane.
func withCopy(k *seg.Kernel, l *shapes, a *seg.Acc) *seg.Kernel {
	m := a.Priv[0]
	c := seg.NewMem(m.Name, m.Elem, seg.Private)
	c.Len = a.Len
	out := *k
	out.Body = l.toCopy(k.Body, m, c)
	enter, leave := seg.Builder{Code: slices.Clone(k.Enter)}, seg.Builder{Code: slices.Clone(k.Leave)}
	enter.For("b", nil, a.Len, 1, func(b *seg.Builder, i *core.Var) {
		b.Add(&seg.Store{Mem: c, At: seg.Index{{A: i}}, Val: a.Op.Neutral[0]})
	}).Quiet = true
	leave.For("b", nil, a.Len, 1, func(b *seg.Builder, i *core.Var) {
		x := b.Load("x", c, 0, seg.Index{{A: i}})
		b.Add(&seg.Update{Mem: m, At: seg.Index{{A: i}}, Op: a.Op.Ops[0], Val: x})
	}).Quiet = true
	out.Enter, out.Leave = enter.Code, leave.Code
	return &out
}

// toCopy is code whose updates go to the copy.
func (l *shapes) toCopy(c seg.Code, m, to *seg.Mem) seg.Code {
	out := make(seg.Code, len(c))
	for i, s := range c {
		switch s := s.(type) {
		case *seg.For:
			n := *s
			if s.Interchange == seg.NoInterchange {
				n.Body = l.toCopy(s.Body, m, to)
			}
			out[i] = &n
		case *seg.Fold:
			n := *s
			n.Body = l.toCopy(s.Body, m, to)
			out[i] = &n
		case *seg.While:
			out[i] = &seg.While{CondCode: l.toCopy(s.CondCode, m, to), Cond: s.Cond, Body: l.toCopy(s.Body, m, to)}
		case *seg.If:
			n := *s
			n.Then, n.Else = l.toCopy(s.Then, m, to), l.toCopy(s.Else, m, to)
			out[i] = &n
		default:
			if out[i] = s; l.scattered(s, m) {
				u := *s.(*seg.Update)
				u.Mem = to
				out[i] = &u
			}
		}
	}
	return out
}
