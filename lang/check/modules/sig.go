package modules

import (
	"raido/lang/check/fault"
	"raido/lang/check/infer"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/syntax"
	"raido/lang/types"
)

// sig is a module type, elaborated: what a module must define, in order, or what a parametric module
// takes and gives. Its abstract types and symbols are its own: nobody else has them, so that matching
// and refinement may change them in place.
type sig struct {
	specs []*spec
	arrow *arrow
}

// spec is one specification: of a value, a type or a module.
type spec struct {
	name string
	at   diag.Span
	val  *types.Symbol
	exts []*types.SizeVar // unknown sizes of a value that is no function
	typ  *scope.TypeDef
	abs  *types.Abstract // not nil: the type is abstract
	mod  *sig
}

// arrow is the module type of a parametric module. It is elaborated for each application, as the result
// may mention the parameter; subs are what has been put in place of types around it.
type arrow struct {
	param   string
	in, out syntax.SigExp
	env     *scope.Env
	subs    []*replacement
}

// sig elaborates a module type; nil if it is in error. prefix qualifies the names of abstract types.
func (k *Declarer) sig(env *scope.Env, e syntax.SigExp, prefix string) *sig {
	switch x := e.(type) {
	case *syntax.SigName:
		return k.sigName(env, x, prefix)
	case *syntax.SigBody:
		return k.sigBody(env, x, prefix)
	case *syntax.SigWith:
		return k.sigWith(env, x, prefix)
	case *syntax.SigArrow:
		a := &arrow{param: x.Param, in: x.In, out: x.Ou, env: env}
		in := k.sig(env, x.In, x.Param+".")
		if in == nil || a.result(k, in.assumed(), prefix) == nil {
			return nil
		}
		return &sig{arrow: a}
	}
	return nil
}

// argument is the module type of the parameter.
func (a *arrow) argument(k *Declarer) *sig {
	s := k.sig(a.env, a.in, a.param+".")
	for _, sub := range a.subs {
		s.substitute(sub)
	}
	return s
}

// result is the module type of the result for an argument.
func (a *arrow) result(k *Declarer, arg *scope.Module, prefix string) *sig {
	s := k.sig(a.env.AddModule(a.param, arg), a.out, prefix)
	if s != nil {
		for _, sub := range a.subs {
			s.substitute(sub)
		}
	}
	return s
}

func (k *Declarer) sigName(env *scope.Env, x *syntax.SigName, prefix string) *sig {
	where := env
	if len(x.Name.Quals) > 0 {
		c := k.checker(env)
		inner, ok := c.ModPath(nil, x.Name.Quals, x.Span)
		k.Diags = append(k.Diags, c.Diags...)
		if !ok {
			return nil
		}
		where = inner
	}
	def, ok := where.Sig(x.Name.Base)
	if !ok {
		var names []string
		for n := range where.AllSigs() {
			names = append(names, n)
		}
		c := k.checker(env)
		d := c.Unknown(scope.KindModuleType, x.Name.Base, x.Span, names)
		if _, isMod := where.Module(x.Name.Base); isMod {
			d.Hint = x.Name.Base + " is a module, not a module type"
		}
		k.Diags = append(k.Diags, c.Diags...)
		return nil
	}
	if def.Bad {
		env.Meets()
		return nil
	}
	return k.sig(def.Env, def.Exp, prefix)
}

// sigBody elaborates specifications; later ones may mention earlier ones.
func (k *Declarer) sigBody(env *scope.Env, x *syntax.SigBody, prefix string) *sig {
	out := &sig{}
	inner := &Declarer{Context: infer.Context{Path: prefix, Library: k.Library, Instance: k.Instance}, seen: map[definedName]diag.Span{}}
	good := true
	for i := range x.Specs {
		specs := inner.spec(env, &x.Specs[i], prefix)
		good = good && specs != nil
		out.specs = append(out.specs, specs...)
		env = env.Add(bindSpecs(specs))
	}
	k.Diags = append(k.Diags, inner.Diags...)
	if !good || len(inner.Diags.Errors()) > 0 {
		return nil
	}
	return out
}

// spec elaborates one specification; nil if it is in error.
func (k *Declarer) spec(env *scope.Env, x *syntax.Spec, prefix string) []*spec {
	switch {
	case x.Val != nil:
		k.once(scope.KindValue, x.Val.Name, x.Span)
		return []*spec{k.valSpec(env, x)}
	case x.Type != nil:
		return []*spec{k.typeSpec(env, x.Type)}
	case x.Module != nil:
		k.once(scope.KindModule, x.Module.Name, x.Span)
		if inner := k.sig(env, x.Module.Sig, prefix+x.Module.Name+"."); inner != nil {
			return []*spec{{name: x.Module.Name, at: x.Span, mod: inner}}
		}
	case x.Include != nil:
		inner := k.sig(env, x.Include, prefix)
		if inner != nil && inner.arrow != nil {
			k.Error(diag.Module, fault.CodeFunctor, x.Span, "the module type of a parametric module cannot be included")
		} else if inner != nil {
			return append([]*spec{}, inner.specs...)
		}
	}
	return nil
}

// typeSpec is an abstract type or an abbreviation.
func (k *Declarer) typeSpec(env *scope.Env, x *syntax.TypeDecl) *spec {
	b := &scope.Bindings{}
	if x.Type != nil {
		k.typ(env, x, b)
		return &spec{name: x.Name, at: x.NameSpan, typ: b.Type(x.Name)}
	}
	k.once(scope.KindType, x.Name, x.NameSpan)
	def := &scope.TypeDef{Name: k.Path + x.Name, Lift: infer.LiftOf(x.Lift), Span: x.NameSpan, Doc: x.Doc}
	abs := &types.Abstract{Name: def.Name, Span: x.NameSpan}
	var args []types.Type
	var sizes []types.Size
	c := k.checker(env)
	def.Params = c.TypeParams(x.Params)
	for _, p := range def.Params {
		if p.Size != nil {
			abs.Sizes, sizes = append(abs.Sizes, p.Size), append(sizes, p.Size)
		} else {
			abs.Types, args = append(abs.Types, p.Type), append(args, p.Type)
		}
	}
	k.Diags = append(k.Diags, c.Diags...)
	def.Type = abs.Use(def.Lift, args, sizes)
	return &spec{name: x.Name, at: x.NameSpan, typ: def, abs: abs}
}

// valSpec is the specification of a value. Sizes of parameters must have names.
func (k *Declarer) valSpec(env *scope.Env, x *syntax.Spec) *spec {
	c := k.checker(env)
	sym := &types.Symbol{Name: k.Path + x.Val.Name, Span: x.Span, Doc: x.Doc, Kind: types.KindDef}
	out := &spec{name: x.Val.Name, at: x.Span, val: sym, exts: c.ValSpec(x, sym)}
	k.Diags = append(k.Diags, c.Diags...)
	if monoI64(sym) {
		types.SizeOfSymbol(sym)
	}
	return out
}

// monoI64 reports whether a symbol is a value of type i64: such a value may be a size.
func monoI64(s *types.Symbol) bool {
	return s.Scheme != nil && len(s.Scheme.Types)+len(s.Scheme.Sizes) == 0 && types.SamePrim(s.Scheme.Type, prim.I64)
}

// assumed is a module of which nothing is known but that it matches s: a parameter.
func (s *sig) assumed() *scope.Module {
	if s.arrow == nil {
		return scope.Structure((&scope.Env{}).Add(bindSpecs(s.specs)))
	}
	a := s.arrow
	return &scope.Module{Functor: &functor{func(k *Declarer, arg *scope.Module, at diag.Span, prefix string) *scope.Module {
		p := k.match(arg, a.argument(k), false, at, a.param+".")
		if p == nil {
			return nil
		}
		return a.result(k, p, prefix).assumed()
	}}}
}

func bindSpecs(specs []*spec) *scope.Bindings {
	b := &scope.Bindings{}
	for _, sp := range specs {
		switch {
		case sp.val != nil:
			b.AddValue(sp.name, sp.val)
		case sp.typ != nil:
			b.AddType(sp.name, sp.typ)
		default:
			b.AddModule(sp.name, sp.mod.assumed())
		}
	}
	return b
}

// sameParams reports whether two type definitions take the same parameters.
func sameParams(a, b *scope.TypeDef) bool {
	if len(a.Params) != len(b.Params) {
		return false
	}
	for i, p := range a.Params {
		if (p.Size == nil) != (b.Params[i].Size == nil) {
			return false
		}
	}
	return true
}
