package check

import (
	"slices"
	"strings"

	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
)

// Decl checks one declaration in a scope; it gives the scope after it and its definitions in order.
// With faults the names of the declaration are bound all the same, and their uses say nothing more.
func Decl(env *Env, d syntax.Decl) (*Env, []*types.Def, diag.List) {
	b, defs, diags := Bind(env, d)
	return env.with(b.b), defs, diags
}

// Exp checks an expression, as a definition of the given name without parameters. Open types get their
// defaults.
func Exp(env *Env, e syntax.Exp, name string) (*types.Def, diag.List) {
	c := newChecker(env)
	sym := &types.Symbol{Name: name, Kind: types.KindDef, Span: e.ExpSpan()}
	c.u.Level++
	d := c.define(nil, funDecl{name: name, at: e.ExpSpan(), whole: e.ExpSpan(), body: e}, sym)
	c.u.Level--
	c.finish(d, false)
	sym.Def, d.Uses = d, c.uses
	return d, c.diags
}

// declarer checks declarations: it collects definitions and faults.
type declarer struct {
	module  string // path of the enclosing modules with a final dot
	prelude bool
	// instance: a body that was checked before is elaborated again, for the argument of a parametric module.
	instance bool
	// shows are abstract types that matching may look through.
	shows map[*types.Abstract]bool
	defs  []*types.Def
	diags diag.List
	seen  map[string]diag.Span // names of this file or module, to find duplicates; nil in cells
	below []syntax.Decl        // what follows in this file or module
}

func (k *declarer) checker(env *Env) *checker {
	c := newChecker(env)
	c.module, c.prelude, c.instance, c.below = k.module, k.prelude, k.instance, k.below
	return c
}

func (k *declarer) error(class diag.Class, code string, at diag.Span, msg string) *diag.Diag {
	d := &diag.Diag{Class: class, Code: code, Span: at, Msg: msg}
	k.diags = append(k.diags, d)
	return d
}

// once reports a name that is defined twice in one file or module, as a value, module, type or module type.
func (k *declarer) once(what, name string, at diag.Span) {
	if k.seen == nil {
		return
	}
	for _, other := range sharing(what) {
		if before, dup := k.seen[other+" "+name]; dup {
			d := k.error(diag.Name, codeDuplicate, at, what+" "+name+" is defined twice")
			note(d, before, "first here")
			if other != what {
				d.Msg = name + " is defined twice: as " + other + " and as " + what
				d.Hint = "values and modules share a name space: choose another name"
			}
		}
	}
	k.seen[what+" "+name] = at
}

// sharing is what has its names in one space with what is given.
func sharing(what string) []string {
	if what == "value" || what == "module" {
		return []string{"value", "module"}
	}
	return []string{what}
}

func (k *declarer) decl(env *Env, d syntax.Decl) *binds {
	b := &binds{}
	switch x := d.(type) {
	case *syntax.ValDecl:
		k.val(env, x, b)
	case *syntax.PatDecl:
		k.pat(env, x, b)
	case *syntax.TypeDecl:
		k.typ(env, x, b)
	case *syntax.ModDecl:
		k.mod(env, x, b)
	case *syntax.OpenDecl:
		return k.open(env, x)
	case *syntax.ImportDecl:
		if e := k.load(env, x.Path, x.Span); e != nil {
			return everything(e)
		}
	case *syntax.SigDecl:
		k.sigDecl(env, x, b)
	}
	return b
}

func (k *declarer) unsupported(at diag.Span, what string) {
	k.error(diag.Unsupported, codeUnsupported, at, what+": Raido can't do this yet")
}

func (k *declarer) load(env *Env, path string, at diag.Span) *Env {
	if env.load == nil {
		k.unsupported(at, "import")
		return nil
	}
	e, ds := env.load(path)
	for _, d := range ds {
		if d.Span.Source == nil { // about the import, not about what is in the file
			d.Span = at
		}
	}
	k.diags = append(k.diags, ds...)
	return e
}

// val is def, let and entry.
func (k *declarer) val(env *Env, x *syntax.ValDecl, b *binds) {
	k.once("value", x.Name, x.NameSpan)
	if x.Name == "&&" || x.Name == "||" {
		d := k.error(diag.Name, codeReserved, x.NameSpan, "the operator "+x.Name+" may not be defined anew")
		d.Hint = "it evaluates its right side only when needed, which a function can't do; an operator like " + x.Name + "^ may be defined"
	}
	c, d := k.define(env, x, k.recursive(x))
	if _, older := env.vals.get(x.Name); older && len(c.selfUses) > 0 && !k.inCell(env) && (len(c.diags.Errors()) > 0 || endless(d.Sym, d.Body)) {
		if c2, d2 := k.define(env, x, false); len(c2.diags.Errors()) == 0 {
			c, d = c2, d2
		}
	}
	if k.isValue(env, x) && !types.HasFunc(d.Ret) {
		d.Sym.Kind = types.KindValue
	}
	if at, ok := uniquePart(x.Ret); ok && len(x.Params) == 0 && !k.isValue(env, x) {
		e := c.error(diag.Unique, codeNotOwned, at, "a top-level value can't be unique: everything may use it")
		e.Hint = "leave out the *, and consume a copy where one is needed: copy " + x.Name
	}
	if d.Entry && !c.faulty {
		c.entry(d, x, k.module != "")
	}
	k.add(c, b, x.Name, d)
}

// define checks a definition by a checker of its own. Recursion came late to the language: the body of a
// function that is named like an older one may mean the older one, as in def length xs = i32.i64 (length xs),
// so val tries it without recursion if it is wrong with it, or would never end.
func (k *declarer) define(env *Env, x *syntax.ValDecl, recursive bool) (*checker, *types.Def) {
	c := k.checker(env)
	sym := &types.Symbol{Name: k.module + x.Name, Kind: types.KindDef, Span: x.NameSpan, Doc: x.Doc}
	c.u.Level++
	d := c.define(nil, funDecl{x.Name, x.NameSpan, x.Span, x.TypeParams, x.Params, x.Ret, x.Body, recursive}, sym)
	c.u.Level--
	for _, a := range x.Attrs {
		c.attribute(nil, a)
	}
	d.Entry, d.Attrs = x.Keyword == "entry", attrText(x.Attrs)
	sym.Def = d
	if k.prelude && len(d.Attrs) == 1 && d.Attrs[0] == "prim" {
		sym.Kind, sym.Prim = types.KindPrim, sym.Name
	}
	c.finish(d, k.isValue(env, x))
	return c, d
}

// inCell tells that definitions are those of a cell: a later definition of the name replaces an older one there.
func (k *declarer) inCell(env *Env) bool { return env.cell && k.module == "" }

// isValue tells whether a definition binds a value that is computed once: let x = e in a cell.
func (k *declarer) isValue(env *Env, x *syntax.ValDecl) bool {
	return k.inCell(env) && x.Keyword == "let" && len(x.Params) == 0
}

// recursive tells whether a definition may mention itself. An operator's body means the operators as they
// were: def (+) (a: v) (b: v) = {x = a.x + b.x} uses numbers' addition.
func (k *declarer) recursive(x *syntax.ValDecl) bool {
	return !k.prelude && len(x.Params) > 0 && isLetter(x.Name[0])
}

// isLetter tells whether a name that begins so is no operator.
func isLetter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// add keeps a finished definition; a faulty one leaves a name whose uses say nothing.
func (k *declarer) add(c *checker, b *binds, name string, d *types.Def) {
	if len(c.diags.Errors()) > 0 || c.faulty {
		k.diags = append(k.diags, c.diags...)
		b.val(name, &types.Symbol{Name: d.Sym.Name, Span: d.Sym.Span})
		return
	}
	k.diags = append(k.diags, c.diags...)
	d.Uses = c.uses
	if d.Sym.Kind != types.KindPrim {
		k.defs = append(k.defs, d)
	}
	if len(d.Sym.Scheme.Types) == 0 && types.SamePrim(d.Sym.Scheme.Type, primI64) {
		types.SizeOfSymbol(d.Sym)
	}
	b.val(name, d.Sym)
}

// pat is a top-level let with a pattern: the value gets a hidden name, and each name is a part of it.
func (k *declarer) pat(env *Env, x *syntax.PatDecl, b *binds) {
	kind := types.KindDef
	if env.cell {
		kind = types.KindValue
	}
	c := k.checker(env)
	pb := newBinder(nil)
	c.u.Level++
	p := c.pat(pb, x.Pat, nil)
	whole := &types.Symbol{Name: k.module + "(" + strings.Join(patNames(p), ", ") + ")", Kind: kind, Span: x.Pat.PatSpan()}
	d := c.define(nil, funDecl{name: "this definition", at: x.Pat.PatSpan(), whole: x.Span, body: x.Body}, whole)
	c.unify(x.Body.ExpSpan(), c.patType(p), d.Ret, why{what: "the bound value"})
	c.u.Level--
	c.noFunc(d.Ret, x.Body.ExpSpan(), "a value bound by a pattern")
	whole.Def = d
	c.whole = p
	c.finish(d, true)
	if len(c.diags.Errors()) > 0 || c.faulty {
		k.diags = append(k.diags, c.diags...)
		for _, n := range patNames(p) {
			b.val(n, &types.Symbol{Name: n, Span: x.Pat.PatSpan()})
		}
		return
	}
	k.diags = append(k.diags, c.diags...)
	d.Uses = c.uses
	k.defs = append(k.defs, d)
	types.PatVars(p, func(s *types.Symbol) { k.part(s, p, whole, kind, x, b) })
}

// part defines one name of a pattern as a part of the whole value.
func (k *declarer) part(s *types.Symbol, p types.Pat, whole *types.Symbol, kind types.SymbolKind, x *syntax.PatDecl, b *binds) {
	k.once("value", s.Name, s.Span)
	t := s.Scheme.Type
	sym := &types.Symbol{Name: k.module + s.Name, Kind: kind, Span: s.Span, Doc: x.Doc, Scheme: &types.Scheme{Type: t}}
	ref := &types.Ref{Node: node(whole.Scheme.Type, x.Span), Sym: whole}
	inner, copied := copyPat(p, s)
	use := &types.Ref{Node: node(t, s.Span), Sym: copied}
	sym.Def = &types.Def{Sym: sym, Ret: t, Span: x.Span, Uses: []*types.Symbol{whole},
		Body: &types.Let{Node: node(t, x.Span), Pat: inner, Rhs: ref, Body: use}}
	if types.SamePrim(t, primI64) {
		types.SizeOfSymbol(sym)
	}
	k.defs = append(k.defs, sym.Def)
	b.val(s.Name, sym)
}

// copyPat copies a pattern with fresh variables; it also gives the copy of s.
func copyPat(p types.Pat, s *types.Symbol) (types.Pat, *types.Symbol) {
	var found *types.Symbol
	var rec func(types.Pat) types.Pat
	rec = func(p types.Pat) types.Pat {
		switch x := p.(type) {
		case *types.PatVar:
			v := &types.Symbol{Name: x.Sym.Name, Scheme: x.Sym.Scheme, Span: x.Sym.Span}
			if x.Sym == s {
				found = v
			}
			return &types.PatVar{Sym: v}
		case *types.PatRecord:
			out := &types.PatRecord{T: x.T, At: x.At}
			for _, q := range x.Fields {
				out.Fields = append(out.Fields, rec(q))
			}
			return out
		}
		return p
	}
	return rec(p), found
}

func patNames(p types.Pat) []string {
	var out []string
	types.PatVars(p, func(s *types.Symbol) { out = append(out, s.Name) })
	return out
}

// typ is a type abbreviation.
func (k *declarer) typ(env *Env, x *syntax.TypeDecl, out *binds) {
	k.once("type", x.Name, x.NameSpan)
	def := &TypeDef{Name: k.module + x.Name, Lift: liftOf(x.Lift), Span: x.NameSpan, Doc: x.Doc}
	out.typ(x.Name, def)
	if x.Type == nil {
		k.error(diag.Module, codeModule, x.Span, "an abstract type may stand only in a module type")
		return
	}
	c := k.checker(env)
	b := newBinder(nil)
	c.bindParams(b, x.Params, func(n *types.SizeVar, v *types.Var) {
		def.Params = append(def.Params, TypeDefParam{Size: n, Type: v})
	})
	c.abbreviation = true
	t, u := c.resultType(b.sc, x.Type, &def.Exts)
	for _, n := range def.Params {
		if n.Size != nil {
			c.usedSizes([]*types.SizeVar{n.Size}, t, "type "+x.Name)
		}
	}
	if len(c.diags) == 0 && !c.faulty {
		c.shown(def.Exts, t, x.Type.TypeSpan())
	}
	if len(def.Exts) > 0 && def.Lift == types.Unlifted {
		d := c.error(diag.Size, codeAnySize, x.Type.TypeSpan(), "type %s has sizes that are not known", x.Name)
		d.Hint = "make them parameters, type " + x.Name + " [n] = ..., or write type~"
	} else if m := c.u.Restrict(t, def.Lift); m != nil {
		d := c.error(diag.Type, codeFunction, x.Type.TypeSpan(), "type %s holds %s", x.Name, types.Print(m.Got))
		d.Hint = "write type^ for a type that holds functions, type~ for one whose sizes are not known"
	} else if u.lift > def.Lift {
		d := c.error(diag.Type, codeFunction, x.Type.TypeSpan(), "type %s holds a type that is defined by type%s", x.Name, liftMark(u.lift))
		d.Hint = "write type" + liftMark(u.lift) + " " + x.Name
	}
	k.diags = append(k.diags, c.diags...)
	if len(c.diags) == 0 && !c.faulty {
		z := types.Zonker{OnType: func(*types.Meta) types.Type { return types.Unit }, OnSize: func(*types.SizeMeta) types.Size { return types.SizeConst{} }}
		def.Type = z.Type(t)
	}
	if k.prelude && slices.ContainsFunc(x.Attrs, func(a syntax.Attr) bool { return a.Text == "prim" }) { // of accumulators
		v := def.Params[0].Type
		abs := &types.Abstract{Name: def.Name, Types: []*types.Var{v}, Span: x.NameSpan, Linear: true}
		def.Type = abs.Use(def.Lift, []types.Type{v}, nil)
	}
}
