package check

import (
	"raido/lang/diag"
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
	typ  *TypeDef
	abs  *types.Abstract // not nil: the type is abstract
	mod  *sig
}

// arrow is the module type of a parametric module. It is elaborated for each application, as the result
// may mention the parameter; subs are what has been put in place of types around it.
type arrow struct {
	param   string
	in, out syntax.SigExp
	env     *Env
	subs    []*replacement
}

// sig elaborates a module type; nil if it is in error. prefix qualifies the names of abstract types.
func (k *declarer) sig(env *Env, e syntax.SigExp, prefix string) *sig {
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
func (a *arrow) argument(k *declarer) *sig {
	s := k.sig(a.env, a.in, a.param+".")
	for _, sub := range a.subs {
		s.substitute(sub)
	}
	return s
}

// result is the module type of the result for an argument.
func (a *arrow) result(k *declarer, arg *Module, prefix string) *sig {
	s := k.sig(a.env.withModule(a.param, arg), a.out, prefix)
	if s != nil {
		for _, sub := range a.subs {
			s.substitute(sub)
		}
	}
	return s
}

func (k *declarer) sigName(env *Env, x *syntax.SigName, prefix string) *sig {
	scope := env
	if len(x.Name.Quals) > 0 {
		c := k.checker(env)
		inner, ok := c.modPath(nil, x.Name.Quals, x.Span)
		k.diags = append(k.diags, c.diags...)
		if !ok {
			return nil
		}
		scope = inner
	}
	def, ok := scope.sigs.get(x.Name.Base)
	if !ok {
		var names []string
		for n := range scope.sigs.all() {
			names = append(names, n)
		}
		c := k.checker(env)
		c.unknown(codeUnknownSig, "module type", x.Name.Base, x.Span, names)
		if _, isMod := scope.mods.get(x.Name.Base); isMod {
			c.diags[0].Hint = x.Name.Base + " is a module, not a module type"
		}
		k.diags = append(k.diags, c.diags...)
		return nil
	}
	if def.bad {
		env.meets()
		return nil
	}
	return k.sig(def.env, def.exp, prefix)
}

// sigBody elaborates specifications; later ones may mention earlier ones.
func (k *declarer) sigBody(env *Env, x *syntax.SigBody, prefix string) *sig {
	out := &sig{}
	inner := &declarer{module: prefix, prelude: k.prelude, instance: k.instance, seen: map[string]diag.Span{}}
	good := true
	for i := range x.Specs {
		specs := inner.spec(env, &x.Specs[i], prefix)
		good = good && specs != nil
		out.specs = append(out.specs, specs...)
		env = env.with(bindSpecs(specs))
	}
	k.diags = append(k.diags, inner.diags...)
	if !good || len(inner.diags.Errors()) > 0 {
		return nil
	}
	return out
}

// spec elaborates one specification; nil if it is in error.
func (k *declarer) spec(env *Env, x *syntax.Spec, prefix string) []*spec {
	switch {
	case x.Val != nil:
		k.once("value", x.Val.Name, x.Span)
		return []*spec{k.valSpec(env, x)}
	case x.Type != nil:
		return []*spec{k.typeSpec(env, x.Type)}
	case x.Module != nil:
		k.once("module", x.Module.Name, x.Span)
		if inner := k.sig(env, x.Module.Sig, prefix+x.Module.Name+"."); inner != nil {
			return []*spec{{name: x.Module.Name, at: x.Span, mod: inner}}
		}
	case x.Include != nil:
		inner := k.sig(env, x.Include, prefix)
		if inner != nil && inner.arrow != nil {
			k.error(diag.Module, codeFunctor, x.Span, "the module type of a parametric module cannot be included")
		} else if inner != nil {
			return append([]*spec{}, inner.specs...)
		}
	}
	return nil
}

// typeSpec is an abstract type or an abbreviation.
func (k *declarer) typeSpec(env *Env, x *syntax.TypeDecl) *spec {
	b := &binds{}
	if x.Type != nil {
		k.typ(env, x, b)
		return &spec{name: x.Name, at: x.NameSpan, typ: b.typs[x.Name]}
	}
	k.once("type", x.Name, x.NameSpan)
	def := &TypeDef{Name: k.module + x.Name, Lift: liftOf(x.Lift), Span: x.NameSpan, Doc: x.Doc}
	abs := &types.Abstract{Name: def.Name, Span: x.NameSpan}
	var args []types.Type
	var sizes []types.Size
	c := k.checker(env)
	c.bindParams(newBinder(nil), x.Params, func(n *types.SizeVar, v *types.Var) {
		def.Params = append(def.Params, TypeDefParam{Size: n, Type: v})
		if n != nil {
			abs.Sizes, sizes = append(abs.Sizes, n), append(sizes, n)
		} else {
			abs.Types, args = append(abs.Types, v), append(args, v)
		}
	})
	k.diags = append(k.diags, c.diags...)
	def.Type = abs.Use(def.Lift, args, sizes)
	return &spec{name: x.Name, at: x.NameSpan, typ: def, abs: abs}
}

// valSpec is the specification of a value. Sizes of parameters must have names.
func (k *declarer) valSpec(env *Env, x *syntax.Spec) *spec {
	c := k.checker(env)
	b := newBinder(nil)
	sch := c.bindScheme(b, x.Val.TypeParams)
	sc := b.sc
	sym := &types.Symbol{Name: k.module + x.Val.Name, Scheme: sch, Span: x.Span, Doc: x.Doc, Kind: types.KindDef}
	out := &spec{name: x.Val.Name, at: x.Span, val: sym}
	var t types.Type
	if _, fn := x.Val.Type.(*syntax.TypeArrow); fn {
		t, _ = c.typeExp(sc, x.Val.Type, k.paramSizes(c, sch))
	} else {
		t, _ = c.resultType(sc, x.Val.Type, &out.exts)
	}
	for _, d := range c.diags {
		if d.Code == codeAnySize && d.Hint == "" {
			d.Hint = "give the size a name: val " + x.Val.Name + " [n]: [n]t -> ..."
		}
	}
	if len(c.diags) == 0 && !c.faulty {
		c.usedSizes(sch.Sizes, t, "the type of "+x.Val.Name)
		c.valueSizes(x, t)
	}
	k.diags = append(k.diags, c.diags...)
	sch.Type = zonked(t)
	if monoI64(sym) {
		types.SizeOfSymbol(sym)
	}
	return out
}

// valueSizes refuses a value that is no function whose abstract type hides sizes: it would be computed once, but each use of
// the type stands for sizes of its own.
func (c *checker) valueSizes(x *syntax.Spec, t types.Type) {
	if _, fn := t.(*types.Func); fn {
		return
	}
	types.MapType(t, func(t types.Type) types.Type {
		if v, ok := t.(*types.Var); ok && v.Abs != nil && v.Lift == types.SizeLifted && len(c.diags) == 0 {
			d := c.error(diag.Size, codeAnySize, x.Span, "value %s has a type that hides a size, which a value that is no function may not have", x.Val.Name)
			d.Hint = "specify a function: val " + x.Val.Name + ": () -> ..."
		}
		return nil
	}, func(s types.Size) types.Size { return s })
}

// paramSizes gives unknown sizes of parameters their meaning: there are none as written; but when a
// parametric module is instantiated, one that a type of its argument hides is any size.
func (k *declarer) paramSizes(c *checker, sch *types.Scheme) anonSize {
	if !k.instance {
		return nil
	}
	return func(at diag.Span) types.Size {
		n := c.newSize("", at)
		sch.Sizes = append(sch.Sizes, n)
		return n
	}
}

// zonked is a type as written, without the variables that stand for sizes inside size expressions.
func zonked(t types.Type) types.Type {
	z := types.Zonker{OnType: func(*types.Meta) types.Type { return types.Unit }, OnSize: func(*types.SizeMeta) types.Size { return types.SizeConst{} }}
	return z.Type(t)
}

// monoI64 tells whether a symbol is a value of type i64: such a value may be a size.
func monoI64(s *types.Symbol) bool {
	return s.Scheme != nil && len(s.Scheme.Types)+len(s.Scheme.Sizes) == 0 && types.SamePrim(s.Scheme.Type, primI64)
}

// assumed is a module of which nothing is known but that it matches s: a parameter.
func (s *sig) assumed() *Module {
	if s.arrow == nil {
		return structure((&Env{}).with(bindSpecs(s.specs)))
	}
	a := s.arrow
	return &Module{fun: &functor{func(k *declarer, arg *Module, at diag.Span, prefix string) *Module {
		p := k.match(arg, a.argument(k), false, at, a.param+".")
		if p == nil {
			return nil
		}
		return a.result(k, p, prefix).assumed()
	}}}
}

func bindSpecs(specs []*spec) *binds {
	b := &binds{}
	for _, sp := range specs {
		switch {
		case sp.val != nil:
			b.val(sp.name, sp.val)
		case sp.typ != nil:
			b.typ(sp.name, sp.typ)
		default:
			b.mod(sp.name, sp.mod.assumed())
		}
	}
	return b
}

// sameParams tells whether two type definitions take the same parameters.
func sameParams(a, b *TypeDef) bool {
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

// at is the meaning of a type at arguments; ext gives each of its unknown sizes a meaning (nil: they stay).
func (d *TypeDef) at(args []types.Type, sizes []types.Size, ext func() types.Size) types.Type {
	var s types.Subst
	for _, p := range d.Params {
		if p.Size != nil {
			s.BindSize(p.Size, sizes[0])
			sizes = sizes[1:]
			continue
		}
		s.BindType(p.Type, args[0])
		args = args[1:]
	}
	if ext != nil {
		for _, v := range d.Exts {
			s.BindSize(v, ext())
		}
	}
	return s.Type(d.Type)
}
