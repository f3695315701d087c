package modules

import (
	"raido/lang/check/fault"
	"raido/lang/check/infer"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
)

// functor is a parametric module. apply gives the result for an argument that need not match the
// parameter yet; nil if there is a fault, which is reported at the place given. See Note [Instantiation].
type functor struct {
	apply func(k *Declarer, arg *scope.Module, at diag.Span, prefix string) *scope.Module
}

// Parametric marks it as what makes a module parametric.
func (*functor) Parametric() {}

// lambda is a parametric module. Its body is checked once with a parameter of which only the module type
// is known.
func (k *Declarer) lambda(env *scope.Env, x *syntax.ModLambda, prefix string) *scope.Module {
	param, body := x.Param, x.Body
	if x.Sig != nil {
		body = &syntax.ModAscript{At: syntax.At{Span: x.Span}, Mod: body, Sig: x.Sig}
	}
	if !k.Instance {
		s := k.sig(env, param.Sig, param.Name+".")
		if s == nil {
			return nil
		}
		inner := &Declarer{Context: infer.Context{Library: k.Library, Path: prefix}}
		m := inner.modExp(env.AddModule(param.Name, s.assumed()), body, prefix)
		k.Diags = append(k.Diags, inner.Diags...)
		if m == nil || len(inner.Diags.Errors()) > 0 {
			return nil
		}
	}
	prelude := k.Library
	return &scope.Module{Functor: &functor{func(k *Declarer, arg *scope.Module, at diag.Span, prefix string) *scope.Module {
		p := k.match(arg, k.sig(env, param.Sig, param.Name+"."), false, at, param.Name+".")
		if p == nil {
			return nil
		}
		inner := &Declarer{Context: infer.Context{Library: prelude, Path: prefix, Instance: true}}
		m := inner.modExp(env.AddModule(param.Name, p), body, prefix)
		k.Defs = append(k.Defs, inner.Defs...)
		for _, d := range inner.Diags.Errors() {
			fault.Note(d, at, "in the instance for this argument")
			k.Diags = append(k.Diags, d)
		}
		return m
	}}}
}

// application applies a parametric module.
func (k *Declarer) application(env *scope.Env, x *syntax.ModApply, prefix string) *scope.Module {
	f, arg := k.modExp(env, x.Fn, prefix), k.modExp(env, x.Arg, prefix)
	if f == nil || arg == nil {
		return nil
	}
	if f.Functor == nil {
		d := k.Error(diag.Module, fault.CodeFunctor, x.Fn.ModSpan(), "%s is applied, but is not a parametric module", fault.Short(x.Fn.ModSpan().Text()))
		d.Hint = "a parametric module has parameters: module m (p: mt) = ..."
		return nil
	}
	return f.Functor.(*functor).apply(k, arg, x.Arg.ModSpan(), prefix)
}

// functor is the view of a parametric module through the module type of one: its argument is seen
// through the parameter, its result through the result.
func (mt *matcher) functor(f *functor, a *arrow) *scope.Module {
	view := *a
	sub := &mt.sizes
	if !mt.opaque {
		sub = &mt.sub
	}
	view.subs = append(a.subs[:len(a.subs):len(a.subs)], &replacement{sub, &mt.fresh})
	shows := mt.shows
	apply := func(k *Declarer, arg *scope.Module, at diag.Span, prefix string) *scope.Module {
		inner := &Declarer{Context: infer.Context{Path: k.Path, Library: k.Library, Instance: true}, shows: map[*types.Abstract]bool{}}
		for _, from := range []map[*types.Abstract]bool{shows, k.shows} {
			for t := range from {
				inner.shows[t] = true
			}
		}
		defer func() { k.Defs, k.Diags = append(k.Defs, inner.Defs...), append(k.Diags, inner.Diags...) }()
		p := inner.match(arg, view.argument(inner), false, at, a.param+".")
		if p == nil {
			return nil
		}
		r := f.apply(inner, p, at, prefix)
		return inner.match(r, view.result(inner, p, prefix), true, at, prefix)
	}
	trial := &Declarer{Context: infer.Context{Path: mt.k.Path, Library: mt.k.Library, Instance: true}, shows: mt.shows}
	if apply(trial, view.argument(trial).assumed(), mt.at, a.param+".") == nil {
		d := mt.error(nil, diag.Span{}, fault.CodeFunctor, "this parametric module does not fit the module type that is asked for")
		for _, e := range trial.Diags.Errors() {
			fault.Note(d, diag.Span{}, "%s", e.Msg)
			d.Notes = append(d.Notes, e.Notes...)
		}
		return nil
	}
	return &scope.Module{Functor: &functor{apply}}
}

// Note [Instantiation]
//
// A parametric module is checked where it is defined, with a parameter whose types are abstract and whose
// values have no definitions: what is wrong with the body is reported there, once, and the tree thrown
// away. Each application then elaborates the body again, with the argument in place of the parameter, seen
// through the parameter's module type so that no other names come in. This gives lowering concrete
// definitions, makes the argument's types known in the result, and makes every abstract type that the body
// creates a new one for each application. A body that checks for abstract types checks for all.
