package ad

import "raido/lang/core"

// Derived is the program that takes the derivative of another's entry point: its parameters are those of the entry
// and the seeds, its results the primal results and the tangents or adjoints.
func Derived(p *core.Prog, mode core.DiffMode) *core.Prog {
	old := p.Entry()
	b := &core.Builder{}
	sub := core.NewSubst()
	fn := sub.Lambda(&core.Lambda{Params: old.Params, Body: old.Body, Ret: core.VarTypes(old.Ret)})
	f := &core.Fun{Name: old.Name}
	in := core.NewSubst()
	for _, x := range old.Params {
		f.Params = append(f.Params, in.Binder(x))
	}
	args := core.Atoms(f.Params)
	seedTypes := core.VarTypes(f.Params)
	if mode == core.VJP {
		seedTypes = nil
		for _, r := range old.Ret {
			seedTypes = append(seedTypes, in.Type(r.Type))
		}
	}
	var seeds []core.Atom
	for _, t := range seedTypes {
		s := core.NewVar("seed", t)
		f.Params = append(f.Params, s)
		seeds = append(seeds, s)
	}
	out := b.Bind("out", &core.Diff{Mode: mode, Fn: fn, Args: args, Seeds: seeds})
	for _, v := range out {
		f.Ret = append(f.Ret, core.NewVar("r", v.Type))
	}
	f.Body = b.Body(core.Atoms(out)...)
	return &core.Prog{Funs: append(append([]*core.Fun{}, p.Funs[:len(p.Funs)-1]...), f)}
}
