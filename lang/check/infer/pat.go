package infer

import (
	"sort"
	"strconv"

	"raido/lang/check/explain"
	"raido/lang/check/fault"
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
)

func itoa(i int) string { return strconv.Itoa(i) }

// binder collects what a group of patterns binds.
type binder struct {
	sc       *locals
	seen     map[string]diag.Span
	consumed bool // a part is written with a unique type
	// unique is set while inside a *t ascription, plain while inside another.
	unique, plain bool
	loop          bool // it is the pattern of a loop
}

func newBinder(sc *locals) *binder { return &binder{sc: sc, seen: map[string]diag.Span{}} }

// once reports a name that is bound twice; names of types stand behind a quote.
func (c *Checker) once(b *binder, name string, at diag.Span) {
	if before, dup := b.seen[name]; dup {
		fault.Note(c.Error(diag.Name, fault.CodeDuplicate, at, "%s is bound twice", name), before, "first here")
	}
	b.seen[name] = at
}

func (c *Checker) bindSize(b *binder, name string, at diag.Span) *types.SizeVar {
	c.once(b, name, at)
	n := c.NewSize(name, at)
	b.sc = b.sc.bind(n.Sym)
	return n
}

// bindParams binds size and type parameters; each is called with one of the two.
func (c *Checker) bindParams(b *binder, ps []syntax.TypeParam, each func(*types.SizeVar, *types.Var)) {
	for _, p := range ps {
		if p.Size {
			each(c.bindSize(b, p.Name, p.Span), nil)
			continue
		}
		c.once(b, "'"+p.Name, p.Span)
		v := &types.Var{Name: p.Name, Lift: LiftOf(p.Lift)}
		b.sc = &locals{parent: b.sc, name: p.Name, typ: v}
		each(nil, v)
	}
}

// bindScheme binds the parameters of a polymorphic type.
func (c *Checker) bindScheme(b *binder, ps []syntax.TypeParam) *types.Scheme {
	sch := &types.Scheme{}
	c.bindParams(b, ps, func(n *types.SizeVar, v *types.Var) {
		if n != nil {
			sch.Sizes = append(sch.Sizes, n)
		} else {
			sch.Types = append(sch.Types, v)
		}
	})
	return sch
}

func (c *Checker) bindName(b *binder, name string, t types.Type, at diag.Span) *types.Symbol {
	c.once(b, name, at)
	s := c.newSym(name, t, at)
	if b.unique {
		c.facts.Owned[s] = true
	} else if b.loop && b.plain {
		c.facts.Kept[s] = true
	}
	b.sc = b.sc.bind(s)
	return s
}

// pat checks a pattern. t is the type it should have, or nil to infer it.
func (c *Checker) pat(b *binder, p syntax.Pat, t types.Type) types.Pat {
	if t == nil {
		m := c.u.Fresh()
		m.At = p.PatSpan()
		t = m
	}
	switch x := p.(type) {
	case *syntax.PatName:
		s := c.bindName(b, x.Name, t, x.Span)
		if x.Shown != "" {
			s.Name = x.Shown
		}
		return &types.PatVar{Sym: s}
	case *syntax.PatWild:
		return &types.PatWild{T: t, At: x.Span}
	case *syntax.PatTuple:
		return c.patTuple(b, x, t)
	case *syntax.PatRecord:
		return c.patRecord(b, x, t)
	case *syntax.PatAscript:
		at, u := c.typeExp(b.sc, x.Type, c.metaSizes)
		c.unify(x.Span, at, t, explain.Why{What: explain.As("the value of this pattern")})
		unique, plain := b.unique, b.plain
		b.unique, b.plain, b.consumed = unique || u.some, !u.some, b.consumed || u.some
		q := c.pat(b, x.Pat, at)
		b.unique, b.plain = unique, plain
		return q
	case *syntax.PatLit:
		return c.patLit(x, t)
	case *syntax.PatConstr:
		return c.patConstr(b, x, t)
	case *syntax.PatAttr:
		c.attribute(b.sc, x.Attr)
		return c.pat(b, x.Pat, t)
	}
	return &types.PatWild{T: t, At: p.PatSpan()}
}

func (c *Checker) patTuple(b *binder, x *syntax.PatTuple, t types.Type) types.Pat {
	rec, known := types.Resolve(t).(*types.Record)
	if !known || len(rec.Fields) != len(x.Elems) || !types.IsTuple(rec) {
		parts := make([]types.Type, len(x.Elems))
		for i, e := range x.Elems {
			m := c.u.Fresh()
			m.At, parts[i] = e.PatSpan(), m
		}
		rec = types.TupleOf(parts...)
		c.unify(x.Span, rec, t, explain.Why{What: explain.As("the value of this pattern")})
	}
	out := &types.PatRecord{T: rec, At: x.Span}
	for i, e := range x.Elems {
		out.Fields = append(out.Fields, c.pat(b, e, rec.Fields[i].Type))
	}
	return out
}

func (c *Checker) patRecord(b *binder, x *syntax.PatRecord, t types.Type) types.Pat {
	rec := &types.Record{}
	subs := map[string]syntax.Pat{}
	for _, f := range x.Fields {
		if _, dup := subs[f.Name]; dup {
			c.Error(diag.Name, fault.CodeDuplicate, f.Span, "field %s appears twice", f.Name)
			continue
		}
		subs[f.Name] = f.Pat
		rec.Fields = append(rec.Fields, types.Field{Name: f.Name, Type: c.u.Fresh()})
	}
	types.SortFields(rec)
	c.unify(x.Span, rec, t, explain.Why{What: explain.As("the value of this pattern")})
	out := &types.PatRecord{T: rec, At: x.Span, Fields: make([]types.Pat, len(rec.Fields))}
	for _, f := range x.Fields { // in source order, for the order of names
		i := sort.Search(len(rec.Fields), func(i int) bool { return !types.FieldLess(rec.Fields[i].Name, f.Name) })
		if out.Fields[i] == nil {
			out.Fields[i] = c.pat(b, f.Pat, rec.Fields[i].Type)
		}
	}
	return out
}

func (c *Checker) patLit(x *syntax.PatLit, t types.Type) types.Pat {
	lit, ok := c.literal(x.Lit, t).(*types.Lit)
	if !ok {
		return &types.PatWild{T: t, At: x.Span}
	}
	c.unify(x.Span, t, lit.T, explain.Why{What: explain.As("this literal")})
	p := &types.PatLit{At: x.Span}
	c.lits = append(c.lits, pendingLit{node: lit, pat: p})
	return p
}

func (c *Checker) patConstr(b *binder, x *syntax.PatConstr, t types.Type) types.Pat {
	out := &types.PatConstr{Name: x.Name, At: x.Span}
	args := make([]types.Type, len(x.Args))
	for i, a := range x.Args {
		m := c.u.Fresh()
		m.At, args[i] = a.PatSpan(), m
	}
	if m := c.u.NeedConstr(t, x.Name, args); m != nil {
		c.mismatch(x.Span, m, t, t, explain.Why{What: explain.As("this pattern")})
		out.T = &types.Sum{Constrs: []types.Constr{{Name: x.Name, Args: args}}}
	}
	for i, a := range x.Args {
		out.Args = append(out.Args, c.pat(b, a, args[i]))
	}
	if out.T == nil {
		c.sums = append(c.sums, pendingSum{t, out, x.Span})
	}
	return out
}

// patType is the type of a pattern, also of one whose sum type is not known yet.
func (c *Checker) patType(p types.Pat) types.Type {
	if k, ok := p.(*types.PatConstr); ok && k.T == nil {
		for _, s := range c.sums {
			if s.p == k {
				return s.t
			}
		}
	}
	return p.Type()
}
