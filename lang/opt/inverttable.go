package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
)

// Note [Tables of values]
//
// What a map computes from its element and a nest in it adds to many places, an inverted map would compute again for each of them. So it is
// computed before, into an array [ours: Note [Inverted stencils] with the loop distributed first]:
//
//	with_acc (\acc -> map n (acc; xs) (\acc x ->         vs = map n f xs
//	  let v = f x                                becomes  with_acc (\acc -> map n (acc; xs, vs) (\acc x v ->
//	  in map m (\j -> update_acc acc [j] (v * a[j]))))      map m (\j -> update_acc acc [j] (v * a[j]))))
//
// A value is worth an array if it costs more than to read that, and two elements that it is computed from. The array has an element for each
// iteration of the outermost map, and is not longer than what is added.

// worthTable is what a value costs at least of which a table is made, worthInside that of one in parallel code, where the table is a thread's and
// places that go together compute the value once.
const (
	worthTable  = 6
	worthInside = 24
)

// tabled is a with_acc whose outermost maps find in arrays what they computed for nests in them, and the maps that make these arrays.
func (iv *inverter) tabled(w *core.WithAcc, inside where) (before []core.Stm, out *core.WithAcc) {
	bound := core.BoundIn(w.Fn)
	worth := worthTable
	if inside != alone {
		worth = worthInside
	}
	var indices, stms []core.Stm
	for _, s := range w.Fn.Body.Stms {
		if _, ok := s.Exp.(*core.Iota); ok && !slices.ContainsFunc(core.FreeInStm(s).List, func(v *core.Var) bool { return bound[v] }) {
			indices, bound[s.Pat[0]] = append(indices, s), false
			continue
		}
		stms = append(stms, s)
	}
	for i, s := range stms {
		m, ok := s.Exp.(*core.Map)
		if !ok || slices.ContainsFunc(m.Arrs, func(v *core.Var) bool { return bound[v] }) {
			continue
		}
		if v, ok := m.W.(*core.Var); ok && bound[v] {
			continue
		}
		if t := tableOf(m, bound, worth); t != nil {
			before = append(before, core.Stm{Pat: t.pat, Exp: t.exp, Src: s.Src})
			stms[i].Exp = t.reading(m)
		}
	}
	if len(before) == 0 {
		return nil, w
	}
	body := core.Body{Stms: stms, Result: w.Fn.Body.Result}
	return slices.Concat(indices, before), &core.WithAcc{Accs: w.Accs, Fn: &core.Lambda{Params: w.Fn.Params, Ret: w.Fn.Ret, Body: body}}
}

// table is the map that makes arrays of the values vs of another.
type table struct {
	firstMap
	vs []*core.Var
}

// tableOf is the map for the values of m that are worth an array, by their cost; nil if there are none. It needs nothing else that the with_acc binds.
func tableOf(m *core.Map, bound map[*core.Var]bool, worth int) *table {
	k := len(m.Accs)
	own := map[*core.Var]bool{}
	for _, p := range m.Fn.Params[k:] {
		own[p] = true
	}
	inner := &core.VarSet{} // what nests need
	for _, s := range m.Fn.Body.Stms {
		if e, ok := s.Exp.(*core.Map); ok && len(e.Accs) > 0 {
			for _, v := range core.FreeInExp(e).List {
				inner.Add(v)
			}
		}
	}
	t := &table{}
	var code []core.Stm
	defs := map[*core.Var]core.Exp{} // what can be computed before
	for _, s := range m.Fn.Body.Stms {
		_, cheap := costOf(s.Exp)
		free := core.FreeInStm(s)
		for _, v := range free.List {
			cheap = cheap && (own[v] || !bound[v])
		}
		if !cheap || alias.MayConsume(core.Body{Stms: []core.Stm{s}}, free) {
			continue
		}
		code = append(code, s)
		for _, v := range s.Pat {
			own[v], defs[v] = true, s.Exp
			if !inner.Has(v) || !v.Type.IsScalar() {
				continue
			}
			if n, _ := costFor(defs, nil, v); worth <= n && n <= maxValue {
				t.vs = append(t.vs, v)
			}
		}
	}
	if len(t.vs) == 0 {
		return nil
	}
	fn := &core.Lambda{Params: m.Fn.Params[k:], Ret: core.VarTypes(t.vs), Body: core.Body{Stms: code, Result: core.Atoms(t.vs)}}
	t.exp = &core.Map{W: m.W, Arrs: m.Arrs, Fn: core.Rename(fn)}
	for _, v := range t.vs {
		t.pat = append(t.pat, core.NewVar(v.Name, v.Type.Of(m.W)))
	}
	return t
}

// reading is the map with the values as elements of the arrays.
func (t *table) reading(m *core.Map) *core.Map {
	fn := &core.Lambda{Params: slices.Clone(m.Fn.Params), Ret: m.Fn.Ret}
	sub := core.NewSubst()
	for _, v := range t.vs {
		fn.Params = append(fn.Params, core.NewVar(v.Name, v.Type))
	}
	for _, s := range m.Fn.Body.Stms {
		fn.Body.Stms = append(fn.Body.Stms, sub.Stm(s)) // what computes a value has no use then
		for j, v := range t.vs {
			sub.Vars[v] = fn.Params[len(m.Fn.Params)+j]
		}
	}
	fn.Body.Result = sub.Atoms(m.Fn.Body.Result)
	return &core.Map{W: m.W, Accs: m.Accs, Arrs: slices.Concat(m.Arrs, t.pat), Fn: core.Rename(fn)} // its levels are not those of m
}
