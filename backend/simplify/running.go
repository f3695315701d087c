package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// Note [Running sums]
//
// A loop of sequential code that does nothing with a variable but add to it, or subtract from it, is a sum, as a substitution has it. Each
// addition waits for the one before. As a fold it has several sums, which are vectors:
//
//	for i < n                           var t = -0
//	  x = ...                           fold i < n into t by add
//	  y = sub s x              ->         x = ...
//	  set s = y                           yield x
//	                                    set s = sub s t
//
// Loops on core that have sums are reductions already (Note [Sums of loops] in lang/opt/nest, which says why the order may change), but for those
// that stand in other loops and whose bounds depend on these: as parallel code they would be launches.

// running is a loop that adds to variables.
type running struct {
	fold *seg.Fold
	vars []*core.Var
	ops  []*prim.Op // by which a variable takes its sum
}

// runningOf is a loop as running sums; nil if it does anything else.
func runningOf(l *seg.For) *running {
	if n, ok := core.IntConst(l.Bound); ok && n < 2*int64(limits.Now.PartialSums) {
		return nil
	}
	if !l.FromZero() || l.Interchange != seg.NoInterchange || l.I.Type.Elem != prim.I64 || l.Step > 1 {
		return nil
	}
	n := len(l.Body)
	for n > 0 {
		if _, ok := l.Body[n-1].(*seg.Set); !ok {
			break
		}
		n--
	}
	code, b := seg.Code{}, &seg.Builder{}
	c := &chain{uses: countUses(l.Body), lets: map[core.Atom]*seg.Let{}, links: map[*seg.Let]bool{}}
	for _, s := range l.Body[:n] {
		switch s := s.(type) {
		case *seg.Let:
			c.lets[s.V] = s
		case *seg.Load:
			if s.Ordered {
				return nil
			}
		case *seg.Select:
		default:
			return nil
		}
		code = append(code, s)
	}
	r := &running{fold: &seg.Fold{I: l.I, Bound: l.Bound}}
	for _, s := range l.Body[n:] {
		if set := s.(*seg.Set); !r.add(b, c, set.V, set.Val) {
			return nil
		}
	}
	if len(r.vars) == 0 || len(r.vars) > mostTotals {
		return nil
	}
	code = slices.DeleteFunc(code, func(s seg.Stm) bool { x, ok := s.(*seg.Let); return ok && c.links[x] })
	r.fold.Body = append(code, b.Code...)
	return r
}

// chain knows how values are computed in a loop.
type chain struct {
	uses  map[core.Atom]int
	lets  map[core.Atom]*seg.Let
	links map[*seg.Let]bool // what adds to a variable
}

// term is what is added, or subtracted.
type term struct {
	val   core.Atom
	minus bool
}

// terms are what is added to a variable to give val; nil if it is something else, or if the variable or a sum on the way has another use.
func (c *chain) terms(v *core.Var, val core.Atom) []term {
	var out []term
	for val != core.Atom(v) {
		l := c.lets[val]
		if l == nil || c.uses[val] != 1 || l.Idx {
			return nil
		}
		c.links[l] = true
		switch {
		case l.T == v.Type.Elem && l.Op == prim.To(l.T):
			val = l.Args[0]
		case l.Op == prim.Add && c.leadsTo(v, l.Args[1]):
			out, val = append(out, term{l.Args[0], false}), l.Args[1]
		case l.Op == prim.Add || l.Op == prim.Sub:
			out, val = append(out, term{l.Args[1], l.Op == prim.Sub}), l.Args[0]
		default:
			return nil
		}
	}
	if c.uses[v] != 2 { // here, and where it is set
		return nil
	}
	return out
}

// leadsTo reports whether a value is a variable to which sums have added something.
func (c *chain) leadsTo(v *core.Var, val core.Atom) bool {
	for val != core.Atom(v) {
		l := c.lets[val]
		if l == nil || len(l.Args) == 0 {
			return false
		}
		if l.Op == prim.Add && c.leadsTo(v, l.Args[1]) {
			return true
		}
		val = l.Args[0]
	}
	return true
}

// add takes in a variable that a loop sets.
func (r *running) add(b *seg.Builder, c *chain, v *core.Var, val core.Atom) bool {
	terms := c.terms(v, val)
	if len(terms) == 0 {
		return false
	}
	slices.Reverse(terms)
	op := prim.Add
	if !slices.ContainsFunc(terms, func(t term) bool { return !t.minus }) {
		op = prim.Sub
	}
	t := v.Type.Elem
	var sum core.Atom
	for _, x := range terms {
		switch minus := x.minus && op == prim.Add; {
		case sum == nil && minus:
			sum = b.Op("minus", prim.Neg, t, x.val)
		case sum == nil:
			sum = x.val
		case minus:
			sum = b.Op("sum", prim.Sub, t, sum, x.val)
		default:
			sum = b.Op("sum", prim.Add, t, sum, x.val)
		}
	}
	r.vars, r.ops = append(r.vars, v), append(r.ops, op)
	r.fold.Accs = append(r.fold.Accs, core.NewVar("total", v.Type))
	r.fold.Ops, r.fold.Vals = append(r.fold.Ops, prim.Add), append(r.fold.Vals, sum)
	return true
}

// write adds the sums, and what adds them to the variables.
func (r *running) write(b *seg.Builder) {
	b.Add(starts(r.fold)...)
	b.Add(r.fold)
	for k, v := range r.vars {
		b.Set(v, b.Op("sum", r.ops[k], v.Type.Elem, v, r.fold.Accs[k]))
	}
}
