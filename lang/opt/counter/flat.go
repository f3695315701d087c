package counter

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Flat loops]
//
// A loop over all pairs of indices may count them in one, as loops over matrices that lie in one dimension do:
//
//	loop s for p < n * m do s + f (p / m) (p % m)     becomes     loop s for i < n do loop s for j < m do s + f i j
//
// so that it is the nest that it stands for (package rows does the same for maps). [ours] n and m are sizes of arrays or constants, so none is negative.

// flat is a loop over n * m as two loops, the inner one over the factor by which the counter is divided; nil if it is no such loop.
func (w *widener) flat(s core.Stm, e *core.Loop) *core.Loop {
	factors, ok := w.products[core.AsVar(e.Bound)]
	if !ok || e.I == nil || e.I.Type.Elem != prim.I64 || len(e.Attrs) > 0 || slices.ContainsFunc(e.Params, func(p *core.Var) bool { return mentioned(p, e.Params) || mentioned(p, s.Pat) }) {
		return nil
	}
	names := namesOf(e.I, e.Body)
	for k, m := range factors {
		if n := factors[1-k]; w.isSize(n) && w.isSize(m) && divides(e.Body, names, m) {
			out := split(e, names, n, m)
			if more := w.flat(s, out); more != nil { // n is a product as well
				return more
			}
			return out
		}
	}
	return nil
}

// namesOf are the names that a body has for a counter.
func namesOf(i *core.Var, b core.Body) map[core.Atom]bool {
	names := map[core.Atom]bool{i: true}
	core.Walk(b, func(s core.Stm) {
		if u, ok := s.Exp.(*core.Use); ok && names[u.Atom] {
			names[s.Pat[0]] = true
		}
	})
	return names
}

// split counts to n outside and to m inside.
func split(e *core.Loop, names map[core.Atom]bool, n, m core.Atom) *core.Loop {
	i, j := core.NewVar(e.I.Name, e.I.Type), core.NewVar(e.I.Name, e.I.Type)
	b := &core.Builder{}
	if len(e.Body.Stms) > 0 {
		b.Src = e.Body.Stms[0].Src
	}
	at := b.Prim(prim.Mul, prim.I64, i, m)
	b.Add([]*core.Var{e.I}, &core.PrimApp{Op: prim.Add, T: prim.I64, Args: []core.Atom{at, j}})
	body := core.Replace(e.Body, func(s core.Stm) core.Exp {
		op, ok := s.Exp.(*core.PrimApp)
		if !ok || len(op.Args) != 2 || !names[op.Args[0]] || op.T != prim.I64 {
			return nil
		}
		quotient := op.Op == prim.Div || op.Op == prim.Quot
		switch {
		case op.Args[1] == m && quotient:
			return &core.Use{Atom: i}
		case op.Args[1] == m && (op.Op == prim.Mod || op.Op == prim.Rem):
			return &core.Use{Atom: j}
		}
		return nil
	})
	inner := &core.Loop{Params: e.Params, I: j, Bound: m, Body: core.Body{Stms: append(b.Stms, body.Stms...), Result: body.Result}}
	outer := &core.Loop{Init: e.Init, I: i, Bound: n}
	var after []*core.Var
	for _, p := range e.Params {
		q := core.NewVar(p.Name, p.Type)
		outer.Params, inner.Init, after = append(outer.Params, q), append(inner.Init, q), append(after, core.NewVar(p.Name, p.Type))
	}
	outer.Body = core.Body{Stms: []core.Stm{{Pat: after, Exp: inner, Src: b.Src}}, Result: core.Atoms(after)}
	return outer
}

// divides reports whether a body divides a counter, which has names, by m.
func divides(b core.Body, names map[core.Atom]bool, m core.Atom) (found bool) {
	core.Walk(b, func(s core.Stm) {
		if op, ok := s.Exp.(*core.PrimApp); ok && len(op.Args) == 2 && names[op.Args[0]] && op.Args[1] == m {
			found = found || op.Op == prim.Div || op.Op == prim.Quot
		}
	})
	return found
}

// isSize reports whether a number is known not to be negative: a size of an array, or a constant.
func (w *widener) isSize(a core.Atom) bool {
	if n, ok := core.IntConst(a); ok {
		return n > 0
	}
	if f, ok := w.products[core.AsVar(a)]; ok {
		return w.isSize(f[0]) && w.isSize(f[1])
	}
	return w.sizes[core.AsVar(a)]
}
