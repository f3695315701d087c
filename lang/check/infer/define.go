package infer

import (
	"raido/lang/check/explain"
	"raido/lang/check/fault"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
	"slices"
	"strings"
)

// Definition is a definition of a top-level value or function; recursive says that its name is in scope in the body, value
// that it is computed once. Its faults are the checker's.
func (c *Checker) Definition(x *syntax.ValDecl, recursive, value bool) *types.Def {
	sym := &types.Symbol{Name: c.Path + x.Name, Kind: types.KindDef, Span: x.NameSpan, Doc: x.Doc}
	c.u.Level++
	d := c.define(nil, funDecl{x.Name, x.NameSpan, x.Span, x.TypeParams, x.Params, x.Ret, x.Body, recursive}, sym)
	c.u.Level--
	for _, a := range x.Attrs {
		c.attribute(nil, a)
	}
	d.Entry, d.Attrs = x.Keyword == "entry", attrText(x.Attrs)
	sym.Def = d
	if c.Library && len(d.Attrs) == 1 && d.Attrs[0] == "prim" {
		sym.Kind, sym.Prim = types.KindPrim, sym.Name
	}
	c.finish(d, value)
	return d
}

// CallsItself reports whether the definition that was checked mentions itself.
func (c *Checker) CallsItself() bool { return len(c.selfUses) > 0 }

// Failed reports whether what was checked is in error, or mentions something that is.
func (c *Checker) Failed() bool { return len(c.Diags.Errors()) > 0 || c.Faulty }

// Expression is an expression as a definition of the given name without parameters. Open types get their defaults.
func (c *Checker) Expression(e syntax.Exp, name string) *types.Def {
	sym := &types.Symbol{Name: name, Kind: types.KindDef, Span: e.ExpSpan()}
	c.u.Level++
	d := c.define(nil, funDecl{name: name, at: e.ExpSpan(), whole: e.ExpSpan(), body: e}, sym)
	c.u.Level--
	c.finish(d, false)
	sym.Def = d
	return d
}

// PatDefinition is a top-level let with a pattern: a definition of the whole value, by a hidden name, and the pattern.
func (c *Checker) PatDefinition(x *syntax.PatDecl, kind types.SymbolKind) (*types.Def, types.Pat) {
	pb := newBinder(nil)
	c.u.Level++
	p := c.pat(pb, x.Pat, nil)
	whole := &types.Symbol{Name: c.Path + "(" + strings.Join(PatNames(p), ", ") + ")", Kind: kind, Span: x.Pat.PatSpan()}
	d := c.define(nil, funDecl{name: "this definition", at: x.Pat.PatSpan(), whole: x.Span, body: x.Body}, whole)
	c.unify(x.Body.ExpSpan(), c.patType(p), d.Ret, explain.Why{What: explain.As("the bound value")})
	c.u.Level--
	c.noFunc(d.Ret, x.Body.ExpSpan(), "a value bound by a pattern")
	whole.Def = d
	c.whole = p
	c.finish(d, true)
	return d, p
}

// PatNames are the names that a pattern binds.
func PatNames(p types.Pat) []string {
	var out []string
	types.PatVars(p, func(s *types.Symbol) { out = append(out, s.Name) })
	return out
}

// TypeDefinition completes a type abbreviation, whose Type stays nil if it is in error.
func (c *Checker) TypeDefinition(x *syntax.TypeDecl, def *scope.TypeDef) {
	b := newBinder(nil)
	def.Params = c.typeParams(b, x.Params)
	c.abbreviation = true
	t, u := c.resultType(b.sc, x.Type, &def.Exts)
	for _, n := range def.Params {
		if n.Size != nil {
			c.usedSizes([]*types.SizeVar{n.Size}, t, "type "+x.Name)
		}
	}
	if len(c.Diags) == 0 && !c.Faulty {
		c.shown(def.Exts, t, x.Type.TypeSpan())
	}
	if len(def.Exts) > 0 && def.Lift == types.Unlifted {
		d := c.Error(diag.Size, fault.CodeAnySize, x.Type.TypeSpan(), "type %s has sizes that are not known", x.Name)
		d.Hint = "make them parameters, type " + x.Name + " [n] = ..., or write type~"
	} else if m := c.u.Restrict(t, def.Lift); m != nil {
		d := c.Error(diag.Type, fault.CodeFunction, x.Type.TypeSpan(), "type %s holds %s", x.Name, types.Print(m.Got))
		d.Hint = "write type^ for a type that holds functions, type~ for one whose sizes are not known"
	} else if u.lift > def.Lift {
		d := c.Error(diag.Type, fault.CodeFunction, x.Type.TypeSpan(), "type %s holds a type that is defined by type%s", x.Name, LiftMark(u.lift))
		d.Hint = "write type" + LiftMark(u.lift) + " " + x.Name
	}
	if len(c.Diags) == 0 && !c.Faulty {
		z := types.Zonker{OnType: func(*types.Meta) types.Type { return types.Unit }, OnSize: func(*types.SizeMeta) types.Size { return types.SizeConst{} }}
		def.Type = z.Type(t)
	}
	if c.Library && slices.ContainsFunc(x.Attrs, func(a syntax.Attr) bool { return a.Text == "prim" }) { // of accumulators
		v := def.Params[0].Type
		abs := &types.Abstract{Name: def.Name, Types: []*types.Var{v}, Span: x.NameSpan, Linear: true}
		def.Type = abs.Use(def.Lift, []types.Type{v}, nil)
	}
}

// TypeParams are the parameters of an abstract type.
func (c *Checker) TypeParams(ps []syntax.TypeParam) []scope.TypeDefParam {
	return c.typeParams(newBinder(nil), ps)
}

func (c *Checker) typeParams(b *binder, ps []syntax.TypeParam) []scope.TypeDefParam {
	var out []scope.TypeDefParam
	c.bindParams(b, ps, func(n *types.SizeVar, v *types.Var) { out = append(out, scope.TypeDefParam{Size: n, Type: v}) })
	return out
}

// ValSpec gives the symbol of a specified value its type; the result are the unknown sizes of one that is no function. Sizes
// of parameters must have names.
func (c *Checker) ValSpec(x *syntax.Spec, sym *types.Symbol) (exts []*types.SizeVar) {
	b := newBinder(nil)
	sch := c.bindScheme(b, x.Val.TypeParams)
	sym.Scheme = sch
	var t types.Type
	if _, fn := x.Val.Type.(*syntax.TypeArrow); fn {
		t, _ = c.typeExp(b.sc, x.Val.Type, c.paramSizes(sch))
	} else {
		t, _ = c.resultType(b.sc, x.Val.Type, &exts)
	}
	for _, d := range c.Diags {
		if d.Code == fault.CodeAnySize && d.Hint == "" {
			d.Hint = "give the size a name: val " + x.Val.Name + " [n]: [n]t -> ..."
		}
	}
	if len(c.Diags) == 0 && !c.Faulty {
		c.usedSizes(sch.Sizes, t, "the type of "+x.Val.Name)
		c.valueSizes(x, t)
	}
	sch.Type = zonked(t)
	return exts
}

// valueSizes refuses a value that is no function whose abstract type hides sizes: it would be computed once, but each use of
// the type stands for sizes of its own.
func (c *Checker) valueSizes(x *syntax.Spec, t types.Type) {
	if _, fn := t.(*types.Func); fn {
		return
	}
	types.MapType(t, func(t types.Type) types.Type {
		if v, ok := t.(*types.Var); ok && v.Abs != nil && v.Lift == types.SizeLifted && len(c.Diags) == 0 {
			d := c.Error(diag.Size, fault.CodeAnySize, x.Span, "value %s has a type that hides a size, which a value that is no function may not have", x.Val.Name)
			d.Hint = "specify a function: val " + x.Val.Name + ": () -> ..."
		}
		return nil
	}, func(s types.Size) types.Size { return s })
}

// paramSizes gives unknown sizes of parameters their meaning: there are none as written; but when a
// parametric module is instantiated, one that a type of its argument hides is any size.
func (c *Checker) paramSizes(sch *types.Scheme) anonSize {
	if !c.Instance {
		return nil
	}
	return func(at diag.Span) types.Size {
		n := c.NewSize("", at)
		sch.Sizes = append(sch.Sizes, n)
		return n
	}
}

// zonked is a type as written, without the variables that stand for sizes inside size expressions.
func zonked(t types.Type) types.Type {
	z := types.Zonker{OnType: func(*types.Meta) types.Type { return types.Unit }, OnSize: func(*types.SizeMeta) types.Size { return types.SizeConst{} }}
	return z.Type(t)
}
