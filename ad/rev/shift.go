package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// shift is a map that inverts result k of the map m, y = x + s or x - s, or rows of such; its first operand, which has no name, is y. Nil if there is
// none. s is made of others by sums and products, and x is of the operands that are old, which are not used for anything else.
func shift(m *core.Map, k int, old func(*core.Var) bool) *core.Map {
	s := &shifter{m: m, old: old, defs: map[*core.Var]core.Exp{}}
	for _, st := range m.Fn.Body.Stms {
		for _, v := range st.Pat {
			s.defs[v] = st.Exp
		}
	}
	y := core.AsVar(s.plain(m.Fn.Body.Result[k]))
	switch e := s.defs[y].(type) {
	case *core.PrimApp:
		return s.point(e)
	case *core.Map:
		return s.row(e, y)
	default: // something else
		return nil
	}
}

type shifter struct {
	m    *core.Map
	old  func(*core.Var) bool
	defs map[*core.Var]core.Exp
}

// plain is what other names stand for.
func (s *shifter) plain(a core.Atom) core.Atom {
	for {
		u, ok := s.defs[core.AsVar(a)].(*core.Use)
		if !ok {
			return a
		}
		a = u.Atom
	}
}

// isOld reports whether a parameter of the map is an element or a row of what is overwritten.
func (s *shifter) isOld(a core.Atom) bool {
	n := slices.Index(s.m.Fn.Params, core.AsVar(s.plain(a)))
	return n >= 0 && s.old(s.m.Arrs[n])
}

// point inverts a sum.
func (s *shifter) point(sum *core.PrimApp) *core.Map {
	if sum.Op != prim.Add && sum.Op != prim.Sub {
		return nil
	}
	was, part := s.plain(sum.Args[0]), s.plain(sum.Args[1])
	if sum.Op == prim.Add && !s.isOld(was) {
		was, part = part, was
	}
	of := core.Needed(core.Body{Stms: s.m.Fn.Body.Stms, Result: []core.Atom{part}})
	if !s.isOld(was) || !isPolynomial(of) {
		return nil
	}
	back := &core.PrimApp{Op: prim.Add, T: sum.T, Args: []core.Atom{was, part}}
	if sum.Op == prim.Add {
		back.Op = prim.Sub
	}
	return s.with(core.AsVar(was), of, back, core.Prim(sum.T))
}

// row inverts a map over a row.
func (s *shifter) row(inner *core.Map, y *core.Var) *core.Map {
	back := shift(inner, 0, func(v *core.Var) bool { return s.isOld(v) })
	k := slices.IndexFunc(inner.Arrs, func(v *core.Var) bool { return s.isOld(v) })
	if back == nil || len(inner.Fn.Ret) != 1 || k < 0 {
		return nil
	}
	was := core.AsVar(s.plain(inner.Arrs[k]))
	back.Arrs[0] = was
	var result []core.Atom
	for _, v := range core.FreeInExp(back).List {
		if v != was {
			result = append(result, v)
		}
	}
	of := core.Needed(core.Body{Stms: s.m.Fn.Body.Stms, Result: result})
	if slices.ContainsFunc(of.Stms, func(st core.Stm) bool { return !st.Pat[0].Type.IsScalar() }) || !isPolynomial(of) || slices.ContainsFunc(result, s.isOld) {
		return nil
	}
	return s.with(was, of, back, y.Type)
}

// with is the map whose points are what back makes of y, by the name was, after other code that does not use what is overwritten; nil if that does.
func (s *shifter) with(was *core.Var, of core.Body, back core.Exp, t core.Type) *core.Map {
	arrs, params := []*core.Var{nil}, []*core.Var{was}
	x := core.NewVar(was.Name, t)
	body := core.Body{Stms: append(slices.Clone(of.Stms), core.Stm{Pat: []*core.Var{x}, Exp: back}), Result: []core.Atom{x}}
	free := core.FreeInBody(of)
	for _, v := range core.FreeInExp(back).List {
		if v != was {
			free.Add(v)
		}
	}
	for n, v := range s.m.Fn.Params {
		switch {
		case !free.Has(v):
		case s.old(s.m.Arrs[n]):
			return nil
		default:
			arrs, params = append(arrs, s.m.Arrs[n]), append(params, v)
		}
	}
	return &core.Map{W: s.m.W, Arrs: arrs, Fn: core.Rename(&core.Lambda{Params: params, Ret: []core.Type{t}, Body: body})}
}
