package fwd

import (
	"raido/ad/deriv"
	"raido/lang/core"
	"raido/lang/prim"
)

// activity is the set of variables that may have a tangent other than zero [Peng23, 3.3.1]: those that
// depend on a parameter through something differentiable. It decides which parameters of loops and
// operators, and which accumulators, get a tangent.
type activity struct {
	vars    map[*core.Var]bool
	certs   map[*core.Cert]bool
	changed bool
}

func newActivity() *activity {
	return &activity{vars: map[*core.Var]bool{}, certs: map[*core.Cert]bool{}}
}

// has reports whether v is active.
func (a *activity) has(v *core.Var) bool {
	if v.Type.IsAcc() {
		return a.certs[v.Type.Cert]
	}
	return a.vars[v]
}

func (a *activity) which(vs []*core.Var) []bool {
	out := make([]bool, len(vs))
	for i, v := range vs {
		out[i] = a.has(v)
	}
	return out
}

func (a *activity) atom(x core.Atom) bool {
	v, ok := x.(*core.Var)
	return ok && a.has(v)
}

func (a *activity) any(xs []core.Atom) bool {
	for _, x := range xs {
		if a.atom(x) {
			return true
		}
	}
	return false
}

// mark makes v active if on holds; bools never are.
func (a *activity) mark(v *core.Var, on bool) {
	if !on || v.Type.Elem == prim.Bool || a.has(v) {
		return
	}
	a.changed = true
	if v.Type.IsAcc() {
		a.certs[v.Type.Cert] = true
	} else {
		a.vars[v] = true
	}
}

func (a *activity) params(vs []*core.Var) {
	for _, v := range vs {
		a.mark(v, true)
	}
}

// closure repeats a step that marks variables until it marks no more. It leaves changed set if it marked
// any, for the closure around it.
func (a *activity) closure(step func()) {
	before := a.changed
	any := false
	for a.changed = true; a.changed; {
		a.changed = false
		step()
		any = any || a.changed
	}
	a.changed = before || any
}

func (a *activity) body(b core.Body) {
	for _, s := range b.Stms {
		a.stm(s)
	}
}

func (a *activity) stm(s core.Stm) {
	switch e := s.Exp.(type) {
	case *core.PrimApp:
		a.mark(s.Pat[0], a.prim(e, s.Pat[0]))
	case *core.If:
		a.body(e.Then)
		a.body(e.Else)
		for i, v := range s.Pat {
			a.mark(v, a.atom(e.Then.Result[i]) || a.atom(e.Else.Result[i]))
		}
	case *core.Loop:
		a.closure(func() {
			for i, p := range e.Params {
				a.mark(p, a.atom(e.Init[i]) || a.atom(e.Body.Result[i]))
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
			a.mark(v, a.has(e.Dest[i]) || a.has(e.Vals[i]))
		}
	case *core.WithAcc:
		a.withAcc(s, e)
	case *core.UpdateAcc:
		a.mark(s.Pat[0], a.atom(e.Val) || a.has(e.Acc))
	default:
		for _, v := range s.Pat {
			a.mark(v, a.any(linearIn(e)))
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
	}
	return nil
}

// prim reports whether a derivative row gives a tangent for the active operands.
func (a *activity) prim(e *core.PrimApp, y *core.Var) bool {
	if !a.any(e.Args) {
		return false
	}
	if e.Op.IsConversion() {
		return true
	}
	for i, p := range deriv.Partials(&core.Builder{}, e.Op, e.T, e.Args, y) {
		if p != nil && a.atom(e.Args[i]) {
			return true
		}
	}
	return false
}

func (a *activity) markLike(vs, like []*core.Var) {
	for i, v := range vs {
		a.mark(v, a.has(like[i]))
	}
}

func (a *activity) mapSoac(s core.Stm, e *core.Map) {
	k := len(e.Accs)
	for i, v := range e.Arrs {
		a.mark(e.Fn.Params[k+i], a.has(v))
	}
	a.body(e.Fn.Body)
	for i, v := range s.Pat {
		a.mark(v, a.atom(e.Fn.Body.Result[i]))
	}
}

// operator closes over an operator: operand i is active if its neutral element, array, destination or
// result is. dest may be nil.
func (a *activity) operator(pat []*core.Var, fn *core.Lambda, ne []core.Atom, arrs, dest []*core.Var) {
	k := len(ne)
	a.closure(func() {
		for i := range ne {
			on := a.atom(ne[i]) || a.has(arrs[i]) || a.atom(fn.Body.Result[i]) || dest != nil && a.has(dest[i])
			a.mark(fn.Params[i], on)
			a.mark(fn.Params[k+i], on)
		}
		a.body(fn.Body)
	})
	a.markLike(pat, fn.Params[:k])
}

// withAcc closes over accumulators: an update late in the body makes them active from the start.
func (a *activity) withAcc(s core.Stm, e *core.WithAcc) {
	for i, in := range e.Accs {
		a.mark(e.Fn.Params[i], a.has(in.Arr))
	}
	a.closure(func() { a.body(e.Fn.Body) })
	for i, v := range s.Pat {
		if i < len(e.Accs) {
			a.mark(v, a.has(e.Fn.Params[i]))
		} else {
			a.mark(v, a.atom(e.Fn.Body.Result[i]))
		}
	}
}
