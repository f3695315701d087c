package simplify

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Once makes branches of loops whose number of iterations is a condition as a number, 0 or 1.
func Once(p *seg.Prog) *seg.Prog {
	return eachCode(p, func(_ *seg.Kernel, c seg.Code) seg.Code {
		flags := map[core.Atom]core.Atom{}
		seg.Walk(c, func(s seg.Stm) {
			if l, ok := s.(*seg.Let); ok && l.Op == prim.ToI64 && l.T == prim.Bool {
				flags[l.V] = l.Args[0]
			}
		})
		return seg.Rewrite(c, func(s seg.Stm) seg.Code {
			f, ok := s.(*seg.For)
			if !ok || !f.Elems || !f.FromZero() || flags[f.Bound] == nil {
				return seg.Code{s}
			}
			return seg.Code{&seg.If{Cond: flags[f.Bound], Then: (&seg.Renaming{Vars: map[core.Atom]core.Atom{f.I: core.IntC(0)}}).Code(f.Body)}}
		})
	})
}
