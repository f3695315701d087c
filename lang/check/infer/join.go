package infer

import (
	"raido/lang/diag"
	"raido/lang/types"
)

// joiner joins the types of two branches. Sizes that differ become unknown and are added to exts.
type joiner struct {
	c     *Checker
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

// join is the type of an if or match whose branches have types a and b.
func (j *joiner) join(a, b types.Type) (types.Type, *types.Mismatch) {
	a, b = types.Resolve(a), types.Resolve(b)
	if a == b {
		return a, nil
	}
	switch x := a.(type) {
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
			return j.records(x, y)
		}
	case *types.Var:
		if y, ok := b.(*types.Var); ok && x.Abs != nil && x.Abs == y.Abs {
			return j.abstracts(x, y)
		}
	case *types.Sum:
		if y, ok := b.(*types.Sum); ok {
			return j.sums(x, y)
		}
	default: // types without parts: equal, or open
	}
	x, openX := a.(*types.Meta)
	y, openY := b.(*types.Meta)
	switch {
	case openX && openY && len(x.Constrs) > 0 && len(y.Constrs) > 0:
		return j.openSums(x, y)
	case openX:
		return j.open(x, b)
	case openY:
		return j.open(y, a)
	}
	return a, j.c.u.Unify(a, b)
}

// open is join where one type is a variable. It may be older than some sizes of the other type: then it gets
// sizes of its own in their places. If it is a sum, it keeps the payloads that it knows.
func (j *joiner) open(m *types.Meta, t types.Type) (types.Type, *types.Mismatch) {
	c := j.c
	if s, ok := t.(*types.Sum); ok && len(m.Constrs) > 0 {
		like := types.Like(s, m)
		if bad := c.u.Unify(m, like); bad != nil {
			return m, bad
		}
		return j.sums(like, s)
	}
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

// size joins two sizes. Only a size that no array has yet may become equal to the other, or a loop parameter's that
// starts with it; see Note [Sizes that stay].
func (j *joiner) size(a, b types.Size) types.Size {
	a, b = types.ResolveSize(a), types.ResolveSize(b)
	if types.SameSize(a, b) {
		return a
	}
	if (isFree(a) && !isUnknown(b, *j.exts) || isFree(b) && !isUnknown(a, *j.exts)) && j.c.u.Size(a, b) == nil {
		return a
	}
	if agree(a, b) && j.c.keep(a, b) {
		return a
	}
	for _, p := range j.pairs {
		if types.SameSize(p.a, a) && types.SameSize(p.b, b) {
			return p.ext
		}
	}
	v := j.c.NewSize("", j.at)
	*j.exts = append(*j.exts, v)
	j.pairs = append(j.pairs, sizePair{a, b, v})
	return v
}

func isFree(s types.Size) bool {
	m, ok := s.(*types.SizeMeta)
	return ok && m.Free
}

// isUnknown reports whether a size is one of the unknown ones of a branch: nothing may become equal to it.
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

func (j *joiner) records(x, y *types.Record) (types.Type, *types.Mismatch) {
	out := &types.Record{Fields: make([]types.Field, len(x.Fields))}
	for i, f := range x.Fields {
		if f.Name != y.Fields[i].Name {
			return x, j.c.u.Unify(x, y)
		}
		t, m := j.join(f.Type, y.Fields[i].Type)
		if m != nil {
			return x, m
		}
		out.Fields[i] = types.Field{Name: f.Name, Type: t}
	}
	return out, nil
}

func (j *joiner) abstracts(x, y *types.Var) (types.Type, *types.Mismatch) {
	out := &types.Var{Name: x.Name, Lift: x.Lift, Abs: x.Abs}
	for i, n := range x.Sizes {
		out.Sizes = append(out.Sizes, j.size(n, y.Sizes[i]))
	}
	args, m := j.payload(x.Args, y.Args)
	out.Args = args
	return out, m
}

func (j *joiner) sums(x, y *types.Sum) (types.Type, *types.Mismatch) {
	out := &types.Sum{}
	for i, k := range x.Constrs {
		if len(x.Constrs) != len(y.Constrs) || k.Name != y.Constrs[i].Name || len(k.Args) != len(y.Constrs[i].Args) {
			return x, j.c.u.Unify(x, y)
		}
		args, m := j.payload(k.Args, y.Constrs[i].Args)
		if m != nil {
			return x, m
		}
		out.Constrs = append(out.Constrs, types.Constr{Name: k.Name, Args: args})
	}
	return out, nil
}

func (j *joiner) payload(as, bs []types.Type) ([]types.Type, *types.Mismatch) {
	var out []types.Type
	for i, a := range as {
		t, m := j.join(a, bs[i])
		if m != nil {
			return nil, m
		}
		out = append(out, t)
	}
	return out, nil
}

// openSums joins sums of which only some constructors are known; see Note [Alike] of package types.
func (j *joiner) openSums(x, y *types.Meta) (types.Type, *types.Mismatch) {
	for _, k := range append([]types.Constr(nil), y.Constrs...) { // x gets to know what y knows
		if _, known := types.OpenPayload(x, k.Name); !known {
			if m := j.c.u.NeedConstr(x, k.Name, k.Args); m != nil {
				return x, m
			}
		}
	}
	var bad *types.Mismatch
	out := j.c.u.Variant(x, func(k types.Constr) []types.Type {
		args, known := types.OpenPayload(y, k.Name)
		if !known {
			return k.Args
		}
		if len(args) != len(k.Args) {
			bad = &types.Mismatch{Kind: types.MisConstr, Name: k.Name, Want: x, Got: y}
			return k.Args
		}
		joined, m := j.payload(k.Args, args)
		if m != nil {
			bad = m
			return k.Args
		}
		return joined
	})
	if bad != nil {
		return x, bad
	}
	return out, j.c.u.Ally(out, y)
}
