package coretest

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// Derivative wraps the entry point of a smooth random program: all derivatives of its results by its float
// arguments, forwards or backwards, with ones as seeds.
func Derivative(p *core.Prog, mode core.DiffMode) *core.Prog {
	f := p.Entry()
	main := &core.Fun{Name: "gradient"}
	s := core.NewSubst()
	main.Params = s.Binders(f.Params)
	b := &core.Builder{}
	var params []core.Type
	var args []core.Atom
	var places []int
	for i, v := range main.Params {
		if v.Type.Elem == prim.F64 {
			params, args, places = append(params, v.Type), append(args, v), append(places, i)
		}
	}
	ret := make([]core.Type, len(f.Ret))
	for i, v := range f.Ret {
		ret[i] = s.Type(v.Type)
	}
	fn := b.Lambda(params, ret, func(b *core.Builder, ps []*core.Var) []core.Atom {
		all := core.Atoms(main.Params)
		for i, k := range places {
			all[k] = ps[i]
		}
		pat := make([]*core.Var, len(ret))
		for i, t := range ret {
			pat[i] = core.NewVar("r", t)
		}
		b.Add(pat, &core.Call{Fun: f, Args: all})
		return core.Atoms(pat)
	})
	of := params
	if mode == core.VJP {
		of = ret
	}
	seeds := make([]core.Atom, len(of))
	for i, t := range of {
		seeds[i] = b.Replicate(core.One(prim.F64), t.Dims...)
	}
	out := b.Bind("d", &core.Diff{Mode: mode, Fn: fn, Args: args, Seeds: seeds})
	for _, v := range out {
		main.Ret = append(main.Ret, core.NewVar("r", v.Type))
	}
	main.Body = b.Body(core.Atoms(out)...)
	return &core.Prog{Funs: append(append([]*core.Fun{}, p.Funs...), main)}
}
