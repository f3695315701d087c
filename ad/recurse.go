package ad

import (
	"fmt"

	"raido/ad/fwd"
	"raido/ad/rev"
	"raido/lang/core"
	"raido/lang/diag"
)

// Note [Recursion]. A function that calls itself cannot be inlined under a derivative. It gets derivatives of its own
// instead, one for each choice of what has a tangent or an adjoint, made when a rule first asks for it (ad/fwd/call.go,
// ad/rev/call.go); inside, calls of the function become calls of its derivative. They call themselves too, so
// that derivatives of them are no different. Only a function that takes a derivative of itself has none: it would need
// derivatives of every order. A chain of definitions each of which calls the one before twice does not call itself, but
// would be 2^n copies of the first; where opt.Inline has left such calls they are treated alike.

// derivKey is a derivative of a function without Diff nodes.
type derivKey struct {
	f    *core.Fun
	kind string
}

// JVP implements fwd.Calls.
func (a *apply) JVP(f *core.Fun, at diag.Span, on []bool, vec bool) *core.Fun {
	return a.derived(f, at, fmt.Sprint("jvp", on, vec), func(out, of *core.Fun) { fwd.Fun(out, of, on, vec, a) })
}

// VJP implements rev.Calls.
func (a *apply) VJP(f *core.Fun, at diag.Span, on, bars []bool) *core.Fun {
	return a.derived(f, at, fmt.Sprint("vjp", on, bars), func(out, of *core.Fun) { rev.Fun(out, of, on, bars, a.calls) })
}

// derived is a derivative of a function, which make makes; at is the place of a call that needs it.
func (a *apply) derived(f *core.Fun, at diag.Span, kind string, make func(out, of *core.Fun)) *core.Fun {
	key := derivKey{f, kind}
	if g := a.derivs[key]; g != nil {
		return g
	}
	if old := a.old[f]; old != nil {
		if a.fun(old); a.state[old] != done {
			panic(&diag.Diag{Class: diag.Unsupported, Code: codeRecursive, Span: at,
				Msg:  fmt.Sprintf("%s takes a derivative of itself, which would need derivatives of every order", f.Name),
				Hint: "take the derivative outside of the function, or use a loop"})
		}
	}
	g := &core.Fun{Name: fmt.Sprintf("%s_%s%d", f.Name, kind[:3], len(a.derivs))}
	a.derivs[key] = g
	of := core.RenameFun(f)
	of.Body = a.body(of.Body, true)
	make(g, of)
	a.out.Funs = append(a.out.Funs, g)
	return g
}

// stays reports whether calls of a function without Diff nodes, or of a derivative, are not inlined.
func (a *apply) stays(f *core.Fun) bool {
	old := a.old[f]
	return old == nil || a.huge || a.recursive[old] > 0
}
