package check

import (
	"raido/lang/diag"
	"raido/lang/syntax"
)

// mod is module m (params) : sig = body.
func (k *declarer) mod(env *Env, x *syntax.ModDecl, b *binds) {
	k.once("module", x.Name, x.NameSpan)
	prefix := k.module + x.Name + "."
	if k.prelude { // the library's modules are checked when first mentioned
		b.mod(x.Name, newModule(x.Name, x.NameSpan, x.Doc, func() *Env {
			inner := &declarer{prelude: true}
			m := inner.modExp(env, x.Body, prefix)
			mustBeClean(inner.diags)
			return m.Env()
		}))
		return
	}
	m := k.modExp(env, modBody(x), prefix)
	if m == nil {
		m = &Module{bad: true}
	}
	named := *m
	named.Name, named.Span, named.Doc = x.Name, x.NameSpan, x.Doc
	b.mod(x.Name, &named)
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
func (k *declarer) sigDecl(env *Env, x *syntax.SigDecl, b *binds) {
	k.once("module type", x.Name, x.NameSpan)
	def := &SigDef{Name: x.Name, Span: x.NameSpan, Doc: x.Doc, env: env, exp: x.Sig}
	if !k.prelude {
		def.bad = k.sig(env, x.Sig, x.Name+".") == nil
	}
	b.sig(x.Name, def)
}

// modExp is the module that an expression denotes; nil if it is in error.
func (k *declarer) modExp(env *Env, m syntax.ModExp, prefix string) *Module {
	switch x := m.(type) {
	case *syntax.ModName:
		c := k.checker(env)
		m, ok := c.modOf(nil, append(append([]string(nil), x.Name.Quals...), x.Name.Base), x.Span)
		k.diags = append(k.diags, c.diags...)
		switch {
		case ok && !m.bad:
			return m
		case ok:
			env.meets()
		}
	case *syntax.ModImport:
		if e := k.load(env, x.Path, x.Span); e != nil {
			return structure(e)
		}
	case *syntax.ModBody:
		inner := &declarer{module: prefix, prelude: k.prelude, instance: k.instance, seen: map[string]diag.Span{}}
		_, out := inner.decls(env, x.Decls)
		k.defs = append(k.defs, inner.defs...)
		k.diags = append(k.diags, inner.diags...)
		return structure(out)
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
func (k *declarer) open(env *Env, x *syntax.OpenDecl) *binds {
	m := k.modExp(env, x.Mod, k.module)
	if m == nil {
		return &binds{}
	}
	if m.fun != nil {
		k.parametric(x.Mod.ModSpan())
	}
	return everything(m.Env())
}

func (k *declarer) parametric(at diag.Span) {
	c := k.checker(&Env{})
	c.parametric(at.Text(), at)
	k.diags = append(k.diags, c.diags...)
}

// parametric reports that a parametric module is used like an ordinary one.
func (c *checker) parametric(name string, at diag.Span) {
	d := c.error(diag.Module, codeFunctor, at, "%s is a parametric module: it has no contents before it is applied", short(name))
	d.Hint = "apply it first: module m = " + short(name) + " argument"
}

// decls checks declarations in order; it gives the scope after them and what they export.
func (k *declarer) decls(env *Env, ds []syntax.Decl) (scope, exports *Env) {
	exports = &Env{}
	for i, d := range ds {
		k.below = ds[i+1:]
		b := k.decl(env, d)
		env = env.with(b)
		if !isLocal(d) {
			exports = exports.with(b)
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
