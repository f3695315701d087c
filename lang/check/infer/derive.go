package infer

import (
	"raido/lang/check/explain"
	"raido/lang/types"
)

// differentiated is the type of an argument, but for a function that is differentiated and gives arrays of unknown size: its
// derivative is at one point, where they have one size. That is the seed's, for vjp, and else known when it is computed.
func (a *application) differentiated(l laterArg, t types.Type) types.Type {
	r, ok := a.fn.(*types.Ref)
	if !ok || l.index > 0 || !explain.Derivatives[r.Sym.Prim] {
		return t
	}
	f, ok := types.Resolve(t).(*types.Func)
	if !ok || len(f.Exts) == 0 {
		return t
	}
	var s types.Subst
	for _, e := range f.Exts {
		n := a.c.u.FreshSize()
		s.BindSize(e, n)
		a.derived = append(a.derived, n)
	}
	one := *f
	one.Exts, one.Result = nil, s.Type(f.Result)
	return &one
}

// openDerived makes those sizes of what a differentiated function gives unknown ones of the result that no argument tells.
func (a *application) openDerived() {
	for _, n := range a.derived {
		told := false
		for _, x := range a.args[1:] {
			types.EachSize(x.Type(), func(s types.Size) { told = told || types.ResolveSize(s) == types.ResolveSize(n) })
		}
		if _, open := types.ResolveSize(n).(*types.SizeMeta); open && !told {
			v := a.c.NewSize("", a.at)
			a.exts = append(a.exts, v)
			a.c.u.Size(n, v)
		}
	}
}
