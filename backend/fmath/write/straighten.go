package main

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// straighten makes choices between values of those branches that only compute.
func straighten(f *core.Fun) *core.Fun {
	out := *f
	out.Body = straight(f.Body)
	return &out
}

func straight(b core.Body) core.Body {
	var stms []core.Stm
	for _, s := range b.Stms {
		switch e := s.Exp.(type) {
		case *core.If:
			n := &core.If{Cond: e.Cond, Then: straight(e.Then), Else: straight(e.Else)}
			if heavy(n.Then) || heavy(n.Else) {
				s.Exp = n
				break
			}
			stms = append(append(stms, n.Then.Stms...), n.Else.Stms...)
			for i, v := range s.Pat {
				stms = append(stms, core.Stm{Pat: []*core.Var{v}, Exp: choice(e.Cond, n.Then.Result[i], n.Else.Result[i]), Src: s.Src})
			}
			continue
		case *core.Loop:
			n := *e
			n.Body = straight(e.Body)
			if e.Cond != nil {
				c := straight(*e.Cond)
				n.Cond = &c
			}
			s.Exp = &n
		default: // it stays as it is
		}
		stms = append(stms, s)
	}
	return core.Body{Stms: stms, Result: b.Result}
}

// heavy reports whether code calls or loops.
func heavy(b core.Body) (found bool) {
	core.Walk(b, func(s core.Stm) {
		switch s.Exp.(type) {
		case *core.Call, *core.Loop:
			found = true
		default: // neither
		}
	})
	return found
}

// choice is a or b; of truths, an operator where one is known.
func choice(cond, a, b core.Atom) core.Exp {
	truth := func(op *prim.Op, args ...core.Atom) core.Exp { return &core.PrimApp{Op: op, T: prim.Bool, Args: args} }
	switch {
	case b == core.Atom(core.BoolC(false)):
		return truth(prim.And, cond, a)
	case a == core.Atom(core.BoolC(true)):
		return truth(prim.Or, cond, b)
	case a == core.Atom(core.BoolC(false)) && b == core.Atom(core.BoolC(true)):
		return truth(prim.Not, cond)
	}
	return &core.If{Cond: cond, Then: core.Body{Result: []core.Atom{a}}, Else: core.Body{Result: []core.Atom{b}}}
}
