package infer

import (
	"sort"

	"raido/lang/check/explain"
	"raido/lang/check/fault"
	"raido/lang/check/scope"
	"raido/lang/check/uniqueness"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/syntax"
	"raido/lang/types"
)

// uniq says which parts of a written type are unique (*t): some are, some that may alias are not; for
// a tuple or record also which of its fields are. lift is the highest lift that the definition of a type in it has.
type uniq struct {
	some, plain bool
	fields      map[string]bool
	lift        types.Lift
}

func (u uniq) and(field string, v uniq) uniq {
	if u.fields == nil {
		u.fields = map[string]bool{}
	}
	u.fields[field] = v.all()
	return uniq{u.some || v.some, u.plain || v.plain, u.fields, max(u.lift, v.lift)}
}

// all reports whether every part that may alias is unique.
func (u uniq) all() bool { return u.some && !u.plain }

// of is the uniqueness of a result of type t.
func (u uniq) of(t types.Type) uniqueness.Fresh {
	r, ok := types.Resolve(t).(*types.Record)
	if u.all() || !u.some || !ok || u.fields == nil {
		return uniqueness.Fresh{All: u.all()}
	}
	f := uniqueness.Fresh{}
	for _, fl := range r.Fields {
		f.Parts = append(f.Parts, u.fields[fl.Name])
	}
	return f
}

// anonSize gives an anonymous size [] its meaning; nil where none may stand.
type anonSize func(at diag.Span) types.Size

// metaSizes makes anonymous sizes anything: they are inferred.
func (c *Checker) metaSizes(diag.Span) types.Size { return c.u.FreshSize() }

// freeSizes makes anonymous sizes anything, also what another branch has.
func (c *Checker) freeSizes(diag.Span) types.Size {
	m := c.u.FreshSize()
	m.Free = true
	return m
}

// extSizes makes anonymous sizes unknown ones, collected in exts.
func (c *Checker) extSizes(exts *[]*types.SizeVar) anonSize {
	return func(at diag.Span) types.Size {
		n := c.NewSize("", at)
		*exts = append(*exts, n)
		return n
	}
}

// typeExp gives a written type its meaning.
func (c *Checker) typeExp(sc *locals, e syntax.TypeExp, anon anonSize) (types.Type, uniq) {
	switch x := e.(type) {
	case *syntax.TypeName:
		return c.typeName(sc, x, anon)
	case *syntax.TypeArray:
		return c.typeArray(sc, x, anon)
	case *syntax.TypeTuple:
		u := uniq{}
		ts := make([]types.Type, len(x.Elems))
		for i, el := range x.Elems {
			t, v := c.typeExp(sc, el, anon)
			ts[i], u = t, u.and(itoa(i), v)
		}
		return types.TupleOf(ts...), u
	case *syntax.TypeRecord:
		return c.typeRecord(sc, x, anon)
	case *syntax.TypeSum:
		return c.typeSum(sc, x, anon)
	case *syntax.TypeArrow:
		return c.typeArrow(sc, x, anon), uniq{plain: true}
	case *syntax.TypeUnique:
		t, u := c.typeExp(sc, x.Type, anon)
		return t, uniq{some: true, lift: u.lift}
	case *syntax.TypeExists:
		if c.resultExts != nil { // in a part of a result, such as a field of a tuple
			return c.typeExp(c.bindExts(sc, x, c.resultExts), x.Type, anon)
		}
		return c.typeExists(sc, x, anon)
	}
	return c.u.Fresh(), uniq{}
}

// typeExists is ?[n].t where anonymous sizes have a meaning: the unknown sizes are named ones of them.
func (c *Checker) typeExists(sc *locals, x *syntax.TypeExists, anon anonSize) (types.Type, uniq) {
	if anon == nil {
		c.Error(diag.Size, fault.CodeAnySize, x.Span, "unknown sizes ?[n] may not stand here")
		return c.u.Fresh(), uniq{}
	}
	var named []*types.SizeVar
	t, u := c.typeExp(c.bindExts(sc, x, &named), x.Type, anon)
	c.shown(named, t, x.Span)
	var s types.Subst
	for _, n := range named {
		s.BindSize(n, anon(x.Span))
	}
	return s.Type(t), u
}

// resultType is a written result type: anonymous and ?[n] sizes are unknown.
func (c *Checker) resultType(sc *locals, e syntax.TypeExp, exts *[]*types.SizeVar) (types.Type, uniq) {
	for {
		switch x := e.(type) {
		case *syntax.TypeExists:
			sc, e = c.bindExts(sc, x, exts), x.Type
			continue
		case *syntax.TypeUnique:
			if _, inner := x.Type.(*syntax.TypeExists); inner {
				t, u := c.resultType(sc, x.Type, exts)
				return t, uniq{some: true, lift: u.lift}
			}
		default: // nothing that only a result may have
		}
		if f, ok := e.(*syntax.TypeArrow); ok && !c.abbreviation {
			return c.typeArrow(sc, f, c.metaSizes), uniq{plain: true}
		}
		outer := c.resultExts
		defer func() { c.resultExts = outer }()
		c.resultExts = exts
		return c.typeExp(sc, e, c.extSizes(exts))
	}
}

// bindExts brings the unknown sizes ?[n] of a result into scope and adds them to exts.
func (c *Checker) bindExts(sc *locals, x *syntax.TypeExists, exts *[]*types.SizeVar) *locals {
	for _, n := range x.Sizes {
		v := c.NewSize(n, x.Span)
		*exts = append(*exts, v)
		sc = sc.bind(v.Sym)
	}
	return sc
}

func (c *Checker) typeArray(sc *locals, x *syntax.TypeArray, anon anonSize) (types.Type, uniq) {
	size := c.sizeIn(sc, x.Size, x.Span, anon)
	elem, u := c.typeExp(sc, x.Elem, anon)
	if m := c.u.Restrict(elem, types.Unlifted); m != nil || u.lift != types.Unlifted {
		d := c.Error(diag.Type, fault.CodeFunction, x.Elem.TypeSpan(), "arrays may not hold elements of type %s", types.Print(elem))
		d.Hint = "elements must not be functions, and must all have the same size"
	}
	return &types.Array{Dim: size, Elem: elem}, uniq{some: u.some, plain: true, lift: u.lift}
}

// sizeIn is a written size; nil is [].
func (c *Checker) sizeIn(sc *locals, e syntax.Exp, at diag.Span, anon anonSize) types.Size {
	if e == nil {
		if anon == nil {
			c.Error(diag.Size, fault.CodeAnySize, at, "an anonymous size [] may not stand here")
			return c.u.FreshSize()
		}
		return anon(at)
	}
	if n, ok := e.(*syntax.NumLit); ok && n.Suffix == "" && !n.Float {
		if v, err := prim.ParseScalarAs(prim.I64, n.Text); err == nil {
			return types.SizeConst{N: v.Int64()}
		}
	}
	outer := c.inSize
	c.inSize = true
	x := c.check(sc, e, types.I64, explain.Why{What: explain.As("a size")})
	c.inSize = outer
	s, ok := c.sizeOf(x)
	if !ok {
		d := c.Error(diag.Size, fault.CodeBadSize, e.ExpSpan(), "this expression can't be a size")
		d.Hint = "bind it with let first, and use the name"
		return c.u.FreshSize()
	}
	return s
}

// sizeOf is the size that a checked expression denotes, if it may stand in a type.
func (c *Checker) sizeOf(x types.Exp) (types.Size, bool) {
	if !c.settleAll(x) {
		return nil, false
	}
	s, ok := types.SizeOfExp(x)
	if ok && c.self != nil { // the type of a function can't mention the function
		types.SizeSyms(s, func(sym *types.Symbol) { ok = ok && sym != c.self })
	}
	return s, ok
}

func (c *Checker) typeRecord(sc *locals, x *syntax.TypeRecord, anon anonSize) (types.Type, uniq) {
	r, u := &types.Record{}, uniq{}
	seen := map[string]bool{}
	for _, f := range x.Fields {
		t, v := c.typeExp(sc, f.Type, anon)
		if seen[f.Name] {
			d := c.Error(diag.Name, fault.CodeDuplicate, f.Span, "field %s appears twice", f.Name)
			d.Hint = "leave one out, or give it another name"
			continue
		}
		seen[f.Name], u = true, u.and(f.Name, v)
		r.Fields = append(r.Fields, types.Field{Name: f.Name, Type: t})
	}
	types.SortFields(r)
	return r, u
}

func (c *Checker) typeSum(sc *locals, x *syntax.TypeSum, anon anonSize) (types.Type, uniq) {
	s, u := &types.Sum{}, uniq{}
	seen := map[string]bool{}
	for _, k := range x.Constrs {
		con := types.Constr{Name: k.Name}
		for _, a := range k.Args {
			t, v := c.typeExp(sc, a, anon)
			con.Args, u = append(con.Args, t), uniq{some: u.some || v.some, plain: u.plain || v.plain, lift: max(u.lift, v.lift)}
		}
		if seen[k.Name] {
			c.Error(diag.Name, fault.CodeDuplicate, k.Span, "constructor #%s appears twice", k.Name)
			continue
		}
		seen[k.Name] = true
		s.Constrs = append(s.Constrs, con)
	}
	sort.Slice(s.Constrs, func(i, j int) bool { return s.Constrs[i].Name < s.Constrs[j].Name })
	return s, u
}

func (c *Checker) typeArrow(sc *locals, x *syntax.TypeArrow, anon anonSize) types.Type {
	outer := c.resultExts
	defer func() { c.resultExts = outer }()
	c.resultExts = nil
	param, pu := c.typeExp(sc, x.From, anon)
	f := &types.Func{Param: param, Unique: pu.some}
	var sym *types.Symbol
	if x.Param != "" && x.Param != "_" {
		sym = c.newSym(x.Param, param, x.Span)
		if types.SamePrim(param, prim.I64) {
			f.Name = types.SizeOfSymbol(sym)
		}
		sc = sc.bind(sym)
	}
	var u uniq
	if _, fn := x.To.(*syntax.TypeArrow); fn {
		f.Result, u = c.typeExp(sc, x.To, anon)
	} else {
		f.Result, u = c.resultType(sc, x.To, &f.Exts)
	}
	if sym != nil && types.Mentions(f.Result, sym) {
		f.Name = types.SizeOfSymbol(sym)
	}
	c.shown(f.Exts, f.Result, x.To.TypeSpan())
	r := u.of(f.Result)
	f.ResUnique, f.ResParts = r.All, r.Parts
	return f
}

// typeName is a type variable, a scalar type, or an abbreviation with its arguments.
func (c *Checker) typeName(sc *locals, x *syntax.TypeName, anon anonSize) (types.Type, uniq) {
	def := c.typeDef(sc, x)
	if def == nil {
		return c.u.Fresh(), uniq{}
	}
	if len(x.Args) != len(def.Params) {
		d := c.Error(diag.Type, fault.CodeTypeArgs, x.Span, "type %s takes %s, but has %d", def.Name, fault.Count(len(def.Params), "argument"), len(x.Args))
		d.Hint = "write " + def.Name + typeArgsOf(def)
		if len(def.Params) == 0 && x.Args[0].IsSize {
			d.Hint = "the size of an array stands before its elements: []" + def.Name
		}
		return c.u.Fresh(), uniq{}
	}
	if p, ok := def.Type.(types.Prim); ok {
		return p, uniq{lift: def.Lift}
	}
	u := uniq{plain: true, lift: def.Lift}
	var s types.Subst
	for i, a := range x.Args {
		switch p := def.Params[i]; {
		case a.IsSize != (p.Size != nil):
			c.Error(diag.Type, fault.CodeTypeArgs, x.Span, "argument %d of type %s should be a %s", i+1, def.Name, fault.Pick(p.Size != nil, "size", "type"))
			return c.u.Fresh(), uniq{}
		case a.IsSize:
			s.BindSize(p.Size, c.sizeIn(sc, a.Size, x.Span, anon))
		default:
			t, v := c.typeExp(sc, a.Type, anon)
			u.lift = max(u.lift, v.lift)
			// A type whose sizes are not known may stand for any parameter; arrays see to their elements.
			if lift := max(p.Type.Lift, types.SizeLifted); c.u.Restrict(t, lift) != nil || v.lift > lift {
				d := c.Error(diag.Type, fault.CodeFunction, x.Span, "argument %d of type %s may not be %s, which may hold a function", i+1, def.Name, types.Print(t))
				d.Hint = "declare the parameter of type " + def.Name + " as '^" + p.Type.Name + " to let it hold functions"
			}
			s.BindType(p.Type, t)
		}
	}
	for _, v := range def.Exts {
		s.BindSize(v, c.sizeIn(sc, nil, x.Span, anon))
	}
	t := s.Type(def.Type)
	u.plain = uniqueness.MayAlias(t)
	return t, u
}

func (c *Checker) typeDef(sc *locals, x *syntax.TypeName) *scope.TypeDef {
	env := c.env
	if len(x.Name.Quals) > 0 {
		inner, ok := c.ModPath(sc, x.Name.Quals, x.Span)
		if !ok {
			return nil
		}
		env = inner
	} else {
		for s := sc; s != nil; s = s.parent {
			if s.typ != nil && s.name == x.Name.Base {
				return &scope.TypeDef{Name: s.name, Type: s.typ}
			}
			if s.env != nil {
				if d, ok := s.env.Type(x.Name.Base); ok {
					return c.knownType(d)
				}
			}
		}
	}
	if d, ok := env.Type(x.Name.Base); ok {
		return c.knownType(d)
	}
	var names []string
	for n := range env.AllTypes() {
		names = append(names, n)
	}
	for s := sc; s != nil; s = s.parent {
		if s.typ != nil {
			names = append(names, s.name)
		}
	}
	d := c.Unknown(scope.KindType, x.Name.Base, x.Span, names)
	if explain.ForeignTypes[x.Name.Base] != "" {
		d.Hint = "the type is " + explain.ForeignTypes[x.Name.Base]
	} else if d.Hint == "" && len(x.Name.Quals) == 0 {
		d.Hint = "for any type, declare a type parameter: def f '" + x.Name.Base + " ...; otherwise define it before its use: type " + x.Name.Base + " = ..."
	}
	return nil
}

// knownType is nil for a type whose own definition was faulty: uses of it say nothing more.
func (c *Checker) knownType(d *scope.TypeDef) *scope.TypeDef {
	if d.Type == nil {
		c.meets()
		return nil
	}
	return d
}

// typeArgsOf is what follows the name of a type in a use of it.
func typeArgsOf(d *scope.TypeDef) string {
	out := ""
	for _, p := range d.Params {
		if p.Size != nil {
			out += " [" + p.Size.Name + "]"
		} else {
			out += " " + p.Type.Name
		}
	}
	return out
}
