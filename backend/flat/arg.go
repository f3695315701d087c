package flat

import (
	"raido/backend/seg"
	"raido/lang/core"
)

// argOf is max or min if a reduction finds the greatest or least value and where it first occurs, as the derivative of
// a maximum does: a pair wins by its value, the left one on ties, and a value that is not a number never does.
//
//	\x i y j -> (max x y, if x < y [|| isnan x] then j else i)
//
// The indices must be those of the points, and the neutral element a number.
func argOf(e *core.Reduce, k *seg.Kernel) string {
	if len(e.Ne) != 2 || k.Vals[1] != core.Atom(k.Space[0].I) {
		return ""
	}
	if c, ok := e.Ne[0].(core.Const); !ok || c.Type.IsFloat() && c.Float64() != c.Float64() {
		return ""
	}
	var x, i, y, j core.Atom = e.Fn.Params[0], e.Fn.Params[1], e.Fn.Params[2], e.Fn.Params[3]
	defs := map[core.Atom]core.Exp{}
	for _, s := range e.Fn.Body.Stms {
		if len(s.Pat) == 1 {
			defs[s.Pat[0]] = s.Exp
		}
	}
	is := func(a core.Atom, op string, args ...core.Atom) bool {
		p, ok := defs[a].(*core.PrimApp)
		if !ok || p.Op.Name != op || len(p.Args) != len(args) {
			return false
		}
		for n, arg := range args {
			if p.Args[n] != arg {
				return false
			}
		}
		return true
	}
	better := func(cond core.Atom) string {
		switch {
		case is(cond, "lt", x, y):
			return "max"
		case is(cond, "lt", y, x):
			return "min"
		}
		return ""
	}
	choice, ok := defs[e.Fn.Body.Result[1]].(*core.If)
	if !ok || len(choice.Then.Stms)+len(choice.Else.Stms) > 0 || choice.Then.Result[0] != j || choice.Else.Result[0] != i {
		return ""
	}
	cond := choice.Cond
	if p, ok := defs[cond].(*core.PrimApp); ok && p.Op.Name == "or" && is(p.Args[1], "isnan", x) {
		cond = p.Args[0]
	}
	op := better(cond)
	if op == "" || !is(e.Fn.Body.Result[0], op, x, y) {
		return ""
	}
	return op
}
