package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// Note [Places by cases]
//
// A stencil at a border reads u[max 0 (i-1)], u[if i == 0 then n-1 else i-1], u[if i < n then i else 2*n-1-i] or u[(i+1) % n]. Such a place is one of several sums, each
// under conditions that are affine as well. An update is taken as one update for each case:
//
//	update_acc acc [max 0 (i-1)] v     becomes     if i-1 >= 0 then update_acc acc [i-1] v;  if i-1 < 0 then update_acc acc [0] v
//
// In the second case the condition leaves one iteration, i = 0, so the index is known: the place is tested and the value is that of the border.
// A place modulo the number of iterations says its iteration as well: of t = (i+c) % n, i = (t-c) % n. So does one whose bits another number flips, as the partners in
// butterflies and sorting networks do: of t = i ^ c, i = t ^ c.

// choice is a case of an index.
type choice struct {
	form  affine.Form
	twist twist
	when  []affine.Form // not negative in this case
}

// twist is what an index is of a sum: the sum modulo a number, or with the bits of a number flipped; without an operator it is the sum.
type twist struct {
	op *prim.Op
	by core.Atom
}

const (
	maxChoices = 8 // of an index
	maxNested  = 6 // choices in choices
	maxPinned  = 3 // iterations at a border that are updates of their own
)

// cases are updates of which each has one choice for each of its indices; not ok if there are too many, or an index is no sum.
func (f *finder) cases(s *addend) (all []*addend, ok bool) {
	out := []*addend{s}
	for _, a := range s.idxs {
		var next []*addend
		for _, c := range f.choices(a, maxNested) {
			for _, o := range out {
				n := *o
				n.idx, n.twists = append(slices.Clone(o.idx), c.form), append(slices.Clone(o.twists), c.twist)
				n.when = append(slices.Clone(o.when), c.when...)
				next = append(next, &n)
			}
		}
		if out = next; len(out) == 0 || len(out) > maxSites {
			return nil, false
		}
	}
	var levels []*level
	for _, st := range s.path {
		if st.level != nil {
			levels = append(levels, st.level)
		}
	}
	for _, o := range out {
		all = append(all, f.pinned(o, levels)...)
	}
	return all, true
}

// onPath are updates of which each has one alternative of the conditions of the branches around, as far as they are affine: they may leave one
// iteration, too.
func (f *finder) onPath(s *addend) []*addend {
	out := []*addend{s}
	for _, st := range s.path {
		if st.cond == nil {
			continue
		}
		cs := f.conditions(st.cond, !st.els, maxNested)
		if len(cs) == 0 || len(cs)*len(out) > maxSites {
			continue
		}
		var next []*addend
		for _, o := range out {
			for _, c := range cs {
				n := *o
				n.when = slices.Concat(o.when, c)
				next = append(next, &n)
			}
		}
		out = next
	}
	return out
}

// choices are the cases of an index; none if they are no sums, or too many.
func (f *finder) choices(a core.Atom, deep int) []choice {
	x, ok := affine.Of(a, f.def)
	if !ok {
		return nil
	}
	plain := []choice{{form: x}}
	v, ok := a.(*core.Var)
	if !ok || deep == 0 {
		return plain
	}
	var out []choice
	switch e := f.def(v).(type) {
	case *core.PrimApp:
		if x, k := multipleOf(e); k != 0 {
			out = f.choices(x, deep-1)
			for n := range out {
				if out[n].twist.op != nil {
					return plain
				}
				out[n].form = out[n].form.Times(k)
			}
			break
		}
		join, args := joins[e.Op], e.Args
		if e.T != prim.I64 || join == nil {
			return plain
		} else if e.Op == prim.Xor && !f.outside(args[1]) {
			if args = []core.Atom{args[1], args[0]}; !f.outside(args[1]) {
				return plain
			}
		}
		for _, x := range f.choices(args[0], deep-1) {
			for _, y := range f.choices(args[1], deep-1) {
				if x.twist.op != nil || y.twist.op != nil {
					return plain
				}
				for _, c := range join(f, x.form, y.form) {
					if c.when = slices.Concat(c.when, x.when, y.when); e.Op == prim.Mod || e.Op == prim.Xor {
						c.twist = twist{e.Op, args[1]}
					}
					out = append(out, c)
				}
			}
		}
	case *core.If:
		k := f.iv.nth[v]
		yes, no := f.conditions(e.Cond, true, deep-1), f.conditions(e.Cond, false, deep-1)
		if len(yes) == 0 || len(no) == 0 {
			return plain
		}
		out = append(under(yes, f.choices(e.Then.Result[k], deep-1)), under(no, f.choices(e.Else.Result[k], deep-1))...)
	default:
		return plain
	}
	if len(out) == 0 || len(out) > maxChoices {
		return plain
	}
	return out
}

// under are choices, each under each of some alternatives.
func under(alternatives [][]affine.Form, cs []choice) (out []choice) {
	for _, when := range alternatives {
		for _, c := range cs {
			c.when = slices.Concat(when, c.when)
			out = append(out, c)
		}
	}
	return out
}

// conditions are alternatives of which one holds where a truth value is as it says, each a list of sums that are not negative then; none if it
// is not known to be such.
func (f *finder) conditions(a core.Atom, is bool, deep int) [][]affine.Form {
	v, ok := a.(*core.Var)
	if !ok {
		if core.IsConst(a, prim.BoolOf(is)) {
			return [][]affine.Form{nil}
		}
		return [][]affine.Form{{{C: -1}}} // never
	} else if deep == 0 {
		return nil
	}
	if c, ok := f.def(v).(*core.If); ok {
		with := func(cond bool, res core.Atom) (out [][]affine.Form, ok bool) {
			x, y := f.conditions(c.Cond, cond, deep-1), f.conditions(res, is, deep-1)
			return both(x, y), len(x) > 0 && len(y) > 0
		}
		yes, ok := with(true, c.Then.Result[f.iv.nth[v]])
		if no, ok2 := with(false, c.Else.Result[f.iv.nth[v]]); ok && ok2 {
			return append(yes, no...)
		}
		return nil
	}
	e, ok := f.def(v).(*core.PrimApp)
	if !ok {
		return nil
	}
	op := e.Op
	if op == prim.Not {
		return f.conditions(e.Args[0], !is, deep-1)
	}
	if op == prim.And || op == prim.Or {
		with := func(x, y bool) [][]affine.Form {
			return both(f.conditions(e.Args[0], x, deep-1), f.conditions(e.Args[1], y, deep-1))
		}
		if is == (op == prim.And) {
			return with(is, is)
		}
		return slices.Concat(with(is, is), with(is, !is), with(!is, is)) // one holds
	}
	if e.T != prim.I64 || len(e.Args) != 2 {
		return nil
	}
	x, ok := affine.Of(e.Args[0], f.def)
	y, ok2 := affine.Of(e.Args[1], f.def)
	if !ok || !ok2 || f.inner(x) || f.inner(y) {
		return nil
	}
	less, most := y.Plus(-1, x).Add(-1), y.Plus(-1, x) // x < y, x <= y
	more, least := x.Plus(-1, y).Add(-1), x.Plus(-1, y)
	switch {
	case op == prim.Lt && is:
		return [][]affine.Form{{less}}
	case op == prim.Lt:
		return [][]affine.Form{{least}}
	case op == prim.Le && is:
		return [][]affine.Form{{most}}
	case op == prim.Le:
		return [][]affine.Form{{more}}
	case op == prim.Eq && is:
		return [][]affine.Form{{most, least}}
	case op == prim.Eq:
		return [][]affine.Form{{less}, {more}}
	}
	return nil
}

// inner reports whether a sum has a number that an iteration computes: it is known there alone.
func (f *finder) inner(x affine.Form) bool {
	return slices.ContainsFunc(x.Terms, func(t linear.Term[*core.Var]) bool { return f.bound[t.V] && f.iv.levels[t.V] == nil })
}

// both are alternatives of which each is one of the first and one of the second ones.
func both(xs, ys [][]affine.Form) (out [][]affine.Form) {
	for _, x := range xs {
		for _, y := range ys {
			out = append(out, slices.Concat(x, y))
		}
	}
	return out
}

// oneIteration is a level of which a case has one iteration.
type oneIteration struct {
	level *level
	at    affine.Form
}

// bound is a condition on the index of one level: it is at least, or at most, a sum of what is known outside.
type bound struct {
	when int // the number of the condition
	low  bool
	at   affine.Form
}

// pinned are updates without the conditions that always hold, an update for each iteration where conditions leave few of a level, and none
// where they leave none.
func (f *finder) pinned(s *addend, levels []*level) []*addend {
	for k, c := range s.when {
		if len(c.Terms) > 0 {
			continue
		} else if c.C < 0 {
			return nil
		}
		return f.pinned(s.dropped(k), levels)
	}
	for _, l := range levels {
		w, ok := affine.Of(l.w, f.def)
		if !ok {
			continue
		}
		bs := []bound{{-1, true, affine.Form{}}, {-1, false, w.Add(-1)}}
		for k, c := range s.when {
			rest, all := f.most(c.Without(l.i), levels)
			if n := c.Factor(l.i); n != 1 && n != -1 || slices.ContainsFunc(rest.Terms, func(t linear.Term[*core.Var]) bool { return f.bound[t.V] }) {
				continue
			} else if b := (bound{k, n > 0, rest.Times(-n)}); all && b.implied(bs[:2]) {
				return f.pinned(s.dropped(k), levels)
			} else {
				bs = append(bs, b)
			}
		}
		if first, n := fewest(bs); n <= maxPinned {
			var out []*addend
			for i := range n {
				out = append(out, f.pinned(s.at(oneIteration{l, first.Add(i)}), levels)...)
			}
			return out
		}
	}
	return []*addend{s}
}

// most is the most that a sum is in all iterations of the levels in it; all says that there are none.
func (f *finder) most(x affine.Form, levels []*level) (most affine.Form, all bool) {
	all = true
	for _, l := range levels {
		k := x.Factor(l.i)
		if k == 0 {
			continue
		}
		w, ok := affine.Of(l.w, f.def)
		if !ok {
			return x, false
		}
		if x, all = x.Without(l.i), false; k > 0 {
			x = x.Plus(k, w.Add(-1))
		}
	}
	return x, all
}

// implied reports whether a bound is one of others, or certainly weaker.
func (b bound) implied(others []bound) bool {
	return slices.ContainsFunc(others, func(o bound) bool {
		d, ok := o.at.Minus(b.at)
		return ok && b.low == o.low && (d == 0 || b.low == (d > 0))
	})
}

// fewest are the iterations that the closest two bounds leave, the first and how many; the first two bounds are those of all iterations.
func fewest(bs []bound) (first affine.Form, n int64) {
	n = maxPinned + 1
	for _, x := range bs {
		for _, y := range bs {
			if d, ok := y.at.Minus(x.at); ok && x.low && !y.low && (x.when >= 0 || y.when >= 0) && d+1 < n {
				first, n = x.at, max(d+1, 0)
			}
		}
	}
	return first, n
}

// dropped is an update without a condition.
func (s *addend) dropped(k int) *addend {
	n := *s
	n.when = slices.Delete(slices.Clone(s.when), k, k+1)
	return &n
}

// at is an update in one iteration of a level.
func (s *addend) at(x oneIteration) *addend {
	put := func(fs []affine.Form) []affine.Form {
		out := make([]affine.Form, len(fs))
		for i, f := range fs {
			out[i] = f.Put(x.level.i, x.at)
		}
		return out
	}
	n := *s
	n.idx, n.when, n.fixed = put(s.idx), put(s.when), append(slices.Clone(s.fixed), x)
	return &n
}
