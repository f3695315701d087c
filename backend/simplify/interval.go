package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// limit is a bound of an index: the index is at least, or at most, this number, or more or less than it.
type limit struct {
	a      core.Atom
	strict bool
}

// interval is where a part of a loop runs: at one index, or from the lower limits to the upper ones, where what does not change in the loop holds
// (guards) and where other conditions hold (rest).
type interval struct {
	at        core.Atom
	low, high []limit
	guards    []condition
	rest      []condition
}

// region is what conditions come to.
func (w *regionWalk) region(when []condition) *interval {
	r := &interval{}
	for _, c := range when {
		w.add(r, c)
	}
	var rest []condition
	for _, c := range r.rest { // k != a is no news where k < a
		l, ok := w.defs[c.v].(*seg.Let)
		if !ok || c.is || l.Op != prim.Eq || !r.excludes(l.Args[0]) && !r.excludes(l.Args[1]) {
			rest = append(rest, c)
		}
	}
	r.rest = rest
	return r
}

// hull is an interval that holds others, without their conditions.
func hull(rs []*interval) *interval {
	common := func(of func(*interval) []limit) (out []limit) {
		for _, l := range of(rs[0]) {
			in := true
			for _, r := range rs[1:] {
				k := slices.IndexFunc(of(r), func(x limit) bool { return x.a == l.a })
				if in = in && k >= 0; in {
					l.strict = l.strict && of(r)[k].strict
				}
			}
			if in {
				out = append(out, l)
			}
		}
		return out
	}
	with := func(r *interval, ls []limit) []limit {
		if r.at != nil {
			ls = append(slices.Clip(ls), limit{a: r.at})
		}
		return ls
	}
	return &interval{
		low:  common(func(r *interval) []limit { return with(r, r.low) }),
		high: common(func(r *interval) []limit { return with(r, r.high) }),
	}
}

// excludes reports whether a is none of the indices, since it is a limit of them.
func (r *interval) excludes(a core.Atom) bool {
	for _, l := range append(r.low[:len(r.low):len(r.low)], r.high...) {
		if l.strict && l.a == a {
			return true
		}
	}
	return false
}

// add adds a condition.
func (w *regionWalk) add(r *interval, c condition) {
	if !w.varies[c.v] {
		r.guards = append(r.guards, c)
		return
	}
	switch s := w.defs[c.v].(type) {
	case *seg.Let:
		if w.parted(r, s, c) || w.compared(r, s, c.is) {
			return
		}
	case *seg.Select:
		if c.is && core.IsConst(s.Else, prim.BoolOf(false)) {
			w.add(r, condition{s.Cond, true, c.at})
			w.add(r, condition{s.Then, true, c.at})
			return
		}
		if c.is && core.IsConst(s.Then, prim.BoolOf(false)) {
			w.add(r, condition{s.Cond, false, c.at})
			w.add(r, condition{s.Else, true, c.at})
			return
		}
	default: // a variable
	}
	r.rest = append(r.rest, c)
}

// parted adds what a conjunction that holds, or a disjunction that does not, consists of.
func (w *regionWalk) parted(r *interval, s *seg.Let, c condition) bool {
	if s.T != prim.Bool {
		return false
	}
	is := c.is
	switch {
	case s.Op == prim.Not:
		is = !is
	case s.Op == prim.And && is, s.Op == prim.Or && !is:
	default:
		return false
	}
	for _, a := range s.Args {
		w.add(r, condition{a, is, c.at})
	}
	return true
}

// compared adds a comparison of the index with what does not change.
func (w *regionWalk) compared(r *interval, s *seg.Let, is bool) bool {
	if s.T != prim.I64 || len(s.Args) != 2 {
		return false
	}
	k, a, left := s.Args[0], s.Args[1], true
	if a == core.Atom(w.loop.I) {
		k, a, left = a, k, false
	}
	if k != core.Atom(w.loop.I) || w.varies[a] {
		return false
	}
	switch {
	case s.Op == prim.Eq && is && r.at == nil:
		r.at = a
	case s.Op == prim.Lt && is == left: // k < a, or not a < k
		r.high = append(r.high, limit{a, is})
	case s.Op == prim.Lt:
		r.low = append(r.low, limit{a, is})
	case s.Op == prim.Le && is == left: // k <= a, or not a <= k
		r.high = append(r.high, limit{a, !is})
	case s.Op == prim.Le:
		r.low = append(r.low, limit{a, !is})
	default:
		return false
	}
	return true
}

// code runs code of a loop in the interval.
func (r *interval) code(f *seg.For, c seg.Code) seg.Code {
	inner := func(b *seg.Builder) { r.run(b, f, c) }
	for _, g := range r.guards {
		inner = guarded(g, inner)
	}
	return seg.Block(inner)
}

// guarded is code that runs if a condition holds.
func guarded(g condition, inner func(*seg.Builder)) func(*seg.Builder) {
	return func(b *seg.Builder) {
		s := &seg.If{Cond: g.v}
		if g.is {
			s.Then = seg.Block(inner)
		} else {
			s.Else = seg.Block(inner)
		}
		b.Add(s)
	}
}

// run adds the loop, or the point.
func (r *interval) run(b *seg.Builder, f *seg.For, c seg.Code) {
	if r.at != nil {
		r.one(b, f, c)
		return
	}
	last := b.Index("last", prim.Sub, f.Bound, core.IntC(1))
	after := func(a core.Atom) core.Atom { // 1 more, which is a number
		return b.Index("next", prim.Add, b.Index("most", prim.Min, a, last), core.IntC(1))
	}
	lo, hi := core.Atom(core.IntC(0)), f.Bound
	for _, l := range r.low {
		if l.strict {
			lo = b.Index("low", prim.Max, lo, after(l.a))
		} else {
			lo = b.Index("low", prim.Max, lo, b.Index("most", prim.Min, l.a, f.Bound))
		}
	}
	for _, h := range r.high {
		if h.strict {
			hi = b.Index("high", prim.Min, hi, h.a)
		} else {
			hi = b.Index("high", prim.Min, hi, after(h.a))
		}
	}
	inner := func(b *seg.Builder) { r.loop(b, f, c, lo, hi) }
	for _, l := range r.low {
		for _, h := range r.high {
			inner = ordered(l.strict || h.strict, l.a, h.a, inner)
		}
	}
	inner(b)
}

// one adds the point of an interval of one index.
func (r *interval) one(b *seg.Builder, f *seg.For, c seg.Code) {
	inner := func(b *seg.Builder) { point(b, f, c, r.at) }
	for _, l := range r.low {
		inner = ordered(l.strict, l.a, r.at, inner)
	}
	for _, h := range r.high {
		inner = ordered(h.strict, r.at, h.a, inner)
	}
	ordered(false, core.IntC(0), r.at, ordered(true, r.at, f.Bound, inner))(b)
}

// ordered is code that runs if x < y, or x <= y.
func ordered(strict bool, x, y core.Atom, inner func(*seg.Builder)) func(*seg.Builder) {
	op := prim.Le
	if strict {
		op = prim.Lt
	}
	return func(b *seg.Builder) { b.If(b.Op("in", op, prim.I64, x, y), inner, nil) }
}

// loop goes from lo to hi.
func (r *interval) loop(b *seg.Builder, f *seg.For, c seg.Code, lo, hi core.Atom) {
	if core.IsInt(lo, 0) {
		n := *f
		n.I = core.NewVar(f.I.Name, f.I.Type)
		n.Bound, n.Body = hi, seg.Block(func(b *seg.Builder) { point(b, f, c, n.I) })
		b.Add(&n)
		return
	}
	n := *f
	n.I = core.NewVar(f.I.Name, f.I.Type)
	n.Bound = b.Index("count", prim.Max, b.Index("count", prim.Sub, hi, lo), core.IntC(0))
	n.Body = seg.Block(func(b *seg.Builder) {
		k := b.Index(f.I.Name, prim.Add, n.I, lo)
		point(b, f, apartAt(c, f.I, n.I, lo), k)
	})
	n.Body = live(n.Body)
	b.Add(&n)
}

// apartAt is code whose places have the sum i + lo instead of an index, as two terms: what goes with the loop shows in them.
func apartAt(c seg.Code, k, i *core.Var, lo core.Atom) seg.Code {
	at := func(x seg.Index) (out seg.Index) {
		for _, t := range x {
			switch {
			case t.A == core.Atom(k) && t.B != core.Atom(k):
				out = append(out, seg.Term{A: i, B: t.B}, seg.Term{A: lo, B: t.B})
			case t.B == core.Atom(k) && t.A != core.Atom(k):
				out = append(out, seg.Term{A: t.A, B: i}, seg.Term{A: t.A, B: lo})
			default:
				out = append(out, t)
			}
		}
		return out
	}
	return seg.Rewrite(c, func(s seg.Stm) seg.Code {
		switch s := s.(type) {
		case *seg.Load:
			n := *s
			n.At = at(s.At)
			return seg.Code{&n}
		case *seg.Store:
			n := *s
			n.At = at(s.At)
			return seg.Code{&n}
		case *seg.Update:
			n := *s
			n.At = at(s.At)
			return seg.Code{&n}
		default: // no place
		}
		return seg.Code{s}
	})
}

// point adds a copy of code at an index.
func point(b *seg.Builder, f *seg.For, c seg.Code, at core.Atom) {
	b.Add((&seg.Renaming{Vars: map[core.Atom]core.Atom{f.I: at}}).Code(c)...)
}
