package check

import (
	"raido/lang/diag"
	"raido/lang/syntax"
)

// mod is a structure: module m = { ... }, or another name of one.
func (k *declarer) mod(env *Env, x *syntax.ModDecl, b *binds) {
	k.once("module", x.Name, x.NameSpan)
	if len(x.Params) > 0 || x.Sig != nil {
		k.unsupported(x.NameSpan, pick(len(x.Params) > 0, "parametric modules", "module types"))
		b.mod(x.Name, newModule(x.Name, x.NameSpan, x.Doc, func() *Env { return &Env{} }))
		return
	}
	prefix := k.module + x.Name + "."
	if k.prelude { // the library's modules are checked when first mentioned
		b.mod(x.Name, newModule(x.Name, x.NameSpan, x.Doc, func() *Env {
			inner := &declarer{prelude: true}
			e := inner.modExp(env, x.Body, prefix)
			mustBeClean(inner.diags)
			return e
		}))
		return
	}
	e := k.modExp(env, x.Body, prefix)
	if e == nil {
		e = &Env{}
	}
	b.mod(x.Name, newModule(x.Name, x.NameSpan, x.Doc, func() *Env { return e }))
}

// modExp is what a module expression defines; nil if it is in error.
func (k *declarer) modExp(env *Env, m syntax.ModExp, prefix string) *Env {
	switch x := m.(type) {
	case *syntax.ModName:
		c := k.checker(env)
		e, ok := c.modPath(nil, append(append([]string(nil), x.Name.Quals...), x.Name.Base), x.Span)
		k.diags = append(k.diags, c.diags...)
		if ok {
			return e
		}
	case *syntax.ModImport:
		return k.load(env, x.Path, x.Span)
	case *syntax.ModBody:
		inner := &declarer{module: prefix, prelude: k.prelude, seen: map[string]diag.Span{}}
		_, out := inner.decls(env, x.Decls)
		k.defs = append(k.defs, inner.defs...)
		k.diags = append(k.diags, inner.diags...)
		return out
	case *syntax.ModApply, *syntax.ModLambda:
		k.unsupported(m.ModSpan(), "parametric modules")
	case *syntax.ModAscript:
		k.unsupported(x.Span, "module types")
	}
	return nil
}

// decls checks declarations in order; it gives the scope after them and what they export.
func (k *declarer) decls(env *Env, ds []syntax.Decl) (scope, exports *Env) {
	exports = &Env{}
	for _, d := range ds {
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
		return x.Local
	case *syntax.PatDecl:
		return x.Local
	}
	return false
}
