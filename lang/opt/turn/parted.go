package turn

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// parted parts a map that adds numbers and goes on with a map that adds: the additions become a map of their own, which is to stand before.
func parted(s core.Stm, m *core.Map) (before []core.Stm, rest *core.Map) {
	stms, n := m.Fn.Body.Stms, len(m.Accs)
	if len(stms) == 0 {
		return nil, m
	}
	end := stms[len(stms)-1]
	inner, ok := end.Exp.(*core.Map)
	if !ok {
		return nil, m
	}
	from := core.NewSubst() // what updates make, to the accumulator
	last := map[*core.Var]*core.Var{}
	var others []core.Stm
	for _, s := range stms {
		e, ok := s.Exp.(*core.UpdateAcc)
		if !ok {
			others = append(others, s)
			continue
		}
		acc := from.Atom(e.Acc).(*core.Var)
		if !slices.Contains(m.Fn.Params[:n], acc) || !e.Val.AtomType().IsScalar() {
			return nil, m
		}
		from.Vars[s.Pat[0]], last[acc] = acc, s.Pat[0]
	}
	if len(last) == 0 || slices.ContainsFunc(m.Fn.Body.Result, func(a core.Atom) bool { return from.Vars[core.AsVar(a)] != nil }) {
		return nil, m
	}
	over := *inner
	over.Accs = slices.Clone(inner.Accs)
	for i, v := range over.Accs {
		over.Accs[i] = from.Atom(v).(*core.Var)
	}
	out := &core.Map{W: m.W, Accs: slices.Clone(m.Accs), Arrs: m.Arrs, Fn: &core.Lambda{Params: m.Fn.Params, Ret: m.Fn.Ret}}
	out.Fn.Body = core.Needed(core.Body{Stms: append(others[:len(others)-1:len(others)-1], core.Stm{Pat: end.Pat, Exp: &over, Src: end.Src}),
		Result: m.Fn.Body.Result})

	adds := &core.Map{W: m.W, Arrs: m.Arrs}
	fn := &core.Lambda{Body: core.Body{Stms: stms[:len(stms)-1]}}
	var pat []*core.Var
	for i, v := range m.Fn.Params[:n] {
		if last[v] == nil {
			continue
		}
		made := core.NewVar(s.Pat[i].Name, s.Pat[i].Type)
		pat, adds.Accs, out.Accs[i] = append(pat, made), append(adds.Accs, m.Accs[i]), made
		fn.Params, fn.Ret, fn.Body.Result = append(fn.Params, v), append(fn.Ret, m.Fn.Ret[i]), append(fn.Body.Result, last[v])
	}
	fn.Params = append(fn.Params, m.Fn.Params[n:]...)
	fn.Body = core.Needed(fn.Body)
	adds.Fn = core.Rename(fn)
	return []core.Stm{{Pat: pat, Exp: adds, Src: s.Src}}, out
}

// adding is a map whose last statement is a map if it is a loop that only adds.
func adding(m *core.Map) *core.Map {
	stms := m.Fn.Body.Stms
	if len(stms) == 0 {
		return m
	}
	end := stms[len(stms)-1]
	l, ok := end.Exp.(*core.Loop)
	if !ok || l.Cond != nil || l.I.Type.Elem != prim.I64 {
		return m
	}
	over, ret := &core.Map{W: l.Bound}, []core.Type{}
	for k, v := range l.Params {
		if !v.Type.IsAcc() {
			return m
		}
		over.Accs, ret = append(over.Accs, core.AsVar(l.Init[k])), append(ret, v.Type)
	}
	b := &core.Builder{Src: end.Src, Stms: slices.Clone(stms[:len(stms)-1])}
	over.Arrs = []*core.Var{b.Let("is", &core.Iota{N: l.Bound, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})}
	over.Fn = &core.Lambda{Params: append(slices.Clone(l.Params), l.I), Ret: ret, Body: l.Body}
	b.Add(end.Pat, over)
	out := *m
	out.Fn = &core.Lambda{Params: m.Fn.Params, Ret: m.Fn.Ret, Body: core.Body{Stms: b.Stms, Result: m.Fn.Body.Result}}
	return &out
}

// numbered parts a map that computes numbers at some cost, or gives them, and goes on with a map that adds: the numbers come from a map of their own, which
// is to stand before.
func numbered(s core.Stm, m *core.Map) (before []core.Stm, rest *core.Map) {
	stms, n := m.Fn.Body.Stms, len(m.Accs)
	if len(stms) == 0 {
		return nil, m
	}
	end := stms[len(stms)-1]
	if _, ok := end.Exp.(*core.Map); !ok {
		return nil, m
	}
	own := &core.VarSet{}
	for _, v := range m.Fn.Params {
		own.Add(v)
	}
	var made []*core.Var
	dear, used, given := false, core.FreeInStm(end), m.Fn.Body.Result[n:]
	for _, s := range stms[:len(stms)-1] {
		if len(s.Pat) != 1 { // a check, which stays where it is
			return nil, m
		}
		e, ok := s.Exp.(*core.PrimApp)
		dep := slices.ContainsFunc(core.FreeInStm(s).List, own.Has)
		if dep {
			own.Add(s.Pat[0])
		}
		dear = dear || ok && e.T.IsFloat() && !again[e.Op]
		if ok && dep && e.T.IsFloat() && (used.Has(s.Pat[0]) || slices.Contains(given, core.Atom(s.Pat[0]))) {
			made = append(made, s.Pat[0])
		}
	}
	if len(given) == 0 && (!dear || len(made) == 0) || slices.ContainsFunc(given, func(a core.Atom) bool { return !slices.Contains(core.Atoms(made), a) }) {
		return nil, m
	}
	numbers := &core.Map{W: m.W, Arrs: m.Arrs, Fn: core.Rename(&core.Lambda{Params: m.Fn.Params[n:], Ret: core.VarTypes(made),
		Body: core.Needed(core.Body{Stms: stms[:len(stms)-1], Result: core.Atoms(made)})})}
	by := core.NewSubst()
	out := &core.Map{W: m.W, Accs: m.Accs, Arrs: slices.Clone(m.Arrs), Fn: &core.Lambda{Params: slices.Clone(m.Fn.Params), Ret: m.Fn.Ret[:n]}}
	var pat []*core.Var
	for _, v := range made {
		x, arr := core.NewVar(v.Name, v.Type), core.NewVar(v.Name, v.Type.Of(m.W))
		if k := slices.Index(given, core.Atom(v)); k >= 0 {
			arr = s.Pat[n+k]
		}
		if pat = append(pat, arr); used.Has(v) {
			by.Vars[v], out.Arrs, out.Fn.Params = x, append(out.Arrs, arr), append(out.Fn.Params, x)
		}
	}
	end.Exp = by.Exp(end.Exp)
	out.Fn.Body = core.Needed(core.Body{Stms: append(slices.Clone(stms[:len(stms)-1]), end), Result: m.Fn.Body.Result[:n]})
	return []core.Stm{{Pat: pat, Exp: numbers, Src: s.Src}}, out
}
