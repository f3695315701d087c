package verify

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// code checks thread code in the current scope.
func (v *verifier) code(c seg.Code) {
	for _, s := range c {
		v.stm(s)
	}
}

func (v *verifier) inner(c seg.Code) { v.scoped(func() { v.code(c) }) }

func (v *verifier) stm(s seg.Stm) {
	s.Each(seg.Visitor{Mem: func(m *seg.Mem, _ seg.Access) { v.usable(s, m) }})
	switch s := s.(type) {
	case *seg.Let:
		v.prim(s.V, s.Op, s.T, s.Args)
	case *seg.Decl:
		v.declare(s.V, s.Init)
	case *seg.Set:
		v.set(s.V, s.Val)
	case *seg.Select:
		v.lanes(s.Cond, prim.Bool, s.V.Type.Lanes)
		v.lanes(s.Then, s.V.Type.Elem, s.V.Type.Lanes)
		v.lanes(s.Else, s.V.Type.Elem, s.V.Type.Lanes)
		v.bind(s.V)
	case *seg.Load:
		v.index(s.At)
		v.bind(s.V)
		if s.V.Type.Elem != s.Mem.Elem {
			v.errf("%s is loaded from %s", s.V, s.Mem.Elem)
		}
	case *seg.Store:
		v.index(s.At)
		v.vector(s.Val, s.Mem.Elem)
		if s.First != nil {
			v.atom(s.First, prim.I64)
			if s.Val.AtomType().Lanes == 0 {
				v.errf("the first lanes of %s are stored, which is no vector", s.Val)
			}
		}
	case *seg.Update:
		v.index(s.At)
		v.vector(s.Val, s.Mem.Elem)
		v.commutes(s.Op)
	case *seg.Check:
		v.atom(s.Cond, prim.Bool)
		if len(s.Args) > seg.MaxSiteArgs || len(s.Args) != len(s.Site.Types) {
			v.errf("a check has %d values, its site %d", len(s.Args), len(s.Site.Types))
		}
	case *seg.Reserve:
		v.atoms(s.Dims, prim.I64)
		if !s.Mem.Grow {
			v.errf("the memory %s_%d does not grow", s.Mem.Name, s.Mem.ID)
		}
	case *seg.For, *seg.Fold, *seg.While, *seg.If:
		v.control(s)
	default:
		v.explicit(s)
	}
}

func (v *verifier) control(s seg.Stm) {
	switch s := s.(type) {
	case *seg.For:
		if s.From != nil {
			v.atom(s.From, s.I.Type.Elem)
		}
		if s.Step < 0 {
			v.errf("a loop has step %d", s.Step)
		}
		v.interchanges(s.Interchange)
		v.scoped(func() { v.loop(s.I, s.Bound); v.code(s.Body) })
	case *seg.Fold:
		if s.From != nil {
			v.atom(s.From, s.I.Type.Elem)
		}
		v.interchanges(s.Interchange)
		v.scoped(func() {
			v.loop(s.I, s.Bound)
			v.code(s.Body)
			for i, a := range s.Vals {
				v.set(s.Accs[i], a)
				v.commutes(s.Ops[i])
			}
		})
	case *seg.While:
		v.scoped(func() {
			v.code(s.CondCode)
			v.atom(s.Cond, prim.Bool)
			v.code(s.Body)
		})
	case *seg.If:
		v.atom(s.Cond, prim.Bool)
		v.inner(s.Then)
		v.inner(s.Else)
	default: // the caller has the others
	}
}

func (v *verifier) commutes(op *prim.Op) {
	if !op.Assoc || !op.Comm {
		v.errf("an update by %s", op.Name)
	}
}

// vector checks an operand that may be a scalar or a vector.
func (v *verifier) vector(a core.Atom, t prim.Type) {
	if a == nil {
		v.errf("an operand is missing")
		return
	}
	v.lanes(a, t, a.AtomType().Lanes)
}

func (v *verifier) loop(i *core.Var, bound core.Atom) {
	v.atom(bound, i.Type.Elem)
	v.bind(i)
	if i.Type.Lanes != 0 {
		v.errf("the loop over %s has lanes", i)
	}
}
