package flat

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// argOf is prim.Max or prim.Min if a reduction finds the greatest or least value and where it first occurs, as the derivative of
// a maximum does. The indices must be those of the points, and the neutral element a number.
func argOf(e *core.Reduce, k *seg.Kernel) *prim.Op {
	if len(e.Ne) != 2 || k.Vals[1] != core.Atom(k.Space[0].I) {
		return nil
	}
	if c, ok := e.Ne[0].(core.Const); !ok || c.Type.IsFloat() && c.Float64() != c.Float64() {
		return nil
	}
	if op, ties := argOp(e.Fn); !ties {
		return op
	}
	return nil
}

// neutral are elements that an operator of scalars certainly leaves others alone with, nil if none are known. What a program gives
// as neutral may be anything; see Note [Neutral elements].
func neutral(fn *core.Lambda) []core.Atom {
	if ops := primOps(fn); ops != nil {
		out := make([]core.Atom, len(ops))
		for i, op := range ops {
			out[i] = neutralOf(op, fn.Params[i].Type.Elem)
		}
		return out
	}
	if fn.Params[0].Type.Elem.IsFloat() { // nan is replaced by whatever comes on its right, or by nothing
		return nil
	}
	return neutralOnLeft(fn)
}

// neutralOnLeft are elements that certainly leave what is on their right alone: for the best value and its first place, the last
// place of all, which no value has.
func neutralOnLeft(fn *core.Lambda) []core.Atom {
	op, ties := argOp(fn)
	if op == nil || !ties || !fn.Params[1].Type.Elem.IsInt() {
		return nil
	}
	best := fn.Params[0].Type.Elem
	if best.IsFloat() && !usesOp(fn, prim.IsNaN) { // then nan is not replaced by the first number
		return nil
	}
	return []core.Atom{neutralOf(op, best), core.Const{Scalar: prim.IntMax(fn.Params[1].Type.Elem)}}
}

func neutralOf(op *prim.Op, t prim.Type) core.Atom {
	ne, _ := op.Neutral(t)
	return core.Const{Scalar: ne}
}

func usesOp(fn *core.Lambda, op *prim.Op) bool {
	return slices.ContainsFunc(fn.Body.Stms, func(s core.Stm) bool {
		p, ok := s.Exp.(*core.PrimApp)
		return ok && p.Op == op
	})
}

// argOp is prim.Max or prim.Min, here prim.Max, if an operator is
//
//	\x i y j -> (max x y, if x < y [|| x == y && j < i] [|| isnan x] then j else i)
//
// and ties reports whether equal values are ordered by their indices. Where x > y it yields x and i.
func argOp(fn *core.Lambda) (op *prim.Op, ties bool) {
	if len(fn.Params) != 4 {
		return nil, false
	}
	var x, i, y, j core.Atom = fn.Params[0], fn.Params[1], fn.Params[2], fn.Params[3]
	defs := map[core.Atom]core.Exp{}
	for _, s := range fn.Body.Stms {
		if len(s.Pat) == 1 {
			defs[s.Pat[0]] = s.Exp
		}
	}
	choice, ok := defs[fn.Body.Result[1]].(*core.If)
	if !ok || len(choice.Then.Stms)+len(choice.Else.Stms) > 0 || choice.Then.Result[0] != j || choice.Else.Result[0] != i {
		return nil, false
	}
	prims := func(a core.Atom, op *prim.Op) []core.Atom {
		if p, ok := defs[a].(*core.PrimApp); ok && p.Op == op {
			return p.Args
		}
		return nil
	}
	is := func(a core.Atom, op *prim.Op, args ...core.Atom) bool {
		p := prims(a, op)
		return p != nil && slices.Equal(p, args)
	}
	cond := choice.Cond
	if p := prims(cond, prim.Or); p != nil && is(p[1], prim.IsNaN, x) {
		cond = p[0]
	}
	if p := prims(cond, prim.Or); p != nil {
		if tie := prims(p[1], prim.And); tie != nil && is(tie[0], prim.Eq, x, y) && is(tie[1], prim.Lt, j, i) {
			cond, ties = p[0], true
		}
	}
	switch {
	case is(cond, prim.Lt, x, y):
		op = prim.Max
	case is(cond, prim.Lt, y, x):
		op = prim.Min
	}
	if op == nil || !is(fn.Body.Result[0], op, x, y) {
		return nil, false
	}
	return op, ties
}
