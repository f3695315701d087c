package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// isPolynomial reports whether code consists of sums and products.
func isPolynomial(b core.Body) bool {
	return !slices.ContainsFunc(b.Stms, func(s core.Stm) bool {
		switch e := s.Exp.(type) {
		case *core.Use:
			return false
		case *core.PrimApp:
			return e.Op != prim.Add && e.Op != prim.Sub && e.Op != prim.Mul && e.Op != prim.Neg
		default: // more
			return true
		}
	})
}

// linearIn reports whether code uses values in sums and products alone.
func linearIn(b core.Body, vs []*core.Var) bool {
	l := &linear{of: &core.VarSet{}, ok: true}
	for _, v := range vs {
		l.of.Add(v)
	}
	for n := -1; n != len(l.of.List); { // what loops carry comes round
		n = len(l.of.List)
		l.body(b)
	}
	return l.ok
}

// linear follows values, and what is computed of them.
type linear struct {
	of *core.VarSet
	ok bool
}

func (l *linear) uses(as ...core.Atom) bool {
	return slices.ContainsFunc(as, func(a core.Atom) bool { v := core.AsVar(a); return v != nil && l.of.Has(v) })
}

func (l *linear) body(b core.Body) {
	for _, s := range b.Stms {
		l.stm(s)
	}
}

// give makes results depend on what they are made of.
func (l *linear) give(pat []*core.Var, from []core.Atom) {
	for k, v := range pat {
		if l.uses(from[k]) {
			l.of.Add(v)
		}
	}
}

func (l *linear) stm(s core.Stm) {
	switch e := s.Exp.(type) {
	case *core.PrimApp:
		sums := e.Op == prim.Add || e.Op == prim.Sub || e.Op == prim.Mul || e.Op == prim.Neg || e.Op == prim.Fma || e.Op == prim.Div && !l.uses(e.Args[1])
		l.ok = l.ok && (sums || !l.uses(e.Args...))
	case *core.Map:
		l.give(e.Fn.Params[len(e.Accs):], core.Atoms(e.Arrs))
		l.body(e.Fn.Body)
		l.give(s.Pat, e.Fn.Body.Result)
		return
	case *core.Reduce:
		if op, ok := core.IsBinOp(e.Fn); !ok || op.Op != prim.Add {
			l.ok = l.ok && !l.uses(core.Atoms(e.Arrs)...)
		}
	case *core.If:
		l.ok = l.ok && !l.uses(e.Cond)
		l.body(e.Then)
		l.body(e.Else)
		l.give(s.Pat, e.Then.Result)
		l.give(s.Pat, e.Else.Result)
		return
	case *core.Loop:
		l.give(e.Params, e.Init)
		l.body(e.Body)
		l.give(e.Params, e.Body.Result)
		l.give(s.Pat, core.Atoms(e.Params))
		l.ok = l.ok && (e.Cond == nil || !anyIn(l.of, core.FreeInBody(*e.Cond).List))
		return
	case *core.WithAcc:
		l.body(e.Fn.Body)
	case *core.Use, *core.Copy, *core.Index, *core.Slice, *core.Update, *core.UpdateSlice, *core.Rearrange, *core.Reshape, *core.Reverse, *core.Rotate,
		*core.Replicate, *core.Concat, *core.UpdateAcc:
	default: // asks for more
		l.ok = l.ok && !anyIn(l.of, core.FreeInStm(s).List)
	}
	if anyIn(l.of, core.FreeInStm(s).List) {
		for _, v := range s.Pat {
			l.of.Add(v)
		}
	}
}
