package check

import (
	"sort"

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

// all tells that every part that may alias is unique.
func (u uniq) all() bool { return u.some && !u.plain }

// fresh is what a function type says of its result: unique as a whole, or in some fields.
type fresh struct {
	all   bool
	parts []bool
}

// of is the uniqueness of a result of type t.
func (u uniq) of(t types.Type) fresh {
	r, ok := types.Resolve(t).(*types.Record)
	if u.all() || !u.some || !ok || u.fields == nil {
		return fresh{all: u.all()}
	}
	f := fresh{}
	for _, fl := range r.Fields {
		f.parts = append(f.parts, u.fields[fl.Name])
	}
	return f
}

// anonSize gives an anonymous size [] its meaning; nil where none may stand.
type anonSize func(at diag.Span) types.Size

// metaSizes makes anonymous sizes anything: they are inferred.
func (c *checker) metaSizes(diag.Span) types.Size { return c.u.FreshSize() }

// freeSizes makes anonymous sizes anything, also what another branch has.
func (c *checker) freeSizes(diag.Span) types.Size {
	m := c.u.FreshSize()
	m.Free = true
	return m
}

// extSizes makes anonymous sizes unknown ones, collected in exts.
func (c *checker) extSizes(exts *[]*types.SizeVar) anonSize {
	return func(at diag.Span) types.Size {
		n := c.newSize("", at)
		*exts = append(*exts, n)
		return n
	}
}

// typeExp gives a written type its meaning.
func (c *checker) typeExp(sc *scope, e syntax.TypeExp, anon anonSize) (types.Type, uniq) {
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
		return tuple(ts...), u
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
func (c *checker) typeExists(sc *scope, x *syntax.TypeExists, anon anonSize) (types.Type, uniq) {
	if anon == nil {
		c.error(diag.Size, codeAnySize, x.Span, "unknown sizes ?[n] may not stand here")
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
func (c *checker) resultType(sc *scope, e syntax.TypeExp, exts *[]*types.SizeVar) (types.Type, uniq) {
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
func (c *checker) bindExts(sc *scope, x *syntax.TypeExists, exts *[]*types.SizeVar) *scope {
	for _, n := range x.Sizes {
		v := c.newSize(n, x.Span)
		*exts = append(*exts, v)
		sc = sc.bind(v.Sym)
	}
	return sc
}

func tuple(ts ...types.Type) *types.Record {
	r := &types.Record{Fields: make([]types.Field, len(ts))}
	for i, t := range ts {
		r.Fields[i] = types.Field{Name: itoa(i), Type: t}
	}
	return r
}

func (c *checker) typeArray(sc *scope, x *syntax.TypeArray, anon anonSize) (types.Type, uniq) {
	size := c.sizeIn(sc, x.Size, x.Span, anon)
	elem, u := c.typeExp(sc, x.Elem, anon)
	if m := c.u.Restrict(elem, types.Unlifted); m != nil || u.lift != types.Unlifted {
		d := c.error(diag.Type, codeFunction, x.Elem.TypeSpan(), "arrays may not hold elements of type %s", types.Print(elem))
		d.Hint = "elements must not be functions, and must all have the same size"
	}
	return &types.Array{Dim: size, Elem: elem}, uniq{some: u.some, plain: true, lift: u.lift}
}

// sizeIn is a written size; nil is [].
func (c *checker) sizeIn(sc *scope, e syntax.Exp, at diag.Span, anon anonSize) types.Size {
	if e == nil {
		if anon == nil {
			c.error(diag.Size, codeAnySize, at, "an anonymous size [] may not stand here")
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
	x := c.check(sc, e, types.I64, why{what: "a size"})
	c.inSize = outer
	s, ok := c.sizeOf(x)
	if !ok {
		d := c.error(diag.Size, codeBadSize, e.ExpSpan(), "this expression can't be a size")
		d.Hint = "bind it with let first, and use the name"
		return c.u.FreshSize()
	}
	return s
}

// sizeOf is the size that a checked expression denotes, if it may stand in a type.
func (c *checker) sizeOf(x types.Exp) (types.Size, bool) {
	if !c.settleAll(x) {
		return nil, false
	}
	s, ok := types.SizeOfExp(x)
	if ok && c.self != nil { // the type of a function can't mention the function
		types.SizeSyms(s, func(sym *types.Symbol) { ok = ok && sym != c.self })
	}
	return s, ok
}

func (c *checker) typeRecord(sc *scope, x *syntax.TypeRecord, anon anonSize) (types.Type, uniq) {
	r, u := &types.Record{}, uniq{}
	seen := map[string]bool{}
	for _, f := range x.Fields {
		t, v := c.typeExp(sc, f.Type, anon)
		if seen[f.Name] {
			d := c.error(diag.Name, codeDuplicate, f.Span, "field %s appears twice", f.Name)
			d.Hint = "leave one out, or give it another name"
			continue
		}
		seen[f.Name], u = true, u.and(f.Name, v)
		r.Fields = append(r.Fields, types.Field{Name: f.Name, Type: t})
	}
	sortFields(r)
	return r, u
}

// sortFields puts fields in the order that types use: by number for tuples, else by name.
func sortFields(r *types.Record) {
	sort.SliceStable(r.Fields, func(i, j int) bool { return fieldLess(r.Fields[i].Name, r.Fields[j].Name) })
}

func fieldLess(a, b string) bool {
	if isNumber(a) && isNumber(b) && len(a) != len(b) {
		return len(a) < len(b)
	}
	return a < b
}

func isNumber(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

func (c *checker) typeSum(sc *scope, x *syntax.TypeSum, anon anonSize) (types.Type, uniq) {
	s, u := &types.Sum{}, uniq{}
	seen := map[string]bool{}
	for _, k := range x.Constrs {
		con := types.Constr{Name: k.Name}
		for _, a := range k.Args {
			t, v := c.typeExp(sc, a, anon)
			con.Args, u = append(con.Args, t), uniq{some: u.some || v.some, plain: u.plain || v.plain, lift: max(u.lift, v.lift)}
		}
		if seen[k.Name] {
			c.error(diag.Name, codeDuplicate, k.Span, "constructor #%s appears twice", k.Name)
			continue
		}
		seen[k.Name] = true
		s.Constrs = append(s.Constrs, con)
	}
	sort.Slice(s.Constrs, func(i, j int) bool { return s.Constrs[i].Name < s.Constrs[j].Name })
	return s, u
}

func (c *checker) typeArrow(sc *scope, x *syntax.TypeArrow, anon anonSize) types.Type {
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
	if sym != nil && mentionsSym(f.Result, sym) {
		f.Name = types.SizeOfSymbol(sym)
	}
	c.shown(f.Exts, f.Result, x.To.TypeSpan())
	r := u.of(f.Result)
	f.ResUnique, f.ResParts = r.all, r.parts
	return f
}

// typeName is a type variable, a scalar type, or an abbreviation with its arguments.
func (c *checker) typeName(sc *scope, x *syntax.TypeName, anon anonSize) (types.Type, uniq) {
	def := c.typeDef(sc, x)
	if def == nil {
		return c.u.Fresh(), uniq{}
	}
	if len(x.Args) != len(def.Params) {
		d := c.error(diag.Type, codeTypeArgs, x.Span, "type %s takes %s, but has %d", def.Name, count(len(def.Params), "argument"), len(x.Args))
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
			c.error(diag.Type, codeTypeArgs, x.Span, "argument %d of type %s should be a %s", i+1, def.Name, pick(p.Size != nil, "size", "type"))
			return c.u.Fresh(), uniq{}
		case a.IsSize:
			s.BindSize(p.Size, c.sizeIn(sc, a.Size, x.Span, anon))
		default:
			t, v := c.typeExp(sc, a.Type, anon)
			u.lift = max(u.lift, v.lift)
			// A type whose sizes are not known may stand for any parameter; arrays see to their elements.
			if lift := max(p.Type.Lift, types.SizeLifted); c.u.Restrict(t, lift) != nil || v.lift > lift {
				d := c.error(diag.Type, codeFunction, x.Span, "argument %d of type %s may not be %s, which may hold a function", i+1, def.Name, types.Print(t))
				d.Hint = "declare the parameter of type " + def.Name + " as '^" + p.Type.Name + " to let it hold functions"
			}
			s.BindType(p.Type, t)
		}
	}
	for _, v := range def.Exts {
		s.BindSize(v, c.sizeIn(sc, nil, x.Span, anon))
	}
	t := s.Type(def.Type)
	u.plain = mayAlias(t)
	return t, u
}

func pick(cond bool, yes, no string) string {
	if cond {
		return yes
	}
	return no
}

func (c *checker) typeDef(sc *scope, x *syntax.TypeName) *TypeDef {
	env := c.env
	if len(x.Name.Quals) > 0 {
		inner, ok := c.modPath(sc, x.Name.Quals, x.Span)
		if !ok {
			return nil
		}
		env = inner
	} else {
		for s := sc; s != nil; s = s.parent {
			if s.typ != nil && s.name == x.Name.Base {
				return &TypeDef{Name: s.name, Type: s.typ}
			}
			if s.env != nil {
				if d, ok := s.env.typs.get(x.Name.Base); ok {
					return c.knownType(d)
				}
			}
		}
	}
	if d, ok := env.typs.get(x.Name.Base); ok {
		return c.knownType(d)
	}
	var names []string
	for n := range env.typs.all() {
		names = append(names, n)
	}
	for s := sc; s != nil; s = s.parent {
		if s.typ != nil {
			names = append(names, s.name)
		}
	}
	c.unknown(codeUnknownType, "type", x.Name.Base, x.Span, names)
	if d := c.diags[len(c.diags)-1]; foreignTypes[x.Name.Base] != "" {
		d.Hint = "the type is " + foreignTypes[x.Name.Base]
	} else if d.Hint == "" && len(x.Name.Quals) == 0 {
		d.Hint = "for any type, declare a type parameter: def f '" + x.Name.Base + " ...; otherwise define it before its use: type " + x.Name.Base + " = ..."
	}
	return nil
}

// knownType is nil for a type whose own definition was faulty: uses of it say nothing more.
func (c *checker) knownType(d *TypeDef) *TypeDef {
	if d.Type == nil {
		c.meets()
		return nil
	}
	return d
}

// typeArgsOf is what follows the name of a type in a use of it.
func typeArgsOf(d *TypeDef) string {
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
