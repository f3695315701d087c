package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/linear"
	"raido/lang/prim"
)

// places are the iterations of a fold that do something: of an index that is at least and at most some sums, where others are not negative and other
// conditions hold.
type places struct {
	s         *shortener
	f         *seg.Fold
	inside    map[core.Atom]bool // the fold binds it
	low, high []form
	guards    []form
	rest      []condition
}

// add adds a condition, which may consist of others.
func (r *places) add(c condition) {
	l := r.s.defs[c.v]
	switch {
	case l == nil || l.T != prim.Bool && l.T != prim.I64:
	case l.T == prim.Bool && l.Op == prim.Not:
		r.add(condition{l.Args[0], !c.is, c.at})
		return
	case l.T == prim.Bool && (l.Op == prim.And && c.is || l.Op == prim.Or && !c.is):
		for _, a := range l.Args {
			r.add(condition{a, c.is, c.at})
		}
		return
	case l.T == prim.I64 && len(l.Args) == 2 && r.compared(l, c.is):
		return
	}
	r.rest = append(r.rest, c)
}

// compared adds a comparison of sums.
func (r *places) compared(l *seg.Let, is bool) bool {
	x, ok := r.s.form(l.Args[0], deepest)
	y, ok2 := r.s.form(l.Args[1], deepest)
	if !ok || !ok2 {
		return false
	}
	d := y.Plus(-1, x) // not negative where x <= y
	switch {
	case l.Op == prim.Le && is:
	case l.Op == prim.Lt && is:
		d = d.Add(-1)
	case l.Op == prim.Le:
		d = d.Times(-1).Add(-1)
	case l.Op == prim.Lt:
		d = d.Times(-1)
	case l.Op == prim.Eq && is && d.Factor(r.f.I) != 0:
		return r.within(d) && r.within(d.Times(-1))
	default:
		return false
	}
	return r.within(d)
}

// within adds that a sum is not negative.
func (r *places) within(d form) bool {
	k := d.Factor(r.f.I)
	rest := d.Without(r.f.I)
	if !fits(d) || slices.ContainsFunc(rest.Terms, func(t linear.Term[*core.Var]) bool {
		return r.inside[t.V] || !r.s.small[t.V] || r.s.inLanes[t.V]
	}) {
		return false
	}
	switch {
	case len(d.Terms) == 0 && d.C >= 0:
	case k == 0:
		r.guards = append(r.guards, rest)
	case short(r.f.Bound):
		return false
	case k == 1:
		r.low = append(r.low, rest.Times(-1))
	case k == -1:
		r.high = append(r.high, rest.Add(1))
	default:
		return false
	}
	return true
}

// form is the form of an atom; not ok if its numbers are too large.
func (s *shortener) form(a core.Atom, deep int) (form, bool) {
	return formOf(a, deep, func(v *core.Var) (*prim.Op, []core.Atom) {
		if l := s.defs[v]; l != nil && isSum(l.Op, l.T, l.Args) {
			return l.Op, l.Args
		}
		return nil, nil
	})
}

// code is the fold over the interval.
func (r *places) code(body seg.Code) seg.Code {
	inner := r.loop(body)
	for _, g := range slices.Backward(r.guards) {
		in := inner
		inner = func(b *seg.Builder) { b.If(b.Op("some", prim.Le, prim.I64, core.IntC(0), value(b, g)), in, nil) }
	}
	return seg.Block(inner)
}

func (r *places) loop(body seg.Code) func(b *seg.Builder) {
	return func(b *seg.Builder) {
		lo, hi := core.Atom(core.IntC(0)), r.f.Bound
		for _, l := range r.low {
			lo = b.Index("low", prim.Max, lo, value(b, l))
		}
		for _, h := range r.high {
			hi = b.Index("high", prim.Min, hi, value(b, h))
		}
		n := *r.f
		n.I = core.NewVar(r.f.I.Name, r.f.I.Type)
		i := core.Atom(n.I)
		if n.Bound = hi; !core.IsInt(lo, 0) {
			n.Bound = b.Index("count", prim.Max, b.Index("count", prim.Sub, hi, lo), core.IntC(0))
			body = apartAt(body, r.f.I, n.I, lo)
		}
		names := &seg.Renaming{}
		n.Body = seg.Block(func(b *seg.Builder) {
			if !core.IsInt(lo, 0) {
				i = b.Index(r.f.I.Name, prim.Add, n.I, lo)
			}
			names.Vars = map[core.Atom]core.Atom{r.f.I: i}
			b.Add(withoutVars(body, names)...)
		})
		n.Vals = names.Atoms(r.f.Vals)
		b.Add(&n)
	}
}

// withoutVars is a copy of code where a variable that is set in one place, always, is what it is set to.
func withoutVars(c seg.Code, names *seg.Renaming) (out seg.Code) {
	sets := map[*core.Var]int{}
	seg.Walk(c, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Set:
			sets[s.V]++
		case *seg.Fold:
			for _, a := range s.Accs {
				sets[a]++
			}
		default: // sets nothing
		}
	})
	once := map[*core.Var]bool{}
	for _, s := range c {
		if x, ok := s.(*seg.Set); ok && sets[x.V] == 1 {
			once[x.V] = true
		}
	}
	for _, s := range c {
		if d, ok := s.(*seg.Decl); ok && once[d.V] {
			continue
		}
		if x, ok := s.(*seg.Set); ok && once[x.V] {
			names.Vars[x.V] = names.Atom(x.Val)
			continue
		}
		out = append(out, names.Stm(s))
	}
	return out
}

// value computes a sum.
func value(b *seg.Builder, f form) core.Atom {
	var x core.Atom = core.IntC(f.C)
	for _, t := range f.Terms {
		if t.K < 0 {
			x = b.Index("sum", prim.Sub, x, b.Index("times", prim.Mul, t.V, core.IntC(-t.K)))
		} else {
			x = b.Index("sum", prim.Add, x, b.Index("times", prim.Mul, t.V, core.IntC(t.K)))
		}
	}
	return x
}
