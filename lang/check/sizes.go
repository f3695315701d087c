package check

import (
	"raido/lang/diag"
	"raido/lang/types"
)

// closeSizes replaces the sizes in t that mention an inner symbol by unknown ones: equal sizes by the
// same. It is what happens to a type that leaves the place where its sizes are known.
func (c *checker) closeSizes(t types.Type, inner func(*types.Symbol) bool, at diag.Span) (types.Type, []*types.SizeVar) {
	free := map[*types.Symbol]bool{} // what functions inside t bind themselves stays
	types.FreeSyms(t, func(s *types.Symbol) { free[s] = free[s] || inner(s) })
	var from []types.Size
	var exts []*types.SizeVar
	out := types.MapType(t, func(types.Type) types.Type { return nil }, func(s types.Size) types.Size {
		bad := false
		types.SizeSyms(s, func(sym *types.Symbol) { bad = bad || free[sym] })
		if !bad {
			return s
		}
		for i, f := range from {
			if types.SameSize(f, s) {
				return exts[i]
			}
		}
		v := c.newSize("", origin(s, at))
		from, exts = append(from, s), append(exts, v)
		return v
	})
	return out, exts
}

// origin is the place to show for an unknown size: where the size that it stands for came from.
func origin(s types.Size, at diag.Span) diag.Span {
	if v, ok := types.ResolveSize(s).(*types.SizeVar); ok && v.Name == "" && v.Sym.Span.Source != nil {
		return v.Sym.Span
	}
	return at
}

// funcType is the type of a function. Parameters that later sizes mention get their names into the
// type; sizes that mention names bound inside a parameter's pattern become unknown. The result type
// and its unknown sizes are given too.
func (c *checker) funcType(params []types.Param, ret types.Type, exts []*types.SizeVar, unique fresh, at diag.Span) (types.Type, types.Type, []*types.SizeVar) {
	inner := map[*types.Symbol]bool{}
	for _, p := range params {
		v, isVar := p.Pat.(*types.PatVar)
		if isVar && types.SamePrim(v.Sym.Scheme.Type, primI64) {
			continue
		}
		types.PatVars(p.Pat, func(s *types.Symbol) { inner[s] = true })
	}
	ret, more := c.closeSizes(ret, func(s *types.Symbol) bool { return inner[s] }, at)
	exts = append(exts[:len(exts):len(exts)], more...)
	t := ret
	for i := len(params) - 1; i >= 0; i-- {
		f := &types.Func{Param: c.patType(params[i].Pat), Unique: params[i].Consumed, Result: t}
		if i == len(params)-1 {
			f.Exts, f.ResUnique, f.ResParts = exts, unique.all, unique.parts
		}
		if v, ok := params[i].Pat.(*types.PatVar); ok && mentionsSym(t, v.Sym) {
			f.Name = types.SizeOfSymbol(v.Sym)
		}
		t = f
	}
	return t, ret, exts
}

// closeLet finishes a let: sizes of the body that mention what the let binds become the bound value's
// size, or unknown.
func (c *checker) closeLet(l *types.Let) types.Exp {
	t := l.Body.Type()
	if v, ok := l.Pat.(*types.PatVar); ok && types.SamePrim(v.Sym.Scheme.Type, primI64) && mentionsSym(t, v.Sym) {
		if n, ok := c.sizeOf(l.Rhs); ok {
			var s types.Subst
			s.BindSize(types.SizeOfSymbol(v.Sym), n)
			t = s.Type(t)
		}
	}
	bound := map[*types.Symbol]bool{}
	types.PatVars(l.Pat, func(s *types.Symbol) { bound[s] = true })
	for _, n := range l.Sizes {
		bound[n.Sym] = true
	}
	l.T, l.Exts = c.closeSizes(t, func(s *types.Symbol) bool { return bound[s] }, l.At)
	return l
}

// joiner joins the types of two branches; see join.
type joiner struct {
	c     *checker
	at    diag.Span
	exts  *[]*types.SizeVar
	pairs []sizePair
}

// sizePair are two sizes that differ, with the unknown size that is one of them: the same where the same
// two meet, so that if c then ([], []) else (xs, xs) gives two arrays of one size.
type sizePair struct {
	a, b types.Size
	ext  *types.SizeVar
}

// join is the type of an if or match whose branches have types a and b: sizes that differ become
// unknown and are added to exts.
func (c *checker) join(a, b types.Type, at diag.Span, exts *[]*types.SizeVar) (types.Type, *types.Mismatch) {
	j := &joiner{c: c, at: at, exts: exts}
	return j.join(a, b)
}

func (j *joiner) join(a, b types.Type) (types.Type, *types.Mismatch) {
	a, b = types.Resolve(a), types.Resolve(b)
	switch x := a.(type) {
	case *types.Meta:
		return j.meta(x, b)
	case *types.Array:
		if y, ok := b.(*types.Array); ok {
			elem, m := j.join(x.Elem, y.Elem)
			if m != nil && m.Kind == types.MisType {
				m = &types.Mismatch{Kind: types.MisType, Want: a, Got: b}
			}
			return &types.Array{Dim: j.size(x.Dim, y.Dim), Elem: elem}, m
		}
	case *types.Record:
		if y, ok := b.(*types.Record); ok && len(x.Fields) == len(y.Fields) {
			out := &types.Record{Fields: make([]types.Field, len(x.Fields))}
			for i, f := range x.Fields {
				if f.Name != y.Fields[i].Name {
					return a, j.c.u.Unify(a, b)
				}
				t, m := j.join(f.Type, y.Fields[i].Type)
				if m != nil {
					return a, m
				}
				out.Fields[i] = types.Field{Name: f.Name, Type: t}
			}
			return out, nil
		}
	case *types.Var:
		if y, ok := b.(*types.Var); ok && x.Abs != nil && x.Abs == y.Abs {
			out := &types.Var{Name: x.Name, Lift: x.Lift, Abs: x.Abs}
			for i, n := range x.Sizes {
				out.Sizes = append(out.Sizes, j.size(n, y.Sizes[i]))
			}
			for i, t := range x.Args {
				u, m := j.join(t, y.Args[i])
				if m != nil {
					return a, m
				}
				out.Args = append(out.Args, u)
			}
			return out, nil
		}
	case *types.Sum:
		if y, ok := b.(*types.Sum); ok && j.c.u.Unify(j.c.anySizes(x), j.c.anySizes(y)) == nil {
			return j.sums(x, y), nil
		}
	}
	if y, ok := b.(*types.Meta); ok {
		return j.meta(y, a)
	}
	return a, j.c.u.Unify(a, b)
}

func (j *joiner) size(a, b types.Size) types.Size {
	unknown := isUnknown(a, *j.exts) || isUnknown(b, *j.exts) || j.c.outlives(a, b) || j.c.outlives(b, a)
	if unknown && types.SameSize(a, b) || !unknown && j.c.u.Size(a, b) == nil {
		return a
	}
	for _, p := range j.pairs {
		if types.SameSize(p.a, a) && types.SameSize(p.b, b) {
			return p.ext
		}
	}
	v := j.c.newSize("", j.at)
	*j.exts = append(*j.exts, v)
	j.pairs = append(j.pairs, sizePair{a, b, v})
	return v
}

// meta is join where one type is a variable that is older than some sizes of the other type: it gets sizes of
// its own in their places.
func (j *joiner) meta(m *types.Meta, t types.Type) (types.Type, *types.Mismatch) {
	c := j.c
	joined, younger := c.closeSizes(t, c.after(m.ID), j.at)
	var own types.Subst
	for _, v := range younger {
		own.BindSize(v, c.u.FreshSize())
	}
	if bad := c.u.Unify(m, own.Type(joined)); bad != nil || len(younger) == 0 {
		return m, bad
	}
	*j.exts = append(*j.exts, younger...)
	return joined, nil
}

// outlives tells that m is a size variable, and s mentions what is younger: m can't become s.
func (c *checker) outlives(m, s types.Size) bool {
	v, ok := types.ResolveSize(m).(*types.SizeMeta)
	if !ok {
		return false
	}
	young, is := false, c.after(v.ID)
	types.SizeSyms(types.ResolveSize(s), func(sym *types.Symbol) { young = young || is(sym) })
	return young
}

// isUnknown tells whether a size is one of the unknown ones of a branch: nothing may become equal to it.
func isUnknown(s types.Size, exts []*types.SizeVar) bool {
	v, ok := types.ResolveSize(s).(*types.SizeVar)
	if ok {
		for _, x := range exts {
			if x == v {
				return true
			}
		}
	}
	return false
}

func (j *joiner) sums(x, y *types.Sum) types.Type {
	out := &types.Sum{}
	for i, k := range x.Constrs {
		n := types.Constr{Name: k.Name}
		for l, t := range k.Args {
			u, _ := j.join(t, y.Constrs[i].Args[l])
			n.Args = append(n.Args, u)
		}
		out.Constrs = append(out.Constrs, n)
	}
	return out
}
