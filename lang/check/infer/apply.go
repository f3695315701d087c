package infer

import (
	"fmt"

	"raido/lang/check/explain"
	"raido/lang/check/fault"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/syntax"
	"raido/lang/types"
)

// apply is juxtaposition.
func (c *Checker) apply(sc *locals, x *syntax.ApplyExp, hint types.Type) types.Exp {
	if k, ok := x.Fn.(*syntax.ConstrExp); ok {
		return c.constr(sc, k, x.Args, x.Span, hint)
	}
	a := &application{c: c, at: x.Span, fn: c.exp(sc, x.Fn, nil), name: syntax.Spelled(x.Fn), given: x.Args}
	a.t = a.fn.Type()
	if n, exact := explain.Arity(a.t); exact && n > 0 && n < len(x.Args) {
		c.tooMany(a.fn, x, n)
		for _, arg := range x.Args { // for errors of their own
			c.exp(sc, arg, nil)
		}
		return c.hole(x.Span)
	}
	for _, arg := range x.Args {
		ok := false
		if isLambda(arg) {
			ok = a.delay(arg.ExpSpan(), func(hint types.Type) types.Exp { return c.exp(sc, arg, hint) })
		} else {
			ok = a.arg(arg.ExpSpan(), func(hint types.Type) types.Exp { return c.exp(sc, arg, hint) })
		}
		if !ok {
			// Check the rest for errors of their own.
			for _, rest := range x.Args[len(a.args):] {
				c.exp(sc, rest, nil)
			}
			return c.hole(x.Span)
		}
	}
	if len(a.later) > 0 {
		a.expect(hint)
	}
	return c.bounded(a.done())
}

// maxType is how many parts a type may have. Functions that double a type make it grow exponentially, and the checker with it.
const maxType = 100_000

// bounded refuses an expression whose type is huge.
func (c *Checker) bounded(e types.Exp) types.Exp {
	left := maxType
	if e == nil || types.Within(e.Type(), &left) {
		return e
	}
	d := c.Error(diag.Unsupported, fault.CodeUnsupported, e.Span(), "the type of this has more than %d parts", maxType)
	d.Hint = "an array holds many values of one type"
	return c.hole(e.Span())
}

// expect makes the parameters that are left have the types that are expected, but for sizes, so that lambdas learn of
// them: in xs |> map (\x -> ...).
func (a *application) expect(hint types.Type) {
	for t := a.t; hint != nil; {
		want, ok := types.Resolve(hint).(*types.Func)
		have, is := types.Resolve(t).(*types.Func)
		if !ok || !is || a.c.u.Unify(a.c.anySizes(want.Param), have.Param) != nil {
			return
		}
		t, hint = have.Result, want.Result
	}
}

func isLambda(e syntax.Exp) bool {
	if p, ok := e.(*syntax.ParenExp); ok {
		return isLambda(p.Exp)
	}
	_, ok := e.(*syntax.LambdaExp)
	return ok
}

// application applies a function to arguments one at a time. Lambdas among them are checked after the others, which
// tell the types of their parameters.
type application struct {
	c     *Checker
	at    diag.Span
	fn    types.Exp
	name  string // of the function, for messages
	t     types.Type
	args  []types.Exp
	exts  []*types.SizeVar
	later []laterArg

	derived []*types.SizeMeta // sizes of what a differentiated function gives

	given  []syntax.Exp // the arguments of the call; nil if that says nothing
	failed bool         // an argument did not fit
}

// laterArg is an argument that waits for the others.
type laterArg struct {
	index int
	param types.Type
	at    diag.Span
	infer func(hint types.Type) types.Exp
}

// arg applies to one more argument; it is false when there is no function to apply.
func (a *application) arg(at diag.Span, infer func(hint types.Type) types.Exp) bool {
	c := a.c
	f, ok := c.asFunc(a.t)
	if !ok {
		a.notFunction()
		return false
	}
	x := a.fit(laterArg{len(a.args), f.Param, at, infer})
	var s types.Subst
	if f.Name != nil {
		n, ok := c.sizeOf(x)
		switch {
		case ok && !f.Unique:
			s.BindSize(f.Name, n)
		case types.SamePrim(f.Param, prim.I64):
			v := c.NewSize("", at)
			a.exts = append(a.exts, v)
			s.BindSize(f.Name, v)
		default:
			g := *f
			t, exts := c.closeSizes(f.Result, func(s *types.Symbol) bool { return s == f.Name.Sym }, at)
			g.Result, a.exts = t, append(a.exts, exts...)
			f = &g
		}
	}
	a.args = append(a.args, x)
	a.result(f, s)
	return true
}

// delay applies to an argument that is checked when the others are.
func (a *application) delay(at diag.Span, infer func(hint types.Type) types.Exp) bool {
	f, ok := a.c.asFunc(a.t)
	if !ok || f.Name != nil {
		return a.arg(at, infer)
	}
	a.later = append(a.later, laterArg{len(a.args), f.Param, at, infer})
	a.args = append(a.args, nil)
	a.result(f, types.Subst{})
	return true
}

// result goes on to the result of f, its unknown sizes opened.
func (a *application) result(f *types.Func, s types.Subst) {
	for _, e := range f.Exts {
		v := a.c.NewSize("", a.at)
		a.exts = append(a.exts, v)
		s.BindSize(e, v)
	}
	a.t = f.Result
	if !s.Empty() {
		a.t = a.c.mapSums(f.Result, s.Size)
	}
}

// fit checks an argument against the type of its parameter.
func (a *application) fit(l laterArg) types.Exp {
	c := a.c
	x := l.infer(l.param)
	opened := c.u.Opened
	c.u.Opened = nil
	if m := c.u.Unify(l.param, a.differentiated(l, x.Type())); m != nil {
		c.argMismatch(a, l, m, x)
	}
	a.exts = append(a.exts, c.u.Opened...)
	c.u.Opened = opened
	return x
}

func (a *application) done() types.Exp {
	for _, l := range a.later {
		a.args[l.index] = a.fit(l)
	}
	a.openDerived()
	return &types.Apply{Node: node(a.t, a.at), Fn: a.fn, Args: a.args, Exts: a.exts}
}

// asFunc is t as a function type; an open type becomes one.
func (c *Checker) asFunc(t types.Type) (*types.Func, bool) {
	switch x := types.Resolve(t).(type) {
	case *types.Func:
		return x, true
	case *types.Meta:
		f := &types.Func{Param: c.u.Fresh(), Result: c.u.Fresh()}
		return f, c.u.Unify(x, f) == nil
	default: // no function
	}
	return nil, false
}

func (a *application) notFunction() {
	if len(a.args) == 0 {
		d := a.c.Error(diag.Type, fault.CodeNotFunction, a.fn.Span(), "%s is applied like a function, but %s",
			fault.Short(a.name), explain.HasType(types.NewPrinter(), a.t, "has"))
		d.Hint = notFunctionHint(a.fn, a.given)
		return
	}
	d := a.c.Error(diag.Type, fault.CodeNotFunction, a.at, "%s takes %s, but is applied to more", fault.Short(a.name), fault.Count(len(a.args), "argument"))
	if r, ok := a.fn.(*types.Ref); ok {
		fault.Note(d, r.Sym.Span.OfUser(), "%s has type %s", r.Sym.Name, types.PrintScheme(r.Sym.Scheme))
	}
}

// argMismatch reports the first argument of a call that does not fit; those after it may be wrong
// because of it.
func (c *Checker) argMismatch(a *application, l laterArg, m *types.Mismatch, x types.Exp) {
	if a.failed {
		return
	}
	a.failed = true
	w := explain.Why{What: explain.AsArgument(l.index+1, fault.Short(a.name), a.fn)}
	if r, ok := a.fn.(*types.Ref); ok {
		w.Note, w.At = fmt.Sprintf("%s has type %s", r.Sym.Name, types.PrintScheme(r.Sym.Scheme)), r.Sym.Span.OfUser()
	}
	d, _ := c.mismatch(l.at, m, l.param, x.Type(), w)
	if m.Kind != types.MisType && m.Kind != types.MisClass {
		return
	}
	if h := a.argHint(l, x.Type()); h != "" {
		d.Hint = h
	}
}

// constr is a constructor with its arguments.
func (c *Checker) constr(sc *locals, k *syntax.ConstrExp, args []syntax.Exp, at diag.Span, hint types.Type) types.Exp {
	e := &types.MkConstr{Name: k.Name}
	var hints []types.Type
	if hint != nil {
		hints, _ = types.ConstrArgs(hint, k.Name)
	}
	var ts []types.Type
	for i, a := range args {
		var h types.Type
		if i < len(hints) {
			h = hints[i]
		}
		x := c.exp(sc, a, h)
		e.Args, ts = append(e.Args, x), append(ts, x.Type())
	}
	m := c.u.Fresh()
	m.At = at
	m.Constrs = []types.Constr{{Name: k.Name, Args: ts}}
	e.Node = node(m, at)
	return e
}
