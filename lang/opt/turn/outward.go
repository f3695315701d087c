package turn

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
)

// Outward makes views of what maps would write down element by element: a rearrangement of the rows that a map makes becomes one of its
// result, if that is only rearranged further, and rows that a map reads in each element of an array become a part of the array:
//
//	zs = map (\x -> let y = f x in rearrange (1, 0) y) xs     becomes     ys = map f xs; zs = rearrange (0, 2, 1) ys
//	zs = map (\x -> x[i, j]) xs                               becomes     zs = (rearrange (1, 2, 0) xs)[i, j]
//
// So rows lie in memory as they are computed, and nothing is copied to be read in another order. Arrays that something consumes stay what
// they are.
func Outward(p *core.Prog) *core.Prog {
	names := alias.ByName(p)
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		o := &outward{names: names, funs: funs}
		return o.body(f.Body)
	})
}

type outward struct {
	names *alias.Classes
	funs  map[*core.Fun]*core.Fun
}

func (o *outward) body(b core.Body) core.Body {
	turned := onlyTurned(b)
	def := map[*core.Var]*core.Rearrange{}
	out := core.Body{Result: b.Result}
	for _, s := range b.Stms {
		s.Exp = core.Inside(s.Exp, o.body)
		if e, ok := s.Exp.(*core.Call); ok {
			s.Exp = &core.Call{Fun: o.funs[e.Fun], Args: e.Args}
		}
		stms := []core.Stm{s}
		if m, ok := s.Exp.(*core.Map); ok {
			stms = o.mapped(s, o.sunk(m, def), turned)
		}
		for _, t := range stms {
			if r, ok := t.Exp.(*core.Rearrange); ok {
				def[t.Pat[0]] = r
			}
		}
		out.Stms = append(out.Stms, stms...)
	}
	return out
}

// onlyTurned are the variables of a body that nothing but rearrangements use, here or row by row in a map.
func onlyTurned(b core.Body) map[*core.Var]bool {
	only := map[*core.Var]bool{}
	for _, s := range b.Stms {
		for _, v := range s.Pat {
			only[v] = true
		}
		var free *core.VarSet
		switch e := s.Exp.(type) {
		case *core.Rearrange:
			continue
		case *core.Map:
			free = core.FreeInLambda(e.Fn)
			rows := onlyTurned(e.Fn.Body)
			for k, a := range e.Arrs {
				if r, used := rows[e.Fn.Params[len(e.Accs)+k]]; used && !r {
					only[a] = false
				}
			}
		default:
			free = core.FreeInStm(s)
		}
		for _, v := range free.List {
			only[v] = false
		}
	}
	for _, a := range b.Result {
		only[core.AsVar(a)] = false
	}
	return only
}

// sunk is a map that rearranges the rows of its operands itself, where they are rearrangements that keep rows: so it has what makes them
// as its operand.
func (o *outward) sunk(m *core.Map, def map[*core.Var]*core.Rearrange) *core.Map {
	n := *m
	for k, a := range m.Arrs {
		r := def[a]
		if r == nil || r.Perm[0] != 0 || o.names.Consumed(a) {
			continue
		}
		if n.Fn == m.Fn {
			n.Arrs, n.Fn = slices.Clone(m.Arrs), &core.Lambda{Params: slices.Clone(m.Fn.Params), Ret: m.Fn.Ret, Body: m.Fn.Body}
		}
		at := len(m.Accs) + k
		row := core.NewVar(m.Fn.Params[at].Name, r.Arr.Type.Row())
		perm := make([]int, len(r.Perm)-1)
		for i := range perm {
			perm[i] = r.Perm[i+1] - 1
		}
		turn := core.Stm{Pat: m.Fn.Params[at : at+1], Exp: &core.Rearrange{Perm: perm, Arr: row}}
		n.Arrs[k], n.Fn.Params[at] = r.Arr, row
		n.Fn.Body = core.Body{Stms: slices.Concat([]core.Stm{turn}, n.Fn.Body.Stms), Result: n.Fn.Body.Result}
	}
	return &n
}

// mapped is a map with views outside of it.
func (o *outward) mapped(s core.Stm, m *core.Map, turned map[*core.Var]bool) []core.Stm {
	n := &core.Map{W: m.W, Accs: m.Accs, Arrs: m.Arrs, Fn: &core.Lambda{Params: m.Fn.Params, Body: core.Body{Stms: m.Fn.Body.Stms}}}
	before, after := &core.Builder{Src: s.Src}, &core.Builder{Src: s.Src}
	var pat []*core.Var
	for k, v := range s.Pat {
		if k >= len(m.Accs) && o.part(before, m, k, v) {
			continue
		}
		ret, x := m.Fn.Ret[k], m.Fn.Body.Result[k]
		if row, perm := rearranged(m, k); row != nil && turned[v] {
			ys := core.NewVar(v.Name, row.Type.Of(m.W))
			after.Add([]*core.Var{v}, &core.Rearrange{Perm: perm, Arr: ys})
			v, ret, x = ys, row.Type, row
		}
		pat = append(pat, v)
		n.Fn.Ret, n.Fn.Body.Result = append(n.Fn.Ret, ret), append(n.Fn.Body.Result, x)
	}
	stms := before.Stms
	if len(pat) > 0 || len(s.Pat) == 0 || effects(m.Fn.Body) {
		stms = append(stms, core.Stm{Pat: pat, Exp: n, Src: s.Src})
	}
	return append(stms, after.Stms...)
}

// made is the statement of a lambda's body that makes its result k; false if there is none.
func made(l *core.Lambda, k int) (core.Stm, bool) {
	for _, s := range l.Body.Stms {
		if slices.Contains(s.Pat, core.AsVar(l.Body.Result[k])) {
			return s, true
		}
	}
	return core.Stm{}, false
}

// rearranged is the array that a map computes and of which its result k is a rearrangement, and how the whole result is rearranged.
func rearranged(m *core.Map, k int) (row *core.Var, perm []int) {
	s, ok := made(m.Fn, k)
	e, is := s.Exp.(*core.Rearrange)
	if !ok || !is {
		return nil, nil
	}
	for _, t := range m.Fn.Body.Stms {
		if in, ok := t.Exp.(*core.Map); ok && slices.Contains(t.Pat, e.Arr) && len(in.Accs) == 0 {
			perm = []int{0}
			for _, p := range e.Perm {
				perm = append(perm, p+1)
			}
			return e.Arr, perm
		}
	}
	return nil, nil
}

// part adds the result k of a map, which is v, as a view of one of its operands, of whose elements the map reads a row each; it reports
// whether it is such.
func (o *outward) part(b *core.Builder, m *core.Map, k int, v *core.Var) bool {
	s, ok := made(m.Fn, k)
	e, is := s.Exp.(*core.Index)
	if n, known := core.IntConst(m.W); !ok || !is || !known || n == 0 || v.Type.Rank() < 2 {
		return false // there may be no row to read
	}
	p := slices.Index(m.Fn.Params, e.Arr)
	if p < len(m.Accs) || slices.ContainsFunc(e.Idx, func(i core.Atom) bool { return bound(m.Fn, i) }) {
		return false
	}
	arr := m.Arrs[p-len(m.Accs)]
	if o.names.Consumed(arr) || o.names.Consumed(v) {
		return false
	}
	o.names.Merge(arr, v)
	var perm []int
	for d := range arr.Type.Dims {
		switch {
		case d < len(e.Idx):
			perm = append(perm, d+1)
		case d == len(e.Idx):
			perm = append(perm, 0)
		default:
			perm = append(perm, d)
		}
	}
	b.Add([]*core.Var{v}, &core.Index{Arr: b.Let(arr.Name, &core.Rearrange{Perm: perm, Arr: arr}), Idx: e.Idx})
	return true
}

// bound reports whether a lambda binds an atom.
func bound(l *core.Lambda, a core.Atom) bool {
	v, ok := a.(*core.Var)
	return ok && core.BoundIn(l)[v]
}
