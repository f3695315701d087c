package turn

import (
	"slices"

	"raido/lang/core"
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
