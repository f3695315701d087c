package activity

import (
	"raido/ad/deriv"
	"raido/lang/core"
	"raido/lang/prim"
)

// Set is what is known to be active so far. Accumulators are active together: all of one with_acc are one array.
type Set struct {
	vars    map[*core.Var]bool
	certs   map[*core.Cert]bool
	changed bool
}

// New is the empty set.
func New() *Set { return &Set{vars: map[*core.Var]bool{}, certs: map[*core.Cert]bool{}} }

// Has reports whether v is active.
func (a *Set) Has(v *core.Var) bool {
	if v.Type.IsAcc() {
		return a.certs[v.Type.Cert]
	}
	return a.vars[v]
}

// Which says of each variable whether it is active.
func (a *Set) Which(vs []*core.Var) []bool {
	out := make([]bool, len(vs))
	for i, v := range vs {
		out[i] = a.Has(v)
	}
	return out
}

// Any reports whether one of the atoms is active; constants are not.
func (a *Set) Any(xs ...core.Atom) bool {
	for _, x := range xs {
		if v, ok := x.(*core.Var); ok && a.Has(v) {
			return true
		}
	}
	return false
}

// Mark makes v active if on holds; bools never are.
func (a *Set) Mark(v *core.Var, on bool) {
	if !on || v.Type.Elem == prim.Bool || a.Has(v) {
		return
	}
	a.changed = true
	if v.Type.IsAcc() {
		a.certs[v.Type.Cert] = true
	} else {
		a.vars[v] = true
	}
}

// MarkAll makes variables active.
func (a *Set) MarkAll(vs []*core.Var) {
	for _, v := range vs {
		a.Mark(v, true)
	}
}

// Body marks what becomes active in a body, and in all that is inside.
func (a *Set) Body(b core.Body) { a.closure(func() { a.body(b) }) }

// closure repeats a step that marks variables until it marks no more. It leaves changed set if it marked
// any, for the closure around it.
func (a *Set) closure(step func()) {
	before := a.changed
	any := false
	for a.changed = true; a.changed; {
		a.changed = false
		step()
		any = any || a.changed
	}
	a.changed = before || any
}

func (a *Set) body(b core.Body) {
	for _, s := range b.Stms {
		a.stm(s)
	}
}

func (a *Set) stm(s core.Stm) {
	switch e := s.Exp.(type) {
	case *core.PrimApp:
		a.Mark(s.Pat[0], a.prim(e, s.Pat[0]))
	case *core.If:
		a.body(e.Then)
		a.body(e.Else)
		for i, v := range s.Pat {
			a.Mark(v, a.Any(e.Then.Result[i]) || a.Any(e.Else.Result[i]))
		}
	case *core.Loop:
		a.closure(func() {
			for i, p := range e.Params {
				a.Mark(p, a.Any(e.Init[i]) || a.Any(e.Body.Result[i]))
			}
			a.body(e.Body)
		})
		a.markLike(s.Pat, e.Params)
	case *core.Map:
		a.mapSoac(s, e)
	case *core.Reduce:
		a.operator(s.Pat, e.Fn, e.Ne, e.Arrs, nil)
	case *core.Scan:
		a.operator(s.Pat, e.Fn, e.Ne, e.Arrs, nil)
	case *core.Hist:
		a.operator(s.Pat, e.Fn, e.Ne, e.Vals, e.Dest)
	case *core.Scatter:
		for i, v := range s.Pat {
			a.Mark(v, a.Has(e.Dest[i]) || a.Has(e.Vals[i]))
		}
	case *core.WithAcc:
		a.withAcc(s, e)
	case *core.UpdateAcc:
		a.Mark(s.Pat[0], a.Any(e.Val) || a.Has(e.Acc))
	default:
		for _, v := range s.Pat {
			a.Mark(v, a.Any(linearIn(e)...))
		}
	}
}

// linearIn are the operands that the tangent of a construct depends on.
func linearIn(e core.Exp) []core.Atom {
	switch e := e.(type) {
	case *core.Use:
		return []core.Atom{e.Atom}
	case *core.Copy:
		return []core.Atom{e.Arr}
	case *core.Index:
		return []core.Atom{e.Arr}
	case *core.Slice:
		return []core.Atom{e.Arr}
	case *core.Update:
		return []core.Atom{e.Arr, e.Val}
	case *core.UpdateSlice:
		return []core.Atom{e.Arr, e.Val}
	case *core.Iota:
		return []core.Atom{e.Start, e.Step}
	case *core.Replicate:
		return []core.Atom{e.Val}
	case *core.ArrayLit:
		return e.Elems
	case *core.Concat:
		return core.Atoms(e.Arrs)
	case *core.Rearrange:
		return []core.Atom{e.Arr}
	case *core.Reshape:
		return []core.Atom{e.Arr}
	case *core.Reverse:
		return []core.Atom{e.Arr}
	case *core.Rotate:
		return []core.Atom{e.Arr}
	case *core.Diff: // of mode CustomJVP, or a constant
		return e.Args
	case *core.Call: // of a function that calls itself
		return e.Args
	default: // the others have bodies or operators, or are not linear
	}
	return nil
}

// prim reports whether a derivative row gives a tangent for the active operands.
func (a *Set) prim(e *core.PrimApp, y *core.Var) bool {
	if !a.Any(e.Args...) {
		return false
	}
	if e.Op.IsConversion() {
		return true
	}
	for i, p := range deriv.Partials(&core.Builder{}, e.Op, e.T, e.Args, y) {
		if p != nil && a.Any(e.Args[i]) {
			return true
		}
	}
	return false
}

func (a *Set) markLike(vs, like []*core.Var) {
	for i, v := range vs {
		a.Mark(v, a.Has(like[i]))
	}
}

func (a *Set) mapSoac(s core.Stm, e *core.Map) {
	k := len(e.Accs)
	for i, v := range e.Arrs {
		a.Mark(e.Fn.Params[k+i], a.Has(v))
	}
	a.body(e.Fn.Body)
	for i, v := range s.Pat {
		a.Mark(v, a.Any(e.Fn.Body.Result[i]))
	}
}

// operator closes over an operator: operand i is active if its neutral element, array, destination or
// result is. dest may be nil.
func (a *Set) operator(pat []*core.Var, fn *core.Lambda, ne []core.Atom, arrs, dest []*core.Var) {
	k := len(ne)
	a.closure(func() {
		for i := range ne {
			on := a.Any(ne[i]) || a.Has(arrs[i]) || a.Any(fn.Body.Result[i]) || dest != nil && a.Has(dest[i])
			a.Mark(fn.Params[i], on)
			a.Mark(fn.Params[k+i], on)
		}
		a.body(fn.Body)
	})
	a.markLike(pat, fn.Params[:k])
}

// withAcc closes over accumulators: an update late in the body makes them active from the start.
func (a *Set) withAcc(s core.Stm, e *core.WithAcc) {
	for i, in := range e.Accs {
		a.Mark(e.Fn.Params[i], a.Has(in.Arr))
	}
	a.closure(func() { a.body(e.Fn.Body) })
	for i, v := range s.Pat {
		if i < len(e.Accs) {
			a.Mark(v, a.Has(e.Fn.Params[i]))
		} else {
			a.Mark(v, a.Any(e.Fn.Body.Result[i]))
		}
	}
}
