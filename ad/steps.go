package ad

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Steps]
//
// A conversion to an integer converts the tangent, too, and its adjoint back, so that functions of integers have the derivatives of their ring. But a float
// that becomes an integer on the way is a step function, whose derivative is zero:
//
//	let i = i64.f64 u in let r = u - f64.i64 i in ...		r grows as u does; i is the number of a cell
//
// So where no result of what is differentiated is an integer, the derivative goes through no integer that was a float. That is written as
// what differentiation knows to be a step: i64.f64 u becomes i64.f64 (f64.trunc u), which is the same number, until derivatives are taken. A function
// that is called is common to all derivatives of a program: there it holds if it holds for all of them. [ours]

// MarkSteps marks conversions to integers in functions of floats that are differentiated. Note [Steps].
func MarkSteps(p *core.Prog) *core.Prog {
	some, numbers := false, false // whether anything is differentiated, and has integers as results
	for _, f := range p.Funs {
		core.Walk(f.Body, func(s core.Stm) {
			if d, ok := s.Exp.(*core.Diff); ok && !d.IsCustom() {
				some, numbers = true, numbers || integers(d.Fn)
			}
		})
	}
	if !some {
		return p
	}
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		return steps(f.Body, f != p.Entry() && !numbers, funs)
	})
}

// integers reports whether a function has integers as results.
func integers(l *core.Lambda) bool {
	return slices.ContainsFunc(l.Ret, func(t core.Type) bool { return t.Elem.IsInt() })
}

// steps is a body in which conversions are marked, or those in what is differentiated in it.
func steps(b core.Body, mark bool, funs map[*core.Fun]*core.Fun) core.Body {
	out := core.Body{Result: b.Result}
	for _, s := range b.Stms {
		inside := mark
		switch e := s.Exp.(type) {
		case *core.Diff:
			if !e.IsCustom() {
				inside = !integers(e.Fn)
			}
		case *core.Call:
			c := *e
			c.Fun = funs[e.Fun]
			s.Exp = &c
		case *core.PrimApp:
			if mark && step(e) {
				x := core.NewVar("trunc", core.Prim(e.T))
				out.Stms = append(out.Stms, core.Stm{Pat: []*core.Var{x}, Exp: &core.PrimApp{Op: prim.Trunc, T: e.T, Args: e.Args}, Src: s.Src})
				s.Exp = &core.PrimApp{Op: e.Op, T: e.T, Args: []core.Atom{x}}
			}
		default: // nothing of its own
		}
		s.Exp = core.Inside(s.Exp, func(b core.Body) core.Body { return steps(b, inside, funs) })
		out.Stms = append(out.Stms, s)
	}
	return out
}

// step reports whether floats become integers.
func step(e *core.PrimApp) bool {
	return e.Op.IsConversion() && e.T.IsFloat() && e.Op.ResultType(e.T).IsInt()
}

// UnmarkSteps takes the marks away again: what is converted to an integer need not be made whole before.
func UnmarkSteps(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		of := map[core.Atom]core.Atom{}
		core.Walk(f.Body, func(s core.Stm) {
			if e, ok := s.Exp.(*core.PrimApp); ok && e.Op == prim.Trunc {
				of[s.Pat[0]] = e.Args[0]
			}
		})
		return core.Replace(f.Body, func(s core.Stm) core.Exp {
			switch e := s.Exp.(type) {
			case *core.Call:
				return &core.Call{Fun: funs[e.Fun], Args: e.Args}
			case *core.PrimApp:
				if x, ok := of[e.Args[0]]; ok && step(e) {
					return &core.PrimApp{Op: e.Op, T: e.T, Args: []core.Atom{x}}
				}
			default: // no conversion
			}
			return nil
		})
	})
}
