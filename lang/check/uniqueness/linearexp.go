package uniqueness

import (
	"slices"

	"raido/lang/diag"
	"raido/lang/types"
)

// exp checks an expression in order of evaluation; its value, with the accumulators in it, is used by what is around.
func (l *linearity) exp(e types.Exp) {
	diag.Poll()
	switch x := e.(type) {
	case *types.Ref:
		l.ref(x)
	case *types.Project:
		l.project(x)
	case *types.RecordWith:
		l.recordWith(x)
	case *types.Lambda:
		l.function(x.Params, x.Body)
	case *types.Apply:
		l.apply(x)
	case *types.Let:
		l.exp(x.Rhs)
		l.scoped([]types.Pat{x.Pat}, x.Body.Span(), func() { l.exp(x.Body) })
	case *types.LetFun:
		l.def(x.Def)
		if l.as == nil {
			x.Def.Linear = LinearParams(x.Def)
		}
		l.exp(x.Body)
	case *types.If:
		l.exp(x.Cond)
		l.branches([]diag.Span{x.Then.Span(), x.Else.Span()}, []func(){func() { l.exp(x.Then) }, func() { l.exp(x.Else) }})
	case *types.Match:
		l.match(x)
	case *types.Loop:
		l.loop(x)
	case *types.MkConstr:
		for _, a := range x.Args {
			l.kept(a, "in a constructor")
		}
	case *types.ArrayLit:
		for _, a := range x.Elems {
			l.kept(a, "in an array")
		}
	case *types.Coerce:
		l.exp(x.E)
		if l.holds(x.T) {
			l.error(x.At, "give the array that size before the stream: dest :> [3]t", "an accumulator may not be given another size with :>")
		}
	default:
		types.Children(e, l.exp)
	}
}

// kept is a part of a value that may not hold accumulators.
func (l *linearity) kept(e types.Exp, where string) {
	l.exp(e)
	if l.holds(e.Type()) {
		l.error(e.Span(), "keep it in a tuple or a record", "an accumulator may not be kept %s", where)
	}
}

// ref is the use of a variable. A polymorphic function may do with its argument what it likes: it is used at a type with
// accumulators only if it uses values of that type once.
func (l *linearity) ref(x *types.Ref) {
	if t := l.copied(x); t != nil {
		l.error(x.At, "use a function that declares its parameter with the type, (acc: *acc ([n]t))",
			"%s takes values of any type, %s, which it may copy or drop, so it may not be given an accumulator", x.Sym.Name, types.PrintScheme(x.Sym.Scheme))
	}
	l.move(x.Sym, "", x.At)
}

// copied is a type among those that instantiate a function whose values hold accumulators, and are not used exactly once; or
// nil. Where the function is given an accumulator it could put it into functions that it makes, so these count as well.
func (l *linearity) copied(x *types.Ref) types.Type {
	is := l.holds
	if slices.ContainsFunc(x.TypeArgs, l.holds) {
		is = l.mentions
	}
	for i, t := range x.TypeArgs {
		once := x.Sym.Def != nil && slices.Contains(x.Sym.Def.Linear, x.Sym.Scheme.Types[i])
		if is(t) && !once {
			return t
		}
	}
	return nil
}

// mentions reports whether a value of type t is or holds an accumulator or a function that takes or gives one.
func (l *linearity) mentions(t types.Type) bool {
	return types.Holds(t, func(t types.Type) bool {
		f, ok := types.Reveal(t).(*types.Func)
		return l.linear(t) || ok && (l.mentions(f.Param) || l.mentions(f.Result))
	})
}

func (l *linearity) project(x *types.Project) {
	if s, path, ok := refPath(x); ok {
		l.move(s, path, x.At)
		return
	}
	l.exp(x.Rec)
	for _, p := range l.accsIn(x.Rec.Type()) {
		if !under(p, "."+x.Field) {
			l.error(x.At, "bind all parts with a pattern: let (acc, x) = ...", "the accumulator %s of this value is dropped: it must be used exactly once", p[1:])
			return
		}
	}
}

// recordWith uses all accumulators of the record but those that are replaced.
func (l *linearity) recordWith(x *types.RecordWith) {
	replaced := ""
	for _, f := range x.Path {
		replaced += "." + f
	}
	if s, path, ok := refPath(x.Rec); ok {
		l.move(s, path, x.Rec.Span(), path+replaced)
	} else {
		l.exp(x.Rec)
		if l.holds(x.Val.Type()) {
			l.error(x.At, "bind all parts with a pattern: let (acc, x) = ...", "the accumulator that this replaces is dropped: it must be used exactly once")
		}
	}
	l.exp(x.Val)
}

// apply passes accumulators on. A function that has got one is not a value: it could be applied twice.
func (l *linearity) apply(x *types.Apply) {
	l.exp(x.Fn)
	for _, a := range x.Args {
		l.exp(a)
		if l.holds(a.Type()) && types.HasFunc(x.T) {
			l.error(a.Span(), "give it all its arguments", "a function that waits for more arguments may not hold an accumulator: it could be applied many times")
			return
		}
	}
}

func (l *linearity) match(x *types.Match) {
	l.exp(x.Scrut)
	var at []diag.Span
	var fs []func()
	for _, k := range x.Cases {
		at = append(at, k.Body.Span())
		fs = append(fs, func() { l.scoped([]types.Pat{k.Pat}, k.Body.Span(), func() { l.exp(k.Body) }) })
	}
	l.branches(at, fs)
}

// loop: the accumulators of the initial value become those of the pattern, anew in each iteration.
func (l *linearity) loop(x *types.Loop) {
	l.exp(x.Init)
	for _, e := range []types.Exp{x.Bound, x.Arr} {
		if e != nil {
			l.exp(e)
		}
	}
	l.inside(aLoop, func() {
		l.scoped([]types.Pat{x.Pat}, x.Body.Span(), func() {
			if x.While != nil {
				l.exp(x.While)
			}
			l.exp(x.Body)
		})
	})
}
