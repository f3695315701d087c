package infer

import (
	"raido/lang/check/explain"
	"raido/lang/check/fault"
	"raido/lang/check/uniqueness"
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
)

// pipe elaborates the prelude's |>, <|, >-> and <-< to applications, so that results of unknown size
// flow through them. ok is false when the operator is not the prelude's.
func (c *Checker) pipe(sc *locals, op syntax.Name, l, r syntax.Exp, at diag.Span) (types.Exp, bool) {
	s, global, found := c.value(sc, op.Base)
	if !found || !global || !s.Span.InLibrary() {
		return nil, false
	}
	switch op.Base {
	case "|>":
		x := c.exp(sc, l, nil)
		f := c.exp(sc, r, &types.Func{Param: x.Type(), Result: c.u.Fresh()})
		c.keeps(f, r)
		return c.applyTo(f, r, x, l, at), true
	case "<|":
		f := c.exp(sc, l, nil)
		c.keeps(f, l)
		mark := c.clock
		e := c.applyArg(f, l, at, r.ExpSpan(), func(hint types.Type) types.Exp { return c.exp(sc, r, hint) })
		c.causal(f, l, r, c.newer(mark))
		return e, true
	case ">->":
		return c.compose(sc, l, r, at), true
	}
	return c.compose(sc, r, l, at), true
}

// causal reports a function left of <| whose type has a size that only its argument makes known: operands
// come into being from left to right.
func (c *Checker) causal(f types.Exp, l, r syntax.Exp, newer func(*types.Symbol) bool) {
	found := false
	types.FreeSyms(f.Type(), func(s *types.Symbol) {
		if found || !newer(s) {
			return
		}
		found = true
		d := c.Error(diag.Size, fault.CodeEscape, l.ExpSpan(), "%s has type %s here, but its size is only known when the operand to the right is computed",
			fault.Short(l.ExpSpan().Text()), types.Print(f.Type()))
		fault.Note(d, r.ExpSpan(), "the size comes into being here")
		d.Hint = "pipe from the left: x |> f, or apply: f (x)"
	})
}

// keeps demands that a function does not consume its argument: these operators take any function, and
// promise their own arguments no such thing.
func (c *Checker) keeps(f types.Exp, fe syntax.Exp) {
	if t, ok := types.Resolve(f.Type()).(*types.Func); ok && t.Unique && !types.HasLinear(t.Param) {
		d := c.Error(diag.Unique, fault.CodeUniqueFun, fe.ExpSpan(), "%s consumes its argument, but an operator takes only functions that do not", fault.Short(fe.ExpSpan().Text()))
		d.Hint = "apply it without the operator, as in f (x)"
	}
}

// applyTo is f x, both checked already; fe and xe are their sources.
func (c *Checker) applyTo(f types.Exp, fe syntax.Exp, x types.Exp, xe syntax.Exp, at diag.Span) types.Exp {
	return c.applyArg(f, fe, at, xe.ExpSpan(), func(types.Type) types.Exp { return x })
}

func (c *Checker) applyArg(f types.Exp, fe syntax.Exp, at, argAt diag.Span, arg func(types.Type) types.Exp) types.Exp {
	a := &application{c: c, at: at, fn: f, name: fe.ExpSpan().Text(), t: f.Type()}
	if p, ok := f.(*types.Apply); ok && len(p.Exts) == 0 { // map f, applied further: one application
		a.fn, a.args = p.Fn, append([]types.Exp(nil), p.Args...)
	}
	if !a.arg(argAt, arg) {
		return c.hole(at)
	}
	return a.done()
}

// compose is \x -> second (first x).
func (c *Checker) compose(sc *locals, first, second syntax.Exp, at diag.Span) types.Exp {
	f := c.exp(sc, first, nil)
	ft, ok := c.asFunc(f.Type())
	if !ok {
		c.check(sc, first, &types.Func{Param: c.u.Fresh(), Result: c.u.Fresh()}, explain.Why{What: explain.As("an operand of a composition")})
		return c.hole(at)
	}
	g := c.exp(sc, second, &types.Func{Param: ft.Result, Result: c.u.Fresh()})
	c.keeps(f, first)
	c.keeps(g, second)
	return c.bound(f, at, func(f types.Exp) types.Exp {
		return c.bound(g, at, func(g types.Exp) types.Exp {
			v := c.newSym("x", ft.Param, at)
			c.facts.Inferred[v] = true
			mark := c.clock
			c.noExts(f, ft, first, second)
			mid := c.applyArg(f, first, at, first.ExpSpan(), func(types.Type) types.Exp { return c.Ref(v, at) })
			body := c.applyArg(g, second, at, second.ExpSpan(), func(types.Type) types.Exp { return mid })
			params := []types.Param{{Pat: &types.PatVar{Sym: v}}}
			ret, exts := c.closeSizes(body.Type(), c.newer(mark), at)
			unique := uniqueness.Fresh{}
			if gt, ok := c.asFunc(g.Type()); ok {
				unique = uniqueness.ResultOf(gt)
			}
			t, _, _ := c.funcType(params, ret, exts, unique, at)
			return &types.Lambda{Node: node(t, at), Params: params, Body: body}
		})
	})
}

// noExts reports a composition whose first function gives an array whose size is unknown or is its argument: the second
// function would need one size for all calls.
func (c *Checker) noExts(f types.Exp, ft *types.Func, first, second syntax.Exp) {
	if len(ft.Exts) == 0 && (ft.Name == nil || !types.Mentions(ft.Result, ft.Name.Sym)) {
		return
	}
	d := c.Error(diag.Size, fault.CodeEscape, first.ExpSpan(), "%s has type %s, whose result size is another for each call, but in a composition %s needs one size for all",
		fault.Short(first.ExpSpan().Text()), types.Print(f.Type()), fault.Short(second.ExpSpan().Text()))
	d.Hint = "use pipes or applications instead: \\xs -> xs |> ... |> ..."
}
