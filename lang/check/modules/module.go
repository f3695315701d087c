package modules

import (
	"raido/lang/check/fault"
	"raido/lang/check/infer"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/syntax"
)

// mod is module m (params) : sig = body.
func (k *Declarer) mod(env *scope.Env, x *syntax.ModDecl, b *scope.Bindings) {
	k.once(scope.KindModule, x.Name, x.NameSpan)
	prefix := k.Path + x.Name + "."
	if k.Library { // the library's modules are checked when first mentioned
		b.AddModule(x.Name, scope.NewModule(x.Name, x.NameSpan, x.Doc, func() *scope.Env {
			inner := &Declarer{Context: infer.Context{Library: true}}
			m := inner.modExp(env, x.Body, prefix)
			fault.MustBeClean(inner.Diags)
			return m.Env()
		}))
		return
	}
	m := k.modExp(env, modBody(x), prefix)
	if m == nil {
		m = &scope.Module{Bad: true}
	}
	named := *m
	named.Name, named.Span, named.Doc = x.Name, x.NameSpan, x.Doc
	b.AddModule(x.Name, &named)
}

// modBody is the module expression that a declaration abbreviates.
func modBody(x *syntax.ModDecl) syntax.ModExp {
	body := x.Body
	if x.Sig != nil {
		body = &syntax.ModAscript{At: syntax.At{Span: x.Span}, Mod: body, Sig: x.Sig}
	}
	for i := len(x.Params) - 1; i >= 0; i-- {
		body = &syntax.ModLambda{At: syntax.At{Span: x.Span}, Param: x.Params[i], Body: body}
	}
	return body
}

// sigDecl is module type s = sig.
func (k *Declarer) sigDecl(env *scope.Env, x *syntax.SigDecl, b *scope.Bindings) {
	k.once(scope.KindModuleType, x.Name, x.NameSpan)
	def := &scope.SigDef{Name: x.Name, Span: x.NameSpan, Doc: x.Doc, Env: env, Exp: x.Sig}
	if !k.Library {
		def.Bad = k.sig(env, x.Sig, x.Name+".") == nil
	}
	b.AddSig(x.Name, def)
}

// modExp is the module that an expression denotes; nil if it is in error.
func (k *Declarer) modExp(env *scope.Env, m syntax.ModExp, prefix string) *scope.Module {
	switch x := m.(type) {
	case *syntax.ModName:
		c := k.checker(env)
		m, ok := c.ModOf(nil, append(append([]string(nil), x.Name.Quals...), x.Name.Base), x.Span)
		k.Diags = append(k.Diags, c.Diags...)
		switch {
		case ok && !m.Bad:
			return m
		case ok:
			env.Meets()
		}
	case *syntax.ModImport:
		if e := k.load(env, x.Path, x.Span); e != nil {
			return scope.Structure(e)
		}
	case *syntax.ModBody:
		inner := &Declarer{Context: infer.Context{Path: prefix, Library: k.Library, Instance: k.Instance}, seen: map[definedName]diag.Span{}}
		_, out := inner.Decls(env, x.Decls)
		k.Defs = append(k.Defs, inner.Defs...)
		k.Diags = append(k.Diags, inner.Diags...)
		return scope.Structure(out)
	case *syntax.ModApply:
		return k.application(env, x, prefix)
	case *syntax.ModLambda:
		return k.lambda(env, x, prefix)
	case *syntax.ModAscript:
		m, s := k.modExp(env, x.Mod, prefix), k.sig(env, x.Sig, prefix)
		return k.match(m, s, true, x.Sig.SigSpan(), prefix)
	}
	return nil
}

// open is what a module expression defines, to be brought into scope.
func (k *Declarer) open(env *scope.Env, x *syntax.OpenDecl) *scope.Bindings {
	m := k.modExp(env, x.Mod, k.Path)
	if m == nil {
		return &scope.Bindings{}
	}
	if m.Functor != nil {
		infer.Parametric(&k.Reporter, x.Mod.ModSpan().Text(), x.Mod.ModSpan())
	}
	return scope.Everything(m.Env())
}

// Decls checks declarations in order; it gives the scope after them and what they export.
func (k *Declarer) Decls(env *scope.Env, ds []syntax.Decl) (after, exports *scope.Env) {
	exports = &scope.Env{}
	for i, d := range ds {
		k.Below = ds[i+1:]
		b := k.Decl(env, d)
		env = env.Add(b)
		if !isLocal(d) {
			exports = exports.Add(b)
		}
	}
	return env, exports
}

func isLocal(d syntax.Decl) bool {
	switch x := d.(type) {
	case *syntax.ValDecl:
		return x.Local
	case *syntax.TypeDecl:
		return x.Local
	case *syntax.ModDecl:
		return x.Local
	case *syntax.SigDecl:
		return x.Local
	case *syntax.OpenDecl:
		return x.Local
	case *syntax.ImportDecl:
		return true // import "x" is local open import "x"
	case *syntax.PatDecl:
		return x.Local
	}
	return false
}
