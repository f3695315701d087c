package tape

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/core/region"
	"raido/lang/limits"
)

// Note [Late updates]
//
// What an update puts into an array is made there if nobody uses it after (Note [Arrays made in place] in lang/core/direct). So
//
//	v = f u; t' = t with [i] = v; s = g v          becomes          v = f u; s = g v; t' = t with [i] = v
//
// and likewise where v is put into a part of t, where nothing between uses t', nor overwrites v, and the row is in range: what fails between then still fails first. What a thread keeps in registers
// is read from there, so its update stays. The indices of an update are
// computed as early as they can be, so that the place is known when v is made.

// Late moves updates behind the last use of what they put, and their indices to the front.
func Late(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		l := &later{funs: funs, fun: f}
		return l.body(f.Body)
	})
}

type later struct {
	funs   map[*core.Fun]*core.Fun
	fun    *core.Fun
	chains *region.Chains // of the function as it was
}

func (l *later) body(b core.Body) core.Body {
	order := slices.Clone(b.Stms)
	for k := len(order) - 1; k >= 0; k-- {
		if j := l.last(order, k, b.Result); j > k {
			u := order[k]
			order = slices.Insert(slices.Delete(order, k, k+1), j, u)
		}
	}
	order = indicesFirst(order)
	out := core.Body{Stms: make([]core.Stm, len(order)), Result: b.Result}
	for i, s := range order {
		s.Exp = s.Exp.Map(core.Mapper{Body: l.body, Lambda: func(f *core.Lambda) *core.Lambda {
			return &core.Lambda{Params: f.Params, Ret: f.Ret, Body: l.body(f.Body)}
		}})
		if c, ok := s.Exp.(*core.Call); ok {
			c.Fun = l.funs[c.Fun]
		}
		out.Stms[i] = s
	}
	return out
}

// last is the last statement that uses what the update k puts into an array, if the update may stand behind it; else k.
func (l *later) last(stms []core.Stm, k int, result []core.Atom) int {
	var v *core.Var
	switch u := stms[k].Exp.(type) {
	case *core.Update:
		v, _ = u.Val.(*core.Var)
	case *core.UpdateSlice:
		v = u.Val
	default: // no update
	}
	if v == nil || v.Type.IsScalar() || v.Type.Within(limits.Now.PrivateBytes) || !slices.ContainsFunc(stms[:k], func(s core.Stm) bool { return slices.Contains(s.Pat, v) }) {
		return k
	}
	rest := core.Body{Stms: stms[k+1:], Result: result}
	if !core.FreeInBody(rest).Has(v) || !stays(rest, v) {
		return k
	}
	names, j := names(rest, v), k
	for i, s := range stms[k+1:] {
		if slices.ContainsFunc(core.FreeInStm(s).List, names.Has) {
			j = k + 1 + i
		}
	}
	next := stms[k].Pat[0]
	if slices.ContainsFunc(stms[k+1:j+1], func(s core.Stm) bool { return core.FreeInStm(s).Has(next) }) || !l.inRange(stms[k].Exp, v) {
		return k
	}
	return j
}

// inRange reports whether an update of which v is the value certainly does not fail.
func (l *later) inRange(u core.Exp, v *core.Var) bool {
	if l.chains == nil {
		l.chains = region.NewChains()
		l.chains.Learn(l.fun.Params, l.fun.Body)
	}
	switch u := u.(type) {
	case *core.Update:
		for d, i := range u.Idx {
			if !l.chains.Indexes(v, i, u.Arr.Type.Dims[d]) {
				return false
			}
		}
	case *core.UpdateSlice:
		return l.chains.Fits(v, region.Target{Arr: u.Arr, Dims: u.Dims})
	default: // no update
	}
	return true
}

// indicesFirst has the indices of updates right behind what they are computed from.
func indicesFirst(stms []core.Stm) []core.Stm {
	wanted := &core.VarSet{}
	for _, s := range slices.Backward(stms) {
		switch e := s.Exp.(type) {
		case *core.Update:
			for _, a := range e.Idx {
				if v, ok := a.(*core.Var); ok && !e.Val.AtomType().IsScalar() {
					wanted.Add(v)
				}
			}
		case *core.PrimApp:
			if !e.MayFail() && wanted.Has(s.Pat[0]) {
				for _, v := range core.FreeInExp(e).List {
					wanted.Add(v)
				}
			}
		default: // stays where it is
		}
	}
	if len(wanted.List) == 0 {
		return stms
	}
	out := make([]core.Stm, 0, len(stms))
	for _, s := range stms {
		at := len(out)
		if e, ok := s.Exp.(*core.PrimApp); ok && !e.MayFail() && wanted.Has(s.Pat[0]) {
			free := core.FreeInExp(e)
			for at > 0 && !slices.ContainsFunc(out[at-1].Pat, free.Has) {
				at--
			}
		}
		out = slices.Insert(out, at, s)
	}
	return out
}

// names are those that an array has in a body.
func names(b core.Body, v *core.Var) *core.VarSet {
	out := &core.VarSet{}
	out.Add(v)
	for n := 0; n < len(out.List); {
		n = len(out.List)
		core.Walk(b, func(s core.Stm) {
			for _, l := range s.Exp.Aliases(s.Pat) {
				if l.How != core.Over && out.Has(l.Of) {
					out.Add(l.Name)
				}
			}
		})
	}
	return out
}

// stays reports whether a body neither overwrites an array, under any name, nor gives it as a result.
func stays(b core.Body, v *core.Var) bool {
	names := names(b, v)
	for _, a := range b.Result {
		if x, ok := a.(*core.Var); ok && names.Has(x) {
			return false
		}
	}
	return !alias.MayConsume(b, names)
}
