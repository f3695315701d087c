package check

import (
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
)

// functor is a parametric module. apply gives the result for an argument that need not match the
// parameter yet; nil if there is a fault, which is reported at the place given. See Note [Instantiation].
type functor struct {
	apply func(k *declarer, arg *Module, at diag.Span, prefix string) *Module
}

// lambda is a parametric module. Its body is checked once with a parameter of which only the module type
// is known.
func (k *declarer) lambda(env *Env, x *syntax.ModLambda, prefix string) *Module {
	param, body := x.Param, x.Body
	if x.Sig != nil {
		body = &syntax.ModAscript{At: syntax.At{Span: x.Span}, Mod: body, Sig: x.Sig}
	}
	if !k.instance {
		s := k.sig(env, param.Sig, param.Name+".")
		if s == nil {
			return nil
		}
		inner := &declarer{prelude: k.prelude, module: prefix}
		m := inner.modExp(env.withModule(param.Name, s.assumed()), body, prefix)
		k.diags = append(k.diags, inner.diags...)
		if m == nil || len(inner.diags.Errors()) > 0 {
			return nil
		}
	}
	prelude := k.prelude
	return &Module{fun: &functor{func(k *declarer, arg *Module, at diag.Span, prefix string) *Module {
		p := k.match(arg, k.sig(env, param.Sig, param.Name+"."), false, at, param.Name+".")
		if p == nil {
			return nil
		}
		inner := &declarer{prelude: prelude, module: prefix, instance: true}
		m := inner.modExp(env.withModule(param.Name, p), body, prefix)
		k.defs = append(k.defs, inner.defs...)
		for _, d := range inner.diags.Errors() {
			note(d, at, "in the instance for this argument")
			k.diags = append(k.diags, d)
		}
		return m
	}}}
}

// application applies a parametric module.
func (k *declarer) application(env *Env, x *syntax.ModApply, prefix string) *Module {
	f, arg := k.modExp(env, x.Fn, prefix), k.modExp(env, x.Arg, prefix)
	if f == nil || arg == nil {
		return nil
	}
	if f.fun == nil {
		d := k.error(diag.Module, codeFunctor, x.Fn.ModSpan(), short(x.Fn.ModSpan().Text())+" is applied, but is not a parametric module")
		d.Hint = "a parametric module has parameters: module m (p: mt) = ..."
		return nil
	}
	return f.fun.apply(k, arg, x.Arg.ModSpan(), prefix)
}

// functor is the view of a parametric module through the module type of one: its argument is seen
// through the parameter, its result through the result.
func (mt *matcher) functor(f *functor, a *arrow) *Module {
	view := *a
	sub := &mt.sizes
	if !mt.opaque {
		sub = &mt.sub
	}
	view.subs = append(a.subs[:len(a.subs):len(a.subs)], &replacement{sub, &mt.fresh})
	shows := mt.shows
	apply := func(k *declarer, arg *Module, at diag.Span, prefix string) *Module {
		inner := &declarer{module: k.module, prelude: k.prelude, instance: true, shows: map[*types.Abstract]bool{}}
		for _, from := range []map[*types.Abstract]bool{shows, k.shows} {
			for t := range from {
				inner.shows[t] = true
			}
		}
		defer func() { k.defs, k.diags = append(k.defs, inner.defs...), append(k.diags, inner.diags...) }()
		p := inner.match(arg, view.argument(inner), false, at, a.param+".")
		if p == nil {
			return nil
		}
		r := f.apply(inner, p, at, prefix)
		return inner.match(r, view.result(inner, p, prefix), true, at, prefix)
	}
	trial := &declarer{module: mt.k.module, prelude: mt.k.prelude, instance: true, shows: mt.shows}
	if apply(trial, view.argument(trial).assumed(), mt.at, a.param+".") == nil {
		d := mt.error(nil, diag.Span{}, codeFunctor, "this parametric module does not fit the module type that is asked for")
		for _, e := range trial.diags.Errors() {
			note(d, diag.Span{}, "%s", e.Msg)
			d.Notes = append(d.Notes, e.Notes...)
		}
		return nil
	}
	return &Module{fun: &functor{apply}}
}

// Note [Instantiation]
//
// A parametric module is checked where it is defined, with a parameter whose types are abstract and whose
// values have no definitions: what is wrong with the body is reported there, once, and the tree thrown
// away. Each application then elaborates the body again, with the argument in place of the parameter, seen
// through the parameter's module type so that no other names come in. This gives lowering concrete
// definitions, makes the argument's types known in the result, and makes every abstract type that the body
// creates a new one for each application. A body that checks for abstract types checks for all.
