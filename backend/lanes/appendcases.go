package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// The cases of a place: Note [Appending].

// mostCases bounds the cases of a place, mostConst its numbers.
const (
	mostCases = 64
	mostConst = 1 << 20
)

// cases goes through the cases of a store.
type cases struct {
	*appends
	store *appended
	holds map[core.Atom]bool // what conditions are, and numbers of one bit
	split core.Atom          // what must be known to go on
	of    []int              // the sums that places have
	n     int
	found []found
}

// found is a case: what sums count in it, and where the element goes, -1 for nowhere.
type found struct {
	counts map[*core.Var]int64
	to     int
}

// all finds where the store's elements go; false if nobody knows, or if they do not lie side by side.
func (c *cases) all() bool {
	c.holds = map[core.Atom]bool{}
	for j, s := range c.sums {
		if c.mentions(c.store.s.At, s) {
			c.of = append(c.of, j)
		}
	}
	if len(c.of) == 0 || !c.from() {
		return false
	}
	for _, f := range c.found {
		for _, n := range f.counts {
			if n != 0 && n != 1 {
				return false
			}
		}
	}
	for to, p := range c.store.by {
		for _, f := range c.found {
			step := p.at.Factor(c.i) // from the point before
			for v, n := range f.counts {
				step += p.at.Factor(v) * n
			}
			if here := f.to == to; here && step != 1 || !here && step != 0 {
				return false
			}
		}
	}
	c.store.of = c.of
	return len(c.store.by) > 0
}

// mentions reports whether a place is computed from a sum.
func (c *cases) mentions(at seg.Index, s *core.Var) bool {
	seen := map[core.Atom]bool{}
	var from func(a core.Atom) bool
	from = func(a core.Atom) bool {
		if a == core.Atom(s) {
			return true
		}
		if a == nil || seen[a] || c.defs[a] == nil {
			return false
		}
		seen[a] = true
		found := false
		seg.Operands(c.defs[a], func(x core.Atom) { found = found || from(x) })
		return found
	}
	return slices.ContainsFunc(at, func(t seg.Term) bool { return from(t.A) || from(t.B) })
}

// from goes through the cases from what holds so far on.
func (c *cases) from() bool {
	c.split = nil
	ok := c.one()
	if c.split == nil {
		return ok
	}
	if c.n++; c.n > mostCases {
		return false
	}
	x := c.split
	for _, is := range []bool{true, false} {
		c.holds[x] = is
		if !c.from() {
			return false
		}
	}
	delete(c.holds, x)
	return true
}

// one is a case: false if it is none that fits, or if something must be known first, which it says.
func (c *cases) one() bool {
	stores, bounds := c.stored()
	if c.split != nil || !stores && bounds != nil {
		return false
	}
	f := found{counts: map[*core.Var]int64{}, to: -1}
	for _, j := range c.of {
		v, ok := c.num(c.vals[j])
		if !ok || len(v.Terms) > 0 {
			return false
		}
		f.counts[c.sums[j]] = v.C + v.plus
	}
	if stores {
		if len(c.store.s.At) != 1 || c.store.s.At[0].B != nil {
			return false
		}
		at, ok := c.num(c.store.s.At[0].A)
		if !ok || !c.alike(at) {
			return false
		}
		f.to = c.goes(&placed{at: at, bounds: bounds})
	}
	c.store.some = c.store.some || !stores
	c.found = append(c.found, f)
	return true
}

// goes is the number of the places where an element goes.
func (c *cases) goes(p *placed) int {
	for to, q := range c.store.by {
		if q.same(p) {
			return to
		}
	}
	c.store.by = append(c.store.by, p)
	return len(c.store.by) - 1
}

// alike reports whether a form differs between lanes by the index and by sums only.
func (c *cases) alike(f form) bool {
	for _, t := range f.Terms {
		l, isLoad := c.defs[t.V].(*seg.Load)
		if c.defs[t.V] != nil && !isLoad || isLoad && !c.same(l) || t.V.Type.Elem != f.t || t.K != 1 && t.K != -1 {
			return false
		}
	}
	return true
}

// same reports whether all lanes read the same element, in any case.
func (c *cases) same(s *seg.Load) bool {
	return c.where[s] == nil && !slices.ContainsFunc(s.At, func(t seg.Term) bool {
		return c.defs[t.A] != nil || t.A == core.Atom(c.i) || t.B != nil && (c.defs[t.B] != nil || t.B == core.Atom(c.i))
	})
}

// stored reports whether the store is done in a case, if its place is below the bounds. Where it is done only if the place is not, there are bounds
// and it is not done.
func (c *cases) stored() (yes bool, bounds []core.Atom) {
	for u := c.where[c.store.s]; u != nil; u = u.up {
		is, under, ok := c.truth(u.cond)
		switch {
		case !ok:
			c.need(u.cond)
			return false, nil
		case len(under) > 0 && !u.holds:
			return false, under
		case is != u.holds:
			return false, nil
		}
		bounds = append(bounds, under...)
	}
	return true, bounds
}

// need says what must be known to go on.
func (c *cases) need(a core.Atom) {
	if c.split == nil {
		c.split = a
	}
}

// truth is whether a condition holds, if the place is below bounds; not ok if that must be known first.
func (c *cases) truth(a core.Atom) (is bool, bounds []core.Atom, ok bool) {
	if k, isConst := a.(core.Const); isConst {
		return k.Bool(), nil, true
	}
	if is, known := c.holds[a]; known {
		return is, nil, true
	}
	switch s := c.defs[a].(type) {
	case *seg.Let:
		switch {
		case s.Op == prim.Not:
			if is, bounds, ok = c.truth(s.Args[0]); ok && len(bounds) == 0 {
				return !is, nil, true
			}
			return false, nil, false
		case s.T == prim.Bool && (s.Op == prim.And || s.Op == prim.Or):
			return c.both(s)
		case s.Op == prim.Lt && s.T == prim.U64:
			if is, bounds, ok = c.below(s.Args[0], s.Args[1]); ok || c.split != nil {
				return is, bounds, ok
			}
		case s.Op == prim.Eq && s.T.IsInt():
			if is, ok = c.among(s); ok {
				return is, nil, true
			}
			if is, ok = c.equal(s.Args[0], s.Args[1]); ok || c.split != nil {
				return is, nil, ok
			}
		}
	case *seg.Select:
		if x, more, ok := c.truth(s.Cond); ok && len(more) == 0 {
			if x {
				return c.truth(s.Then)
			}
			return c.truth(s.Else)
		}
		return false, nil, false
	default: // nobody knows more
	}
	c.need(a)
	return false, nil, false
}

// both is truth for a conjunction or a disjunction.
func (c *cases) both(s *seg.Let) (is bool, bounds []core.Atom, ok bool) {
	for _, a := range s.Args {
		x, more, ok := c.truth(a)
		if !ok || s.Op == prim.Or && len(more) > 0 {
			return false, nil, false
		}
		if x == (s.Op == prim.Or) {
			return x, nil, true
		}
		bounds = append(bounds, more...)
	}
	return s.Op == prim.And, bounds, true
}

// below is truth for an index that is compared with a size: -1 and the size itself are outside.
func (c *cases) below(index, size core.Atom) (is bool, bounds []core.Atom, ok bool) {
	x, isIndex := c.defs[index].(*seg.Let)
	n, isSize := c.defs[size].(*seg.Let)
	if !isIndex || x.Op != prim.ToU64 || x.T != prim.I64 {
		return false, nil, false
	}
	bound := core.Atom(nil)
	if isSize && n.Op == prim.ToU64 && n.T == prim.I64 {
		bound = n.Args[0]
	}
	if bound == nil || c.defs[bound] != nil || bound == core.Atom(c.i) || slices.Contains(core.Atoms(c.sums), bound) {
		return false, nil, false
	}
	at, ok := c.num(x.Args[0])
	m, also := c.num(bound)
	if !ok || !also {
		return false, nil, false
	}
	rest := at.Plus(-1, m.Form)
	switch {
	case len(at.Terms) == 0 && at.C+at.plus == -1, len(rest.Terms) == 0 && rest.C == 0 && at.plus == 0 && at.t == prim.I64:
		return false, nil, true
	case slices.ContainsFunc(c.of, func(j int) bool { return at.Factor(c.sums[j]) != 0 }) && c.isPlace(x.Args[0]):
		return true, []core.Atom{bound}, true
	}
	return false, nil, false
}

// isPlace reports whether an index is the place of the store.
func (c *cases) isPlace(a core.Atom) bool {
	return len(c.store.s.At) == 1 && c.store.s.At[0].A == a && c.store.s.At[0].B == nil
}

// among is what follows for x = k from what is known of x and other numbers: x is one number only, and one of 0..m if it is cut to these bits.
func (c *cases) among(s *seg.Let) (is, ok bool) {
	k, isConst := core.IntConst(s.Args[1])
	if !isConst {
		return false, false
	}
	not := map[int64]bool{}
	for a, holds := range c.holds {
		o, isLet := c.defs[a].(*seg.Let)
		if !isLet || o.Op != prim.Eq || o.T != s.T || o.Args[0] != s.Args[0] {
			continue
		}
		if n, isConst := core.IntConst(o.Args[1]); isConst && holds && n != k {
			return false, true
		} else if isConst && !holds {
			not[n] = true
		}
	}
	cut, isCut := c.mask(s.Args[0])
	if !isCut || cut >= mostCases {
		return false, false
	}
	for n := range cut + 1 {
		if n != k && !not[n] {
			return false, k < 0 || k > cut
		}
	}
	return true, true
}

// equal is truth for two numbers, if both are known.
func (c *cases) equal(a, b core.Atom) (is, ok bool) {
	x, ok := c.num(a)
	if !ok {
		return false, false
	}
	y, ok := c.num(b)
	if !ok || len(x.Terms)+len(y.Terms) > 0 {
		return false, false
	}
	return x.C+x.plus == y.C+y.plus, true
}

// mask is the largest number that one can be which is cut to its lowest bits.
func (c *cases) mask(a core.Atom) (int64, bool) {
	s, ok := c.defs[a].(*seg.Let)
	if !ok {
		return 0, false
	}
	if s.Op == prim.And && s.T.IsInt() {
		for _, x := range s.Args {
			if k, ok := core.IntConst(x); ok && k >= 0 && k&(k+1) == 0 {
				return k, true
			}
		}
	}
	if s.Op.IsConversion() && s.T.IsInt() && s.V.Type.Elem.IsInt() {
		if k, ok := c.mask(s.Args[0]); ok && k < 128 {
			return k, true
		}
	}
	return 0, false
}
