package chunk

import (
	"maps"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Once for many points]
//
// Code of a point that does not depend on where the point is, or only on its row, gives the same for all points of a thread, or of a row: cos t in
// map (\x -> x * cos t). A compiler takes it out of the loop over the points if it sees that nothing in there changes what is read, which checks and
// gathers hide; the embedded engine's does not look. So functions, roots and quotients stand before the loop, with what they take: nothing else,
// since each value that a loop takes from outside is a register. What is read is read by the first point as well, before anything can fail; a reduction
// without points reads nothing. [loop-invariant code motion; which: ours]

// once splits the code of points into what is dear and the same for all of them, and the rest.
func (s *spread) once(c seg.Code, varies ...*core.Var) (same, rest seg.Code) {
	fixed := map[seg.Stm]bool{}
	local := map[core.Atom]bool{} // bound by the code, and not the same, or indices
	for _, v := range varies {
		local[v] = true
	}
	seg.Walk(c, func(x seg.Stm) {
		if x, ok := x.(*seg.Set); ok {
			local[x.V] = true
		}
	})
	seg.Walk(s.k.Enter, func(x seg.Stm) {
		if v := seg.Binds(x); v != nil {
			local[v] = true
		}
	})
	written, reads := seg.Written(s.k), true
	makes := map[core.Atom]seg.Stm{}
	for _, x := range c {
		v := seg.Binds(x)
		ok := v != nil && !local[v]
		switch x := x.(type) {
		case *seg.Let:
			ok = ok && !x.Op.FailsOn(x.T)
		case *seg.Select:
		case *seg.Load:
			ok = ok && reads && x.Mem.Space == seg.Device && !written[x.Mem]
		default:
			ok, reads = false, false
		}
		seg.Operands(x, func(a core.Atom) { ok = ok && !local[a] })
		switch {
		case ok:
			fixed[x], makes[v] = true, x
		case v != nil:
			local[v] = true
		}
	}
	wanted := map[seg.Stm]bool{}
	var want func(x seg.Stm)
	want = func(x seg.Stm) {
		if x == nil || wanted[x] {
			return
		}
		wanted[x] = true
		seg.Operands(x, func(a core.Atom) { want(makes[a]) })
	}
	for _, x := range c {
		if l, ok := x.(*seg.Let); ok && fixed[x] && isDear(l) {
			want(x)
		}
	}
	for _, x := range c {
		if wanted[x] {
			same = append(same, x)
		} else {
			rest = append(rest, x)
		}
	}
	return same, rest
}

// isDear reports whether an operator takes much longer than a product.
func isDear(l *seg.Let) bool {
	switch l.Op {
	case prim.Neg, prim.Abs, prim.Floor, prim.Ceil, prim.Trunc, prim.Round, prim.Copysign:
		return false
	case prim.Div, prim.Sqrt:
		return true
	}
	return l.T.IsFloat() && (l.Op.Class == prim.Floats || l.Op == prim.Pow)
}

// with runs body where code has been run once, for points of the part of the space that varies, of which there are those from lo to hi.
func (s *spread) with(b *seg.Builder, at place, lo, hi core.Atom, varies []*core.Var, body func(b *seg.Builder, at place)) {
	same, rest := s.once(s.k.Body, varies...)
	if s.k.Kind == seg.Scan || len(same) == 0 {
		body(b, at)
		return
	}
	all := *s.k
	some := all
	some.Body = rest
	run := func(b *seg.Builder) {
		r := &seg.Renaming{Vars: maps.Clone(at)}
		b.Add(r.Code(same)...)
		s.k = &some
		body(b, r.Vars)
		s.k = &all
	}
	if s.k.Kind == seg.Map { // which is not launched without points
		run(b)
		return
	}
	b.If(b.Less(lo, hi), run, nil)
}
