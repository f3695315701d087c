package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// Costs of what a loop keeps and of what it computes again, in operations on numbers. To keep a number is to write it and to read it from
// memory that is cold by then, and to have the memory: a little more than one call of exp with its operand. Sizes that are not known count as
// limits.Set.GuessedSize.

// keepCost is that of keeping a value. An array that is updated in place, and a part of one, may be much larger than what an iteration
// looks at, unless it is an operand; that is no choice where anything else does. Of one that goes back through its versions what is
// overwritten is kept (undo.go). A number beside maps is mostly one of the host, which would wait for the device to read it. A flag is written and
// read as well, but little of it: it costs as much as an element at a place that is computed again (Note [Flags and indices]).
func (p *planner) keepCost(v *core.Var) int64 {
	each := int64(10)
	if v.Type.Elem.Size() < 4 {
		each = 3 + int64(v.Type.Elem.Size())
	}
	if x := p.next[v]; x != nil && !slices.ContainsFunc(x.Type.Dims, p.isLocal) {
		each = 2 // they share a tape
	}
	if v.Type.IsScalar() && p.e != nil && p.wide {
		each = 32
	}
	if p.goesBack(v) {
		return times64(each, p.undoCost(v))
	}
	if v.Type.Rank() > 0 && (p.r.facts.isConsumed(v) || isView(p.defs[v].Exp)) && !p.readWhole(v) {
		each = times64(each, 1<<16)
	}
	return times64(each, countOf(v.Type.Dims))
}

// readWhole reports whether a value is a part of an array all of whose elements the return sweep reads: an operand.
func (p *planner) readWhole(v *core.Var) bool {
	if !isView(p.defs[v].Exp) {
		return false
	}
	whole := true
	core.Walk(p.ret, func(st core.Stm) {
		switch st.Exp.(type) {
		case *core.Map, *core.Reduce:
			return
		default: // may read any of them
		}
		st.Exp.Map(core.Mapper{Atom: func(a core.Atom) core.Atom { whole = whole && a != core.Atom(v); return a },
			Body: func(b core.Body) core.Body { return b }, Lambda: func(l *core.Lambda) *core.Lambda { return l }})
	})
	return whole
}

// isLocal reports whether a size is bound by the body.
func (p *planner) isLocal(d core.Atom) bool {
	v, ok := d.(*core.Var)
	return ok && p.local[v]
}

// isView reports whether an expression is a part or another order of an array.
func isView(e core.Exp) bool {
	switch e.(type) {
	case *core.Index, *core.Slice, *core.Use, *core.Rearrange, *core.Reshape, *core.Rotate, *core.Reverse:
		return true
	default: // makes its elements
	}
	return false
}

// countOf is how many elements such an array has.
func countOf(dims []core.Atom) int64 {
	n := int64(1)
	for _, d := range dims {
		n = times64(n, sizeOf(d))
	}
	return n
}

func sizeOf(d core.Atom) int64 {
	if c, ok := d.(core.Const); ok {
		return max(c.Int64(), 1)
	}
	return limits.Now.GuessedSize
}

// times64 is a product of costs, at most unlimited / 2^10.
func times64(a, b int64) int64 {
	const most = unlimited >> 10
	if a > 0 && b > most/a {
		return most
	}
	return a * b
}

// workCost is that of an expression; false if it is not repeated.
func workCost(e core.Exp) (int64, bool) {
	switch e := e.(type) {
	case *core.PrimApp:
		return primCost(e), true
	case *core.Use, *core.Index, *core.Slice, *core.Rearrange, *core.Reshape, *core.Iota, *core.Scratch:
		return 1, true
	case *core.Replicate:
		return 1, e.Val.AtomType().IsScalar()
	case *core.Rotate, *core.Reverse:
		return 1, true
	case *core.If:
		then, ok := bodyCost(e.Then)
		els, too := bodyCost(e.Else)
		return 1 + max(then, els), ok && too
	case *core.Map:
		n, ok := bodyCost(e.Fn.Body)
		return times64(n+1, sizeOf(e.W)), ok && len(e.Accs) == 0
	case *core.Reduce:
		n, ok := bodyCost(e.Fn.Body)
		return times64(n+1, sizeOf(e.W)), ok
	case *core.Loop:
		n, ok := bodyCost(e.Body)
		return times64(2*n+2, sizeOf(e.Bound)), ok && e.I != nil // numbers that wait for each other
	default: // costs more than keeping the result, or must not happen twice
	}
	return 0, false
}

func bodyCost(b core.Body) (int64, bool) {
	sum := int64(0)
	for _, st := range b.Stms {
		n, ok := workCost(st.Exp)
		if e, isUpdate := st.Exp.(*core.Update); isUpdate && e.Val.AtomType().IsScalar() {
			n, ok = 2, true
		}
		if !ok {
			return 0, false
		}
		sum = min(sum+n, unlimited>>10)
	}
	return sum, true
}

// functionCost is the least cost of a function of floats that is no operator of the machine.
const functionCost = 5

func primCost(e *core.PrimApp) int64 {
	switch e.Op {
	case prim.Ceil, prim.Floor, prim.Trunc, prim.Round, prim.Copysign, prim.Fma, prim.Lerp:
		return 1
	case prim.Div, prim.Mod, prim.Quot, prim.Rem:
		if _, ok := e.Args[1].(core.Const); ok {
			return 1 // a product, a shift or a mask
		}
		return 3
	case prim.Sqrt, prim.Rsqrt:
		return 3
	case prim.Gamma, prim.Lgamma, prim.Polygamma:
		return 20
	}
	if e.Op == prim.Pow || e.Op.Class == prim.Floats {
		return functionCost
	}
	return 1
}
