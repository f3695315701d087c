package infer

import (
	"raido/lang/check/explain"
	"raido/lang/check/fault"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/syntax"
	"raido/lang/types"
)

// arrayExp is array literals, indexing, ranges and updates.
func (c *Checker) arrayExp(sc *locals, e syntax.Exp, hint types.Type) types.Exp {
	switch x := e.(type) {
	case *syntax.ArrayExp:
		return c.arrayLit(sc, x, hint)
	case *syntax.TableExp:
		return c.table(sc, x, hint)
	case *syntax.IndexExp:
		return c.index(sc, c.exp(sc, x.Arr, nil), x.Idx, x.Span)
	case *syntax.RangeExp:
		return c.rangeExp(sc, x, hint)
	case *syntax.WithExp:
		arr := c.exp(sc, x.Exp, hint)
		return c.with(sc, arr, x.Steps, c.newValue(sc, x.Val), x.Span)
	case *syntax.LetWithExp:
		c.underscore(x.Name, x.NameSpan)
		old := c.named(sc, x.Name, x.NameSpan)
		rhs := c.with(sc, old, x.Steps, c.newValue(sc, x.Val), x.NameSpan.To(x.Val.ExpSpan()))
		s := c.newSym(x.Name, old.Type(), x.NameSpan)
		body := c.exp(sc.bind(s), x.Body, hint)
		return c.closeLet(&types.Let{Node: node(nil, x.Span), Pat: &types.PatVar{Sym: s}, Rhs: rhs, Body: body})
	default: // not of this file: exp sends none
	}
	return c.hole(e.ExpSpan())
}

func (c *Checker) arrayLit(sc *locals, x *syntax.ArrayExp, hint types.Type) types.Exp {
	var elem types.Type
	if hint != nil {
		if a, ok := types.Resolve(hint).(*types.Array); ok {
			elem = a.Elem
		}
	}
	m := c.u.Fresh()
	m.At, m.Lift = x.Span, types.Unlifted
	out := &types.ArrayLit{}
	for i, e := range x.Elems {
		h := elem
		if i > 0 {
			h = m
		}
		v := c.exp(sc, e, h)
		if bad := c.u.Unify(m, v.Type()); bad != nil {
			w := explain.Why{What: explain.AsElement(i)}
			if i > 0 {
				w.Note, w.At = "the first element "+explain.HasType(types.NewPrinter(), m, "has"), x.Elems[0].ExpSpan()
			}
			c.mismatch(e.ExpSpan(), bad, m, v.Type(), w)
		}
		out.Elems = append(out.Elems, v)
	}
	out.Node = node(&types.Array{Dim: types.SizeConst{N: int64(len(x.Elems))}, Elem: m}, x.Span)
	return out
}

// asArray is t as an array type; an open type becomes one. counted reports whether an integer there may be meant to be counted to.
func (c *Checker) asArray(t types.Type, at diag.Span, what string, counted bool) (*types.Array, bool) {
	switch x := types.Resolve(t).(type) {
	case *types.Array:
		return x, true
	case *types.Meta:
		elem := c.u.Fresh()
		elem.At, elem.Lift = at, types.Unlifted
		a := &types.Array{Dim: c.u.FreshSize(), Elem: elem}
		if m := c.u.Unify(x, a); m != nil {
			c.mismatch(at, m, a, x, explain.Why{What: explain.As(what)})
			return nil, false
		}
		return a, true
	default: // no array
	}
	d := c.Error(diag.Type, fault.CodeMismatch, at, "%s should be an array, but has type %s", what, types.Print(t))
	switch x := types.Resolve(t).(type) {
	case *types.Func:
		d.Hint = "to pass an array literal to a function, put a space before ["
	case *types.Var:
		if types.IsLinear(x) {
			d.Hint = fault.LinearHint
		}
	case types.Prim:
		if x.Prim.IsInt() && counted {
			d.Hint = "to count, write for i < " + explain.Operand(at) + " do"
		}
	default: // nothing to say about it
	}
	return nil, false
}

// index is arr[idx, ...].
func (c *Checker) index(sc *locals, arr types.Exp, idx []syntax.DimIndex, at diag.Span) types.Exp {
	out := &types.Index{Arr: arr}
	t, ok := c.dims(sc, arr.Type(), idx, at, &out.Idx, &out.Exts)
	if !ok {
		return c.hole(at)
	}
	out.Node = node(t, at)
	return out
}

// dims checks the indices of an array of type t and gives the type of what they select.
func (c *Checker) dims(sc *locals, t types.Type, idx []syntax.DimIndex, at diag.Span, out *[]types.DimIndex, exts *[]*types.SizeVar) (types.Type, bool) {
	if len(idx) == 0 {
		return t, true
	}
	a, ok := c.asArray(t, at, fault.Pick(len(*out) == 0, "the indexed value", "the indexed row"), false)
	if !ok {
		for _, d := range idx { // for errors of their own
			if !d.Slice {
				c.exp(sc, d.Fix, nil)
			}
		}
		return nil, false
	}
	d := idx[0]
	if !d.Slice {
		var hint types.Type
		if _, lit := d.Fix.(*syntax.NumLit); lit { // xs[0] may be a size, whose literals have their types
			hint = types.I64
		}
		i := c.exp(sc, d.Fix, hint)
		if m := c.u.Satisfy(scope.ClassSigned, i.Type()); m != nil {
			c.mismatch(d.Fix.ExpSpan(), m, i.Type(), i.Type(), explain.Why{What: explain.As("an index")})
		}
		*out = append(*out, types.DimIndex{Fix: i})
		return c.dims(sc, a.Elem, idx[1:], at, out, exts)
	}
	part := func(e syntax.Exp) types.Exp {
		if e == nil {
			return nil
		}
		return c.check(sc, e, types.I64, explain.Why{What: explain.As("a bound of a slice")})
	}
	s := types.DimIndex{Slice: true, Start: part(d.Start), End: part(d.End), Stride: part(d.Stride)}
	*out = append(*out, s)
	size := c.sliceSize(a.Dim, s, at, exts)
	rest, ok := c.dims(sc, a.Elem, idx[1:], at, out, exts)
	return &types.Array{Dim: size, Elem: rest}, ok
}

// sliceSize is the size of a slice of a dimension.
func (c *Checker) sliceSize(dim types.Size, s types.DimIndex, at diag.Span, exts *[]*types.SizeVar) types.Size {
	stride := int64(1)
	if s.Stride != nil {
		n, ok := c.sizeOf(s.Stride)
		k, isConst := n.(types.SizeConst)
		if !ok || !isConst {
			stride = 0
		} else {
			stride = k.N
		}
	}
	switch {
	case s.Start == nil && s.End == nil && (stride == 1 || stride == -1):
		return dim
	case stride == 1:
		start, end := types.Size(types.SizeConst{}), dim
		ok1, ok2 := true, true
		if s.Start != nil {
			start, ok1 = c.sizeOf(s.Start)
		}
		if s.End != nil {
			end, ok2 = c.sizeOf(s.End)
		}
		if ok1 && ok2 {
			return c.minus(end, start, at)
		}
	}
	v := c.NewSize("", at)
	*exts = append(*exts, v)
	return v
}

// minus is the size a-b.
func (c *Checker) minus(a, b types.Size, at diag.Span) types.Size {
	ka, oka := types.ResolveSize(a).(types.SizeConst)
	kb, okb := types.ResolveSize(b).(types.SizeConst)
	switch {
	case okb && kb.N == 0:
		return a
	case oka && okb && ka.N >= kb.N:
		return types.SizeConst{N: ka.N - kb.N}
	}
	return sizeOp("-", a, b, at)
}

func sizeOp(op string, a, b types.Size, at diag.Span) types.Size {
	t := types.I64
	fn := &types.Ref{Node: node(&types.Func{Param: t, Result: &types.Func{Param: t, Result: t}}, at),
		Sym: scope.Builtins[op].Sym, TypeArgs: []types.Type{t}}
	return &types.SizeExp{Exp: &types.Apply{Node: node(t, at), Fn: fn, Args: []types.Exp{types.SizeAsExp(a), types.SizeAsExp(b)}}}
}

// rangeExp is a..b...c and its kin.
func (c *Checker) rangeExp(sc *locals, x *syntax.RangeExp, hint types.Type) types.Exp {
	var elem types.Type
	if hint != nil {
		if a, ok := types.Resolve(hint).(*types.Array); ok {
			elem = a.Elem
		}
	}
	out := &types.Range{Start: c.exp(sc, x.Start, elem)}
	t := out.Start.Type()
	c.inClass(scope.ClassSigned, t, x.Start.ExpSpan(), "a range")
	w := explain.Why{What: explain.As("a bound of this range"), Note: "the range starts here", At: x.Start.ExpSpan()}
	if x.Step != nil {
		out.Step = c.check(sc, x.Step, t, w)
	}
	out.End = c.check(sc, x.End, t, w)
	out.Kind = map[string]types.RangeKind{"...": types.ToInclusive, "..<": types.UpToExclusive, "..>": types.DownToExclusive}[x.Kind]
	size := c.rangeSize(out, x.Span)
	out.Node = node(&types.Array{Dim: size, Elem: t}, x.Span)
	return out
}

func (c *Checker) rangeSize(r *types.Range, at diag.Span) types.Size {
	if types.SamePrim(r.Start.Type(), prim.I64) && r.Kind != types.DownToExclusive {
		start, ok1 := c.sizeOf(r.Start)
		end, ok2 := c.sizeOf(r.End)
		if ok1 && ok2 && c.stepOne(r, start) {
			if r.Kind == types.UpToExclusive {
				return c.minus(end, start, at)
			}
			if k, ok := types.ResolveSize(start).(types.SizeConst); ok && k.N == 1 {
				return end
			}
			return sizeOp("+", c.minus(end, start, at), types.SizeConst{N: 1}, at)
		}
	}
	r.Ext = c.NewSize("", at)
	return r.Ext
}

// stepOne reports whether a range counts in ones: it has no second element, or the start's successor.
func (c *Checker) stepOne(r *types.Range, start types.Size) bool {
	if r.Step == nil {
		return true
	}
	step, ok := c.sizeOf(r.Step)
	k, ok2 := step.(types.SizeConst)
	s, ok3 := types.ResolveSize(start).(types.SizeConst)
	return ok && ok2 && ok3 && k.N == s.N+1
}
