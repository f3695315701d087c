package modules

import (
	"fmt"
	"raido/lang/check/fault"
	"raido/lang/check/final"
	"raido/lang/check/infer"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/syntax"
	"raido/lang/types"
)

// Declarer checks declarations: it collects definitions and faults.
type Declarer struct {
	infer.Context
	// Defs are the definitions so far, in order.
	Defs []*types.Def
	// shows are abstract types that matching may look through.
	shows map[*types.Abstract]bool
	fault.Reporter
	seen map[definedName]diag.Span // names of this file or module, to find duplicates; nil in cells
}

// NewDeclarer makes a declarer for the declarations of a file, which may define a name once, or of a cell.
func NewDeclarer(cx infer.Context, file bool) *Declarer {
	k := &Declarer{Context: cx}
	if file {
		k.seen = map[definedName]diag.Span{}
	}
	return k
}

func (k *Declarer) checker(env *scope.Env) *infer.Checker { return infer.New(env, k.Context) }

// definedName is a name with what it stands for.
type definedName struct {
	kind scope.Kind
	name string
}

// once reports a name that is defined twice in one file or module, as a value, module, type or module type.
func (k *Declarer) once(kind scope.Kind, name string, at diag.Span) {
	if k.seen == nil {
		return
	}
	for _, other := range sharing(kind) {
		if before, dup := k.seen[definedName{other, name}]; dup {
			d := k.Error(diag.Name, fault.CodeDuplicate, at, "%s %s is defined twice", kind, name)
			if other != kind {
				d.Msg = fmt.Sprintf("%s is defined twice: as %s and as %s", name, other, kind)
				d.Hint = "values and modules share a name space: choose another name"
			}
			fault.Note(d, before, "first here")
		}
	}
	k.seen[definedName{kind, name}] = at
}

// sharing is what has its names in one space with what is given.
func sharing(kind scope.Kind) []scope.Kind {
	if kind == scope.KindValue || kind == scope.KindModule {
		return []scope.Kind{scope.KindValue, scope.KindModule}
	}
	return []scope.Kind{kind}
}

// Decl checks a declaration in a scope, and gives what it defines.
func (k *Declarer) Decl(env *scope.Env, d syntax.Decl) *scope.Bindings {
	b := &scope.Bindings{}
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
			return scope.Everything(e)
		}
	case *syntax.SigDecl:
		k.sigDecl(env, x, b)
	}
	return b
}

func (k *Declarer) unsupported(at diag.Span, what string) {
	k.Error(diag.Unsupported, fault.CodeUnsupported, at, "%s: Raido can't do this yet", what)
}

func (k *Declarer) load(env *scope.Env, path string, at diag.Span) *scope.Env {
	e, ds, ok := env.Import(path)
	if !ok {
		k.unsupported(at, "import")
		return nil
	}
	for _, d := range ds {
		if d.Span.Source == nil { // about the import, not about what is in the file
			d.Span = at
		}
	}
	k.Diags = append(k.Diags, ds...)
	return e
}

// val is def, let and entry.
func (k *Declarer) val(env *scope.Env, x *syntax.ValDecl, b *scope.Bindings) {
	k.once(scope.KindValue, x.Name, x.NameSpan)
	if x.Name == "&&" || x.Name == "||" {
		d := k.Error(diag.Name, fault.CodeReserved, x.NameSpan, "the operator %s may not be defined anew", x.Name)
		d.Hint = "it evaluates its right side only when needed, which a function can't do; an operator like " + x.Name + "^ may be defined"
	}
	c, d := k.define(env, x, k.recursive(x))
	if _, older := env.Value(x.Name); older && c.CallsItself() && !k.inCell(env) && (len(c.Diags.Errors()) > 0 || final.Endless(d.Sym, d.Body)) {
		if c2, d2 := k.define(env, x, false); len(c2.Diags.Errors()) == 0 {
			c, d = c2, d2
		}
	}
	if k.isValue(env, x) && !types.HasFunc(d.Ret) {
		d.Sym.Kind = types.KindValue
	}
	if at, ok := infer.UniquePart(x.Ret); ok && len(x.Params) == 0 && !k.isValue(env, x) {
		e := c.Error(diag.Unique, fault.CodeNotOwned, at, "a top-level value can't be unique: everything may use it")
		e.Hint = "leave out the *, and consume a copy where one is needed: copy " + x.Name
	}
	if d.Entry && !c.Faulty {
		entry(c, d, x)
	}
	k.add(c, b, x.Name, d)
}

// inCell reports whether definitions are those of a cell: a later definition of the name replaces an older one there.
func (k *Declarer) inCell(env *scope.Env) bool { return env.InCell() && k.Path == "" }

// isValue reports whether a definition binds a value that is computed once: let x = e in a cell.
func (k *Declarer) isValue(env *scope.Env, x *syntax.ValDecl) bool {
	return k.inCell(env) && x.Keyword == "let" && len(x.Params) == 0
}

// recursive reports whether a definition may mention itself. An operator's body means the operators as they
// were: def (+) (a: v) (b: v) = {x = a.x + b.x} uses numbers' addition.
func (k *Declarer) recursive(x *syntax.ValDecl) bool {
	return !k.Library && len(x.Params) > 0 && !scope.IsOperator(x.Name)
}

// add keeps a finished definition; a faulty one leaves a name whose uses say nothing.
func (k *Declarer) add(c *infer.Checker, b *scope.Bindings, name string, d *types.Def) {
	k.Diags = append(k.Diags, c.Diags...)
	if c.Failed() {
		b.AddValue(name, &types.Symbol{Name: d.Sym.Name, Span: d.Sym.Span})
		return
	}
	if d.Sym.Kind != types.KindPrim {
		k.Defs = append(k.Defs, d)
	}
	if len(d.Sym.Scheme.Types) == 0 && types.SamePrim(d.Sym.Scheme.Type, prim.I64) {
		types.SizeOfSymbol(d.Sym)
	}
	b.AddValue(name, d.Sym)
}

// part defines one name of a pattern as a part of the whole value.
func (k *Declarer) part(s *types.Symbol, p types.Pat, whole *types.Symbol, kind types.SymbolKind, x *syntax.PatDecl, b *scope.Bindings) {
	k.once(scope.KindValue, s.Name, s.Span)
	t := s.Scheme.Type
	sym := &types.Symbol{Name: k.Path + s.Name, Kind: kind, Span: s.Span, Doc: x.Doc, Scheme: &types.Scheme{Type: t}}
	ref := &types.Ref{Node: types.Node{T: whole.Scheme.Type, At: x.Span}, Sym: whole}
	inner, copied := copyPat(p, s)
	use := &types.Ref{Node: types.Node{T: t, At: s.Span}, Sym: copied}
	sym.Def = &types.Def{Sym: sym, Ret: t, Span: x.Span, Uses: []*types.Symbol{whole},
		Body: &types.Let{Node: types.Node{T: t, At: x.Span}, Pat: inner, Rhs: ref, Body: use}}
	if types.SamePrim(t, prim.I64) {
		types.SizeOfSymbol(sym)
	}
	k.Defs = append(k.Defs, sym.Def)
	b.AddValue(s.Name, sym)
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
		default: // binds nothing, or may fail, which a definition's pattern may not
		}
		return p
	}
	return rec(p), found
}

// define checks a definition by a checker of its own. Recursion came late to the language: the body of a
// function that is named like an older one may mean the older one, as in def length xs = i32.i64 (length xs),
// so val tries it without recursion if it is wrong with it, or would never end.
func (k *Declarer) define(env *scope.Env, x *syntax.ValDecl, recursive bool) (*infer.Checker, *types.Def) {
	return infer.Check(env, k.Context, func(c *infer.Checker) *types.Def { return c.Definition(x, recursive, k.isValue(env, x)) })
}

// entry checks that an entry point is legal.
func entry(c *infer.Checker, d *types.Def, x *syntax.ValDecl) {
	if c.Path != "" {
		d := c.Error(diag.Type, fault.CodeEntry, x.NameSpan, "entry point %s is inside a module", x.Name)
		d.Hint = "define it with def here, and outside the module: entry " + x.Name + " = m." + x.Name
		return
	}
	if len(c.Diags.Errors()) == 0 {
		final.EntryType(d, x.NameSpan, c.Reporter)
	}
}

// pat is a top-level let with a pattern: the value gets a hidden name, and each name is a part of it.
func (k *Declarer) pat(env *scope.Env, x *syntax.PatDecl, b *scope.Bindings) {
	kind := types.KindDef
	if env.InCell() {
		kind = types.KindValue
	}
	type parts struct {
		d *types.Def
		p types.Pat
	}
	c, whole := infer.Check(env, k.Context, func(c *infer.Checker) parts {
		d, p := c.PatDefinition(x, kind)
		return parts{d, p}
	})
	d, p := whole.d, whole.p
	k.Diags = append(k.Diags, c.Diags...)
	if c.Failed() {
		for _, n := range infer.PatNames(p) {
			b.AddValue(n, &types.Symbol{Name: n, Span: x.Pat.PatSpan()})
		}
		return
	}
	k.Defs = append(k.Defs, d)
	types.PatVars(p, func(s *types.Symbol) { k.part(s, p, d.Sym, kind, x, b) })
}

// typ is a type abbreviation.
func (k *Declarer) typ(env *scope.Env, x *syntax.TypeDecl, out *scope.Bindings) {
	k.once(scope.KindType, x.Name, x.NameSpan)
	def := &scope.TypeDef{Name: k.Path + x.Name, Lift: infer.LiftOf(x.Lift), Span: x.NameSpan, Doc: x.Doc}
	out.AddType(x.Name, def)
	if x.Type == nil {
		k.Error(diag.Module, fault.CodeModule, x.Span, "an abstract type may stand only in a module type")
		return
	}
	c := k.checker(env)
	c.TypeDefinition(x, def)
	k.Diags = append(k.Diags, c.Diags...)
}
