package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// Note [Hoisted checks]
//
// A check of an index in a loop costs more than the access, and what comes after a loop is hardly ever known of it at
// compile time: a[i*(i+1)/2 + j] for j <= i stays inside of a packed triangle only if that has the size it should have.
// But an index that goes in equal steps is in range everywhere if it is so in the first and in the last iteration. So
//
//	for j < n { ... check 0 <= b + s*j < m ... }
//
// becomes
//
//	if not (0 <= b < m && 0 <= b + s*(n-1) < m) { for j < n { all checks } }
//	for j < n { ... }
//
// where the first loop makes the checks of the second, in their order, and nothing else; the failure is the same one. A check
// under a condition may be hoisted, too: if it would fail in an iteration that does not come to it the first loop runs in
// vain. Nothing that the checks depend on may change in the loop. Steps and numbers of iterations below 2^31 cannot
// take an index around all 64 bits and back into the range.

// hoisting takes checks out of the loop over i below n.
type hoisting struct {
	b       *seg.Builder
	i       *core.Var
	n       core.Atom
	def     map[core.Atom]seg.Stm // what binds a variable in the body
	changes map[core.Atom]bool    // variables that the body sets
	written map[*seg.Mem]bool
	moved   map[core.Atom]core.Atom // invariant values, computed before the loop
	cond    core.Atom
}

// line is the values that an index has: base + step*i.
type line struct{ base, step core.Atom }

// Hoist makes the checks of indices in loops before these, for all iterations, where that can be said.
func Hoist(p *seg.Prog) *seg.Prog {
	return eachCode(p, func(_ *seg.Kernel, c seg.Code) seg.Code { return hoisted(c) })
}

// hoisted is code whose loops have no checks that can be made before them, inner loops first.
func hoisted(c seg.Code) (out seg.Code) {
	for _, s := range c {
		b := &seg.Builder{}
		switch x := s.Map(seg.Mapper{Code: hoisted}).(type) {
		case *seg.For:
			x.Body = hoistRepeated(b, iterates(x.From, x.Bound), x.Body, []core.Atom{x.I}, nil)
			if x.FromZero() {
				x.Body = hoistFrom(b, x.I, x.Bound, x.Body)
			}
			b.Add(x)
		case *seg.Fold:
			x.Body = hoistRepeated(b, iterates(x.From, x.Bound), x.Body, append(core.Atoms(x.Accs), x.I), x.Vals)
			x.Body = hoistFrom(b, x.I, x.Bound, x.Body)
			b.Add(x)
		case *seg.While:
			if computesOnly(x.CondCode) {
				x.Body = hoistRepeated(b, func(b *seg.Builder) core.Atom {
					r := &seg.Renaming{}
					b.Add(r.Code(x.CondCode)...)
					return r.Atom(x.Cond)
				}, x.Body, nil, nil)
			}
			b.Add(x)
		default:
			b.Add(x)
		}
		out = append(out, b.Code...)
	}
	return out
}

// iterates computes whether a loop has an iteration; nil if it has one for sure.
func iterates(from, bound core.Atom) func(b *seg.Builder) core.Atom {
	if from == nil {
		from = core.Const{Scalar: prim.Zero(bound.AtomType().Elem)}
	}
	lo, loc := core.IntConst(from)
	hi, hic := core.IntConst(bound)
	if loc && hic && lo < hi {
		return nil
	}
	return func(b *seg.Builder) core.Atom { return b.Op("more", prim.Lt, bound.AtomType().Elem, from, bound) }
}

// hoistFrom is the body of a loop without the checks that one before it makes, which is added if there are any.
func hoistFrom(b *seg.Builder, i *core.Var, n core.Atom, body seg.Code) seg.Code {
	if c, ok := core.IntConst(n); ok && c < limits.Now.LeastHoisted || i.Type.Elem != prim.I64 {
		return body
	}
	h := &hoisting{b: b, i: i, n: n, def: map[core.Atom]seg.Stm{}, changes: map[core.Atom]bool{}, written: map[*seg.Mem]bool{},
		moved: map[core.Atom]core.Atom{}}
	if !h.look(body) {
		return body
	}
	all := h.checks(body)
	if all == nil {
		return body
	}
	gone := map[seg.Stm]bool{}
	for _, c := range indexChecks(body) {
		if h.ends(c) {
			gone[c] = true
		}
	}
	if len(gone) == 0 {
		return body
	}
	bad := b.Op("bad", prim.Not, prim.Bool, h.cond)
	b.Add(&seg.If{Cond: bad, Then: new(seg.Renaming).Code(seg.Code{&seg.For{I: i, Bound: n, Body: all}}), Unlikely: true})
	return h.without(body, gone)
}

// look learns what the body changes; false if a loop in it has checks of its own, or if it may run without end.
func (h *hoisting) look(body seg.Code) bool {
	ok, found := true, false
	seg.Walk(body, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Set:
			h.changes[s.V] = true
		case *seg.Fold:
			for _, a := range s.Accs {
				h.changes[a] = true
			}
			ok = ok && !hasChecks(s.Body)
		case *seg.For:
			ok = ok && !hasChecks(s.Body)
		case *seg.Store:
			h.written[s.Mem] = true
		case *seg.Update:
			h.written[s.Mem] = true
		case *seg.While, *seg.Reserve:
			ok = false
		case *seg.Check:
			found = true
		default: // changes nothing
		}
		if v := seg.Binds(s); v != nil {
			h.def[v] = s
		}
	})
	return ok && found
}

func hasChecks(c seg.Code) bool {
	found := false
	seg.Walk(c, func(s seg.Stm) {
		_, is := s.(*seg.Check)
		found = found || is
	})
	return found
}

// indexChecks are the checks of a code without loops around them.
func indexChecks(c seg.Code) (out []*seg.Check) {
	for _, s := range c {
		switch s := s.(type) {
		case *seg.Check:
			out = append(out, s)
		case *seg.If:
			out = append(append(out, indexChecks(s.Then)...), indexChecks(s.Else)...)
		default: // no check
		}
	}
	return out
}

// checks is the body with nothing but its checks and what they need; nil if that may change in the loop.
func (h *hoisting) checks(body seg.Code) seg.Code {
	live, ok := map[core.Atom]bool{}, true
	var slice func(c seg.Code) seg.Code
	slice = func(c seg.Code) (out seg.Code) {
		for _, s := range slices.Backward(c) {
			switch x := s.(type) {
			case *seg.Check:
			case *seg.If:
				f := &seg.If{Cond: x.Cond, Else: slice(x.Else), Then: slice(x.Then), Unlikely: x.Unlikely}
				if len(f.Then)+len(f.Else) == 0 {
					continue
				}
				s = f
			case *seg.Let, *seg.Select:
				if !live[seg.Binds(s)] {
					continue
				}
			case *seg.Load:
				if !live[x.V] {
					continue
				}
				ok = ok && !h.written[x.Mem]
			default:
				continue
			}
			seg.Operands(s, func(a core.Atom) { live[a] = true; ok = ok && !h.changes[a] })
			out = append(out, s)
		}
		slices.Reverse(out)
		return out
	}
	if out := slice(body); ok {
		return out
	}
	return nil
}

// ends adds to the condition that a check holds in the first and the last iteration; false if that says nothing about
// those between.
func (h *hoisting) ends(c *seg.Check) bool {
	in, ok := h.def[c.Cond].(*seg.Let)
	if !ok || in.Op != prim.Lt || in.T != prim.U64 {
		return false
	}
	x, m := h.word(in.Args[0]), h.word(in.Args[1])
	if x == nil || m == nil {
		return false
	}
	at, ok := h.lineOf(x)
	size, fixed := h.fixed(m)
	if !ok || !fixed {
		return false
	}
	h.require(h.inRange(at.base, size))
	if core.IsInt(at.step, 0) {
		return true
	}
	last := h.op(prim.Add, at.base, h.op(prim.Mul, at.step, h.op(prim.Sub, h.n, core.IntC(1))))
	h.require(h.inRange(last, size))
	if s, known := core.IntConst(at.step); !known || s < -1 || s > 1 {
		const half = 1 << 31
		h.require(h.inRange(h.n, core.IntC(half)))
		if !known || s < -half || s > half {
			h.require(h.inRange(h.op(prim.Add, at.step, core.IntC(half)), core.IntC(2*half)))
		}
	}
	return true
}

// word is the number that is compared without its sign; nil if it is not one of 64 bits.
func (h *hoisting) word(a core.Atom) core.Atom {
	if l, ok := h.def[a].(*seg.Let); ok && l.Op == prim.ToU64 && l.T == prim.I64 {
		return l.Args[0]
	}
	return nil
}

// require adds to the condition.
func (h *hoisting) require(c core.Atom) {
	if h.cond != nil {
		c = h.b.Op("c", prim.And, prim.Bool, h.cond, c)
	}
	h.cond = c
}

// inRange is the condition 0 <= i < n.
func (h *hoisting) inRange(i, n core.Atom) core.Atom {
	u := h.b.Op("u", prim.ToU64, prim.I64, i)
	return h.b.Op("in", prim.Lt, prim.U64, u, h.b.Op("m", prim.ToU64, prim.I64, n))
}

// op computes with numbers that may be out of range.
func (h *hoisting) op(op *prim.Op, a, b core.Atom) core.Atom {
	if x := seg.FoldIndex(op, a, b); x != nil {
		return x
	}
	return h.b.Op("x", op, prim.I64, a, b)
}

// fixed is the value of an atom that is the same in all iterations, computed before the loop.
func (h *hoisting) fixed(a core.Atom) (core.Atom, bool) {
	if h.changes[a] || a == core.Atom(h.i) {
		return nil, false
	}
	s, inside := h.def[a]
	if !inside {
		return a, true
	}
	if x := h.moved[a]; x != nil {
		return x, true
	}
	l, ok := s.(*seg.Let)
	if !ok || !l.T.IsInt() || l.Op.Fails && !harmless(l) {
		return nil, false
	}
	args := make([]core.Atom, len(l.Args))
	for k, b := range l.Args {
		if args[k], ok = h.fixed(b); !ok {
			return nil, false
		}
	}
	x := h.b.Op(l.V.Name, l.Op, l.T, args...)
	h.moved[a] = x
	return x, true
}

// harmless reports whether an operator which may fail does not, by a constant operand.
func harmless(l *seg.Let) bool {
	n, ok := core.IntConst(l.Args[1])
	return ok && n > 0
}

// lineOf is an index as base + step*i, which the arithmetic of words keeps even if it overflows.
func (h *hoisting) lineOf(a core.Atom) (line, bool) {
	if a == core.Atom(h.i) {
		return line{core.IntC(0), core.IntC(1)}, true
	}
	if x, ok := h.fixed(a); ok {
		return line{x, core.IntC(0)}, true
	}
	l, ok := h.def[a].(*seg.Let)
	if !ok || l.T != prim.I64 || len(l.Args) != 2 {
		return line{}, false
	}
	x, okX := h.lineOf(l.Args[0])
	y, okY := h.lineOf(l.Args[1])
	if !okX || !okY {
		return line{}, false
	}
	switch l.Op {
	case prim.Add, prim.Sub:
		return line{h.op(l.Op, x.base, y.base), h.op(l.Op, x.step, y.step)}, true
	case prim.Mul:
		if core.IsInt(x.step, 0) {
			x, y = y, x
		}
		if core.IsInt(y.step, 0) {
			return line{h.op(prim.Mul, x.base, y.base), h.op(prim.Mul, x.step, y.base)}, true
		}
	}
	return line{}, false
}

// without is a code without some checks, and what only these need.
func (h *hoisting) without(c seg.Code, gone map[seg.Stm]bool) seg.Code {
	uses, only := map[core.Atom]int{}, map[seg.Stm]bool{}
	seg.Walk(c, func(s seg.Stm) {
		seg.Operands(s, func(a core.Atom) { uses[a]++ })
		if gone[s] {
			in := h.def[s.(*seg.Check).Cond].(*seg.Let)
			only[in], only[h.def[in.Args[0]]], only[h.def[in.Args[1]]] = true, true, true
		}
	})
	var clean func(c seg.Code) seg.Code
	clean = func(c seg.Code) (out seg.Code) {
		for _, s := range slices.Backward(c) {
			if gone[s] || only[s] && uses[seg.Binds(s)] == 0 {
				seg.Operands(s, func(a core.Atom) { uses[a]-- })
				continue
			}
			if f, ok := s.(*seg.If); ok {
				g := *f
				g.Else, g.Then = clean(f.Else), clean(f.Then)
				s = &g
			}
			out = append(out, s)
		}
		slices.Reverse(out)
		return out
	}
	return clean(c)
}
