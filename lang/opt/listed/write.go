package listed

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// write appends the results of a map, with its sums over the terms in lists or over all of them.
func (n *nest) write(b *core.Builder, pat []*core.Var, m *core.Map) {
	var few core.Atom
	for _, f := range n.sums {
		if yes := f.lists(b); few == nil {
			few = yes
		} else {
			few = b.Prim(prim.And, prim.Bool, few, yes)
		}
	}
	some := b.Sub(func(b *core.Builder) []core.Atom {
		if levels := n.perfect(m); n.turns(levels) {
			return n.turned(b, levels)
		}
		return core.Atoms(b.Bind("map", core.NewSubst().Exp(n.shorter(b, m, map[*core.Map]core.Atom{}))))
	})
	all := b.Sub(func(b *core.Builder) []core.Atom { return core.Atoms(b.Bind("map", m)) })
	b.Add(pat, &core.If{Cond: few, Then: some, Else: all})
}

// shorter is a map with the sums in it over the terms in lists. The indices are those of the maps around it.
func (n *nest) shorter(b *core.Builder, m *core.Map, indices map[*core.Map]core.Atom) *core.Map {
	i, in := core.NewVar("i", core.Prim(prim.I64)), &core.Builder{}
	indices[m] = i
	for _, s := range m.Fn.Body.Stms {
		in.Src = s.Src
		if e, ok := s.Exp.(*core.Map); ok && n.around(e) {
			s.Exp = n.shorter(in, e, indices)
		}
		if f := n.summed(s); f != nil {
			s.Exp = &core.Use{Atom: f.short(in, core.NewSubst(), indices)}
		}
		in.Add(s.Pat, s.Exp)
	}
	return &core.Map{W: m.W, Accs: m.Accs, Arrs: append(slices.Clone(m.Arrs), counting(b, m.W)),
		Fn: &core.Lambda{Params: append(slices.Clone(m.Fn.Params), i), Ret: m.Fn.Ret, Body: in.Body(m.Fn.Body.Result...)}}
}

// around reports whether a map is one around a sum.
func (n *nest) around(m *core.Map) bool {
	return slices.ContainsFunc(n.sums, func(f *sum) bool { return slices.Contains(f.levels, m) })
}

// summed is the sum that a statement is, or nil.
func (n *nest) summed(s core.Stm) *sum {
	at := slices.IndexFunc(n.sums, func(f *sum) bool { return slices.Contains(s.Pat, f.whole.Pat[0]) })
	if at < 0 {
		return nil
	}
	return n.sums[at]
}

// short is the sum of the terms of a row that are not zero.
func (f *sum) short(b *core.Builder, in *core.Subst, indices map[*core.Map]core.Atom) core.Atom {
	c, l := f.counts, f.which
	var row []core.Atom
	for _, m := range f.levels {
		if f.row[m] {
			row = append(row, indices[m])
		}
	}
	if len(row) > 0 {
		c, l = b.Index(c.(*core.Var), row...), b.Index(l, row...)
	}
	// There are at most so many; said so, their places in the list are seen to be in bounds.
	c = b.Prim(prim.Min, prim.I64, c, f.count())
	terms, red := f.terms.Exp.(*core.Map), f.whole.Exp.(*core.Reduce)
	k := slices.Index(f.terms.Pat, red.Arrs[0])
	each := b.Map(c, []*core.Var{counting(b, c)}, func(b *core.Builder, is []*core.Var) []core.Atom {
		f.nest.elements(b, in, terms, b.Index(l, is[0]))
		body := in.Body(core.Needed(core.Body{Stms: terms.Fn.Body.Stms, Result: terms.Fn.Body.Result[k : k+1]}))
		b.Stms = append(b.Stms, body.Stms...)
		return body.Result
	})
	return b.Let("sum", &core.Reduce{W: c, Fn: core.Rename(red.Fn), Ne: red.Ne, Arrs: each, Comm: red.Comm})
}

// elements makes the parameters of a map those at i.
func (n *nest) elements(b *core.Builder, in *core.Subst, m *core.Map, i core.Atom) {
	for k, a := range m.Arrs {
		if core.Counts(n.def[a].Exp) {
			in.Vars[m.Fn.Params[k]] = i
		} else {
			in.Vars[m.Fn.Params[k]] = b.Index(in.Atom(a).(*core.Var), i)
		}
	}
}
