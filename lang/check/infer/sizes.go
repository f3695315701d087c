package infer

import (
	"sort"

	"raido/lang/check/uniqueness"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/types"
)

// closeSizes replaces the sizes in t that mention an inner symbol by unknown ones: equal sizes by the
// same. It is what happens to a type that leaves the place where its sizes are known. What such a size is to others
// stays: ([k]t, [n-k]t) has one unknown size, not two.
func (c *Checker) closeSizes(t types.Type, inner func(*types.Symbol) bool, at diag.Span) (types.Type, []*types.SizeVar) {
	free := map[*types.Symbol]bool{} // what functions inside t bind themselves stays
	types.FreeSyms(t, func(s *types.Symbol) { free[s] = free[s] || inner(s) })
	mentions := func(s types.Size) bool {
		bad := false
		types.SizeSyms(s, func(sym *types.Symbol) { bad = bad || free[sym] })
		return bad
	}
	var from, to []types.Size
	find := func(s types.Size) types.Size {
		for i, f := range from {
			if types.SameSize(f, s) {
				return to[i]
			}
		}
		return nil
	}
	var leaving []types.Size
	c.mapSums(t, func(s types.Size) types.Size {
		if mentions(s) {
			leaving = append(leaving, s)
		}
		return s
	})
	sort.SliceStable(leaving, func(i, j int) bool { return sizeParts(leaving[i]) < sizeParts(leaving[j]) }) // parts first
	var exts []*types.SizeVar
	for _, s := range leaving {
		if find(s) != nil {
			continue
		}
		n := types.MapSizeParts(s, find)
		if mentions(n) {
			v := c.NewSize("", origin(s, at))
			n, exts = v, append(exts, v)
		}
		from, to = append(from, s), append(to, n)
	}
	if len(from) == 0 {
		return t, nil
	}
	return c.mapSums(t, func(s types.Size) types.Size {
		if n := find(s); n != nil {
			return n
		}
		return s
	}), exts
}

// sizeParts counts the parts of a size.
func sizeParts(s types.Size) int {
	n := 0
	types.MapSizeParts(s, func(types.Size) types.Size { n++; return nil })
	return n
}

// mapSums maps the sizes of t, also those of the constructors that an open type must have; such a type becomes one
// that is alike.
func (c *Checker) mapSums(t types.Type, size func(types.Size) types.Size) types.Type {
	var leaf func(types.Type) types.Type
	leaf = func(t types.Type) types.Type {
		m, open := t.(*types.Meta)
		if !open || len(m.Constrs) == 0 {
			return nil
		}
		changed := false
		payloads := map[string][]types.Type{}
		for _, k := range m.Constrs {
			for _, a := range k.Args {
				b := types.MapType(a, leaf, size)
				changed = changed || b != a
				payloads[k.Name] = append(payloads[k.Name], b)
			}
		}
		if !changed {
			return t
		}
		return c.u.Variant(m, func(k types.Constr) []types.Type { return payloads[k.Name] })
	}
	return types.MapType(t, leaf, size)
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
func (c *Checker) funcType(params []types.Param, ret types.Type, exts []*types.SizeVar, unique uniqueness.Fresh, at diag.Span) (types.Type, types.Type, []*types.SizeVar) {
	inner := map[*types.Symbol]bool{}
	for _, p := range params {
		if v, isVar := p.Pat.(*types.PatVar); isVar && !p.Consumed && isData(v.Sym.Scheme.Type) {
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
			f.Exts, f.ResUnique, f.ResParts = exts, unique.All, unique.Parts
		}
		if v, ok := params[i].Pat.(*types.PatVar); ok && types.Mentions(t, v.Sym) {
			f.Name = types.SizeOfSymbol(v.Sym)
		}
		t = f
	}
	return t, ret, exts
}

// isData reports whether sizes may mention a parameter of type t by its name: it is certainly no function.
func isData(t types.Type) bool { return !types.IsOpen(t) && !types.HasFunc(t) && !types.HasLinear(t) }

// maxSizeSyms bounds the symbols of a size that replaces names bound by let, since chains of lets would double it at
// every link; a larger one is unknown.
const maxSizeSyms = 4096

// substitutable reports whether the sizes of t stay small when n takes the place of sym.
func substitutable(t types.Type, sym *types.Symbol, n types.Size) bool {
	uses, syms := 0, 1
	types.TypeSyms(t, func(s *types.Symbol) {
		if s == sym {
			uses++
		}
	})
	types.SizeSyms(n, func(*types.Symbol) { syms++ })
	return uses*syms <= maxSizeSyms
}

// closeLet finishes a let: sizes of the body that mention what the let binds become the bound value's
// size, or unknown.
func (c *Checker) closeLet(l *types.Let) types.Exp {
	t := l.Body.Type()
	if v, ok := l.Pat.(*types.PatVar); ok && types.SamePrim(v.Sym.Scheme.Type, prim.I64) && types.Mentions(t, v.Sym) {
		if n, ok := c.sizeOf(l.Rhs); ok && substitutable(t, v.Sym, n) {
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
