package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Ranges drops the checks of indices that are known to be in range, and the guards of what need not be guarded; see Note [Facts].
func Ranges(p *seg.Prog) *seg.Prog {
	host := factsOfHost(p)
	return eachCode(p, func(k *seg.Kernel, c seg.Code) seg.Code {
		r := &ranger{facts: newFacts(host, k), is: map[core.Atom]core.Atom{}}
		r.space = k.Space
		for _, d := range k.Space {
			r.within(d.I, d.N)
		}
		if k.After != nil {
			r.within(k.After.At, k.Space[0].N)
		}
		return withoutUnused(r.code(c), k)
	})
}

// ranger knows the conditions that hold for sure, and those that come to another one.
type ranger struct {
	*facts
	is    map[core.Atom]core.Atom
	space []seg.Dim // of the kernel, which has a point
}

// atom is what an operand comes to.
func (r *ranger) atom(a core.Atom) core.Atom {
	if x := r.is[a]; x != nil {
		return x
	}
	return a
}

func isTrue(a core.Atom) bool { return core.IsConst(a, prim.BoolOf(true)) }

func isFalse(a core.Atom) bool { return core.IsConst(a, prim.BoolOf(false)) }

// settledBool is what a negation, a conjunction or a disjunction comes to if an operand is known, else nil.
func settledBool(s *seg.Let) core.Atom {
	if s.T != prim.Bool {
		return nil
	}
	x, y := s.Args[0], s.Args[len(s.Args)-1]
	switch s.Op {
	case prim.Not:
		if isTrue(x) || isFalse(x) {
			return core.BoolC(isFalse(x))
		}
	case prim.And:
		if isTrue(x) || isFalse(y) {
			return y
		} else if isTrue(y) || isFalse(x) {
			return x
		}
	case prim.Or:
		if isFalse(x) || isTrue(y) {
			return y
		} else if isFalse(y) || isTrue(x) {
			return x
		}
	}
	return nil
}

// code is code without what is known.
func (r *ranger) code(c seg.Code) (out seg.Code) {
	for _, s := range c {
		out = append(out, r.stm(s)...)
	}
	return out
}

// block is code whose facts end with it.
func (r *ranger) block(c seg.Code, given ...fact) (out seg.Code) {
	r.scoped(func() {
		r.assume(given)
		out = r.code(c)
	})
	return out
}

func (r *ranger) stm(s seg.Stm) seg.Code {
	s = s.Map(seg.Mapper{Atom: r.atom})
	switch s := s.(type) {
	case *seg.Let:
		r.condition(s)
		r.let(s)
		return seg.Code{s}
	case *seg.Select:
		r.choice(s)
	case *seg.Set:
		r.forget(s.V)
	case *seg.Check:
		if isTrue(s.Cond) {
			return nil
		}
		r.assume(r.claims(s.Cond).yes)
	case *seg.If:
		if isTrue(s.Cond) {
			return r.code(s.Then)
		}
		if isFalse(s.Cond) {
			return r.code(s.Else)
		}
		said := r.claims(s.Cond)
		n := *s
		n.Then, n.Else = r.block(s.Then, said.yes...), r.block(s.Else, said.no...)
		return seg.Code{&n}
	case *seg.For:
		r.changes(s)
		if s.I.Type.Elem.Size() == 8 && s.FromZero() {
			r.within(s.I, s.Bound)
			return r.inside(s, r.runs(s.Bound)...)
		}
		return r.inside(s)
	case *seg.Fold:
		r.changes(s)
		r.within(s.I, s.Bound)
		return r.inside(s, r.runs(s.Bound)...)
	case *seg.While:
		r.changes(s)
		return r.inside(s)
	default:
		return seg.Code{s}
	}
	return seg.Code{s}
}

// inside is a loop with code without what is known, given some facts; afterwards nothing is known of what it changes.
func (r *ranger) inside(s seg.Stm, given ...fact) seg.Code {
	out := s.Map(seg.Mapper{Code: func(c seg.Code) seg.Code { return r.block(c, given...) }})
	r.changes(s)
	return seg.Code{out}
}

// changes forgets what is known of what a statement changes.
func (r *ranger) changes(s seg.Stm) {
	seg.Walk(seg.Code{s}, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Set:
			r.forget(s.V)
		case *seg.Fold:
			for _, a := range s.Accs {
				r.forget(a)
			}
		default: // changes no variable
		}
	})
}

// condition notes of a condition that it holds for sure, or that it comes to one of two since the other one does.
func (r *ranger) condition(s *seg.Let) {
	switch {
	case s.Op == prim.Lt && s.T == prim.U64 && r.word(s.Args[0]) != nil && r.word(s.Args[1]) != nil:
		if r.tested(r.word(s.Args[0]), r.word(s.Args[1])) {
			r.is[s.V] = core.BoolC(true)
		}
	case s.Op == prim.Le && s.T == prim.I64 && core.IsInt(s.Args[0], 0) && (r.isSize(s.Args[1]) ||
		slices.ContainsFunc(r.space, func(d seg.Dim) bool { return d.N == s.Args[1] })):
		r.is[s.V] = core.BoolC(true)
	case s.Op == prim.Le && s.T == prim.I64 && r.ordered(s.Args[0], s.Args[1], 0), s.Op == prim.Lt && s.T == prim.I64 && r.ordered(s.Args[0], s.Args[1], 1):
		r.is[s.V] = core.BoolC(true)
	case s.Op == prim.Le && s.T == prim.I64 && r.ordered(s.Args[1], s.Args[0], 1), s.Op == prim.Lt && s.T == prim.I64 && r.ordered(s.Args[1], s.Args[0], 0):
		r.is[s.V] = core.BoolC(false)
	case s.Op == prim.Eq && s.T == prim.I64 && (r.ordered(s.Args[0], s.Args[1], 1) || r.ordered(s.Args[1], s.Args[0], 1)):
		r.is[s.V] = core.BoolC(false)
	default:
		if a := settledBool(s); a != nil {
			r.is[s.V] = a
		}
	}
}

// withoutUnused is the code of a kernel without conditions on indices that nothing needs any more.
func withoutUnused(c seg.Code, k *seg.Kernel) seg.Code {
	uses := countUses(c)
	for _, a := range k.Vals {
		uses[a]++
	}
	if k.Op != nil {
		for _, a := range k.Op.Res {
			uses[a]++
		}
	}
	for _, a := range k.Accs {
		for _, r := range a.Op.Res {
			uses[r]++
		}
	}
	return dropUnused(c, uses)
}

// dropUnused is code without them, last ones first.
func dropUnused(c seg.Code, uses map[core.Atom]int) (out seg.Code) {
	for _, s := range slices.Backward(c) {
		l, ok := s.(*seg.Let)
		if ok && uses[l.V] == 0 && (l.Op == prim.ToU64 || (l.T == prim.U64 || l.T == prim.I64) && (l.Op == prim.Lt || l.Op == prim.Eq) || l.Op == prim.Le || (l.Op == prim.And || l.Op == prim.Or || l.Op == prim.Not) && l.T == prim.Bool) {
			for _, a := range l.Args {
				uses[a]--
			}
			continue
		}
		out = append(out, s.Map(seg.Mapper{Code: func(c seg.Code) seg.Code { return dropUnused(c, uses) }}))
	}
	slices.Reverse(out)
	return out
}
