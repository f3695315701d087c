package final

import (
	"raido/lang/check/fault"
	"raido/lang/diag"
	"raido/lang/types"
	"slices"
)

// recursion checks the rules for a function that calls itself; see Note [Recursion].
func (c *checks) recursion(d *types.Def) {
	if !c.CallsItself {
		return
	}
	if types.HasFunc(d.Ret) {
		e := c.Error(diag.Type, fault.CodeRecursion, d.Sym.Span, "%s calls itself, but its result holds a function: it has type %s", d.Sym.Name, types.Print(d.Ret))
		e.Hint = "add the parameters of the result to " + d.Sym.Name
		return
	}
	if slices.ContainsFunc(d.Params, func(p types.Param) bool { return types.HasFunc(p.Pat.Type()) }) {
		c.passedOn(d, d.Body)
	}
}

// passedOn demands of each use of a recursive function that takes functions that it is a call, and gives them unchanged.
func (c *checks) passedOn(d *types.Def, e types.Exp) {
	self := func(e types.Exp) bool {
		r, ok := e.(*types.Ref)
		return ok && r.Sym == d.Sym
	}
	bad := func(e types.Exp, what string) {
		x := c.Error(diag.Type, fault.CodeRecursion, e.Span(), "%s calls itself here %s", d.Sym.Name, what)
		fault.Note(x, d.Sym.Span, "%s takes a function", d.Sym.Name)
		x.Hint = "a recursive function must give itself all of its arguments, and the functions among its parameters as they are: which function is called must be known when the program is compiled"
	}
	a, ok := e.(*types.Apply)
	switch {
	case ok && self(a.Fn) && len(a.Args) < len(d.Params) || self(e):
		bad(e, "without all of its arguments")
		return
	case ok && self(a.Fn):
		for i, p := range d.Params {
			if !types.HasFunc(p.Pat.Type()) {
				continue
			}
			v, named := p.Pat.(*types.PatVar)
			if r, ok := a.Args[i].(*types.Ref); !named || !ok || r.Sym != v.Sym {
				bad(a.Args[i], "with another function")
			}
		}
		for _, arg := range a.Args {
			c.passedOn(d, arg)
		}
		return
	}
	types.Children(e, func(x types.Exp) { c.passedOn(d, x) })
}

// Endless reports whether an expression calls a function in any case: as the function's body it never ends.
func Endless(f *types.Symbol, e types.Exp) bool {
	switch x := e.(type) {
	case *types.Lambda:
		return false
	case *types.LetFun:
		return Endless(f, x.Body)
	case *types.If:
		return Endless(f, x.Cond) || Endless(f, x.Then) && Endless(f, x.Else)
	case *types.Match:
		all := true
		for _, k := range x.Cases {
			all = all && Endless(f, k.Body)
		}
		return all || Endless(f, x.Scrut)
	case *types.Loop:
		return Endless(f, x.Init)
	case *types.Apply:
		if r, ok := x.Fn.(*types.Ref); ok && r.Sym == f && len(x.Args) == len(f.Def.Params) {
			return true
		}
	default: // evaluates all of its parts
	}
	any := false
	types.Children(e, func(x types.Exp) { any = any || Endless(f, x) })
	return any
}
