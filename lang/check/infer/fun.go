package infer

import (
	"strings"

	"raido/lang/check/explain"
	"raido/lang/check/fault"
	"raido/lang/check/uniqueness"
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
)

func (c *Checker) lambda(sc *locals, x *syntax.LambdaExp, hint types.Type) types.Exp {
	out := &types.Lambda{}
	b := newBinder(sc)
	var last *types.Func
	for _, p := range x.Params {
		f := &types.Func{}
		if hint != nil {
			if h, ok := types.Resolve(hint).(*types.Func); ok {
				f = h
			}
		}
		last, hint = f, f.Result
		b.unique, b.consumed = f.Unique, false
		q := c.pat(b, p, nil)
		if _, declared := p.(*syntax.PatAscript); !declared {
			types.PatVars(q, func(s *types.Symbol) { c.facts.Inferred[s] = true })
		}
		if f.Param != nil {
			c.u.Unify(c.patType(q), f.Param) // if they differ, the caller says so
		}
		out.Params = append(out.Params, types.Param{Pat: q, Consumed: f.Unique || b.consumed})
	}
	b.unique = false
	mark := c.clock
	ret, exts, unique, body := c.body(b.sc, x.Ret, x.Body, hint, mark, "the body of this function")
	if x.Ret == nil && last != nil {
		unique = uniqueness.ResultOf(last)
	}
	out.Body = body
	c.facts.DeclaredLambda[out] = x.Ret != nil
	c.reachable(out.Params)
	t, ret, _ := c.funcType(out.Params, ret, exts, unique, x.Span)
	c.shown(exts, ret, x.Span)
	out.Node = node(t, x.Span)
	return out
}

// body checks a function's body against its declared result type, if any, and gives the result type
// with its unknown sizes. Symbols born since mark are known only inside.
func (c *Checker) body(sc *locals, ret syntax.TypeExp, e syntax.Exp, hint types.Type, mark int, what string) (types.Type, []*types.SizeVar, uniqueness.Fresh, types.Exp) {
	if ret == nil {
		x := c.exp(sc, e, hint)
		t, exts := c.closeSizes(x.Type(), c.newer(mark), e.ExpSpan())
		return t, exts, uniqueness.Fresh{}, x
	}
	var exts []*types.SizeVar
	t, u := c.resultType(sc, ret, &exts)
	var s types.Subst
	for _, v := range exts {
		s.BindSize(v, c.u.FreshSize())
	}
	x := c.exp(sc, e, s.Type(t))
	c.unify(e.ExpSpan(), s.Type(t), x.Type(), explain.Why{What: explain.As(what), Note: "the result type is declared here", At: ret.TypeSpan()})
	inner := c.newer(mark)
	t, exts = c.inferExts(t, exts, s, x, inner)
	t, more := c.closeSizes(t, func(s *types.Symbol) bool { return inner(s) && !symOf(exts, s) }, e.ExpSpan())
	return t, append(exts, more...), u.of(t), x
}

// inferExts replaces the anonymous sizes of a declared result by those that the body has; ?[n] stay unknown, but
// those that the body knows to be one are one. What only an empty array in the body has, as in [] : [0][]i32, the caller
// chooses. A function that calls itself has its declared type. s gives the unknown sizes in the body, whose
// own symbols are inner.
func (c *Checker) inferExts(t types.Type, exts []*types.SizeVar, s types.Subst, body types.Exp, inner func(*types.Symbol) bool) (types.Type, []*types.SizeVar) {
	if len(exts) == 0 || c.self != nil && len(c.selfUses) > 0 {
		return t, exts
	}
	empty := map[*types.SizeMeta]bool{}
	emptySizes(body, empty)
	var inferred, outside types.Subst // outside: what only the body knows is known by a declared name
	var rest []*types.SizeVar
	known := map[*types.Symbol]types.Size{}
	for _, v := range exts {
		if x, ok := types.ResolveSize(s.Size(v)).(*types.SizeVar); ok && inner(x.Sym) && known[x.Sym] == nil {
			known[x.Sym] = v
			outside.BindSize(x, v)
		}
	}
	for _, v := range exts {
		n := types.ResolveSize(s.Size(v))
		x, isVar := n.(*types.SizeVar)
		m, open := n.(*types.SizeMeta)
		switch {
		case isVar && known[x.Sym] == types.Size(v):
			rest = append(rest, v)
			continue
		case isVar && inner(x.Sym):
			n = known[x.Sym]
		case v.Name != "" || open && m.ID >= s.Size(v).(*types.SizeMeta).ID && !empty[m]: // an older one is a parameter's
			rest = append(rest, v)
			continue
		}
		inferred.BindSize(v, outside.Size(n))
	}
	return inferred.Type(t), rest
}

func symOf(vs []*types.SizeVar, s *types.Symbol) bool {
	for _, v := range vs {
		if v.Sym == s {
			return true
		}
	}
	return false
}

// emptySizes collects the open sizes in the types of the empty arrays in e.
func emptySizes(e types.Exp, out map[*types.SizeMeta]bool) {
	if a, ok := e.(*types.ArrayLit); ok && len(a.Elems) == 0 {
		types.EachSize(a.T, func(s types.Size) { types.SizeMetas(s, func(m *types.SizeMeta) { out[m] = true }) })
	}
	types.Children(e, func(x types.Exp) { emptySizes(x, out) })
}

// funDecl is what top-level and local definitions have in common.
type funDecl struct {
	name       string
	at, whole  diag.Span
	typeParams []syntax.TypeParam
	params     []syntax.Pat
	ret        syntax.TypeExp
	body       syntax.Exp
	recursive  bool // the name is in scope in the body
}

// define checks a definition; its symbol gets a type that is not generalised yet, but for the declared
// parameters.
func (c *Checker) define(sc *locals, d funDecl, sym *types.Symbol) *types.Def {
	out := &types.Def{Sym: sym, Span: d.whole}
	if c.defining == "" {
		c.defining = d.name
	}
	if d.recursive {
		sc = &locals{parent: sc, name: d.name, val: sym}
	}
	b := newBinder(sc)
	sch := c.bindScheme(b, d.typeParams)
	for _, p := range d.params {
		b.consumed = false
		q := c.pat(b, p, nil)
		out.Params = append(out.Params, types.Param{Pat: q, Consumed: b.consumed})
	}
	var self *types.Meta
	if d.recursive {
		self = c.assume(b.sc, d, sym, sch, out.Params)
	}
	mark := c.clock
	ret, exts, unique, body := c.body(b.sc, d.ret, d.body, nil, mark, "the body of "+d.name)
	if self != nil && len(c.selfUses) > 0 {
		c.unify(d.body.ExpSpan(), self, ret, explain.Why{What: explain.As("the result of " + d.name), Note: "it calls itself, and uses the result with another type"})
	}
	out.Body = body
	c.facts.Declared[out] = d.ret != nil
	c.reachable(out.Params)
	sch.Type, out.Ret, out.Exts = c.funcType(out.Params, ret, exts, unique, d.at)
	c.shown(exts, out.Ret, d.at)
	c.bodyExts = exts
	c.usedSizes(sch.Sizes, sch.Type, "the type of "+d.name)
	sym.Scheme = sch
	return out
}

// LiftMark is how a lift is written.
func LiftMark(l types.Lift) string { return [...]string{"", "~", "^"}[l] }

// LiftOf is the lift that a mark stands for.
func LiftOf(s string) types.Lift {
	switch s {
	case "~":
		return types.SizeLifted
	case "^":
		return types.FullyLifted
	}
	return types.Unlifted
}

// letFun is a local function. It is generalised over its declared parameters and over sizes that
// nothing outside determines.
func (c *Checker) letFun(sc *locals, x *syntax.LetFunExp, hint types.Type) types.Exp {
	sym := c.newSym(x.Name, nil, x.NameSpan)
	sym.Kind = types.KindDef
	mark := c.clock
	c.u.Level++
	if c.defined == nil {
		c.defined = map[string]bool{}
	}
	c.defined[x.Name] = true
	d := c.define(sc, funDecl{x.Name, x.NameSpan, x.Span, x.TypeParams, x.Params, x.Ret, x.Rhs, false}, sym)
	delete(c.defined, x.Name)
	c.u.Level--
	sym.Def = d
	if len(d.Params) == 0 {
		c.Error(diag.Syntax, fault.CodeMismatch, x.NameSpan, "a local definition with type parameters needs parameters")
	}
	c.lower(sym.Scheme.Type)
	c.oneType[sym] = types.IsOpen(sym.Scheme.Type)
	c.generaliseSizes(d, mark)
	body := c.exp(sc.bind(sym), x.Body, hint)
	t, exts := c.closeSizes(body.Type(), func(s *types.Symbol) bool { return s == sym }, x.Span)
	return &types.LetFun{Node: node(t, x.Span), Def: d, Body: body, Exts: exts}
}

// lower makes the open types in t belong to the enclosing definition: they are not generalised here.
func (c *Checker) lower(t types.Type) {
	types.MapType(t, func(t types.Type) types.Type {
		if m, ok := t.(*types.Meta); ok {
			m.Level = min(m.Level, c.u.Level)
		}
		return nil
	}, func(s types.Size) types.Size { return s })
}

// generaliseSizes turns the open sizes of a definition's type into size parameters.
func (c *Checker) generaliseSizes(d *types.Def, mark int) {
	sch := d.Sym.Scheme
	used := map[string]bool{}
	types.TypeSyms(sch.Type, func(s *types.Symbol) { used[s.Name] = true })
	for _, n := range sch.Sizes {
		used[n.Name] = true
	}
	for _, p := range d.Params {
		types.PatVars(p.Pat, func(s *types.Symbol) { used[s.Name] = true })
	}
	fresh := freshNames(used, sizeNames)
	types.EachSize(sch.Type, func(s types.Size) {
		types.SizeMetas(s, func(m *types.SizeMeta) {
			if m.Bound != nil || m.Level <= c.u.Level {
				return
			}
			v := c.NewSize(fresh(), d.Span)
			m.Bound = v
			sch.Sizes = append(sch.Sizes, v)
		})
	})
}

const (
	sizeNames = "nmklpqrstuvw"
	typeNames = "abcdefgh"
)

// freshNames gives the one-letter names that are not used, one after the other, then those with numbers.
func freshNames(used map[string]bool, letters string) func() string {
	next := 0
	return func() string {
		for {
			n := letters[next%len(letters):][:1]
			if i := next / len(letters); i > 0 {
				n += itoa(i)
			}
			if next++; !used[n] {
				return n
			}
		}
	}
}

func attrText(as []syntax.Attr) []string {
	var out []string
	for _, a := range as {
		out = append(out, strings.TrimSpace(a.Text))
	}
	return out
}
