package session

import (
	"context"
	"maps"

	"raido/lang/check/scope"
	"raido/lang/prim"
	"raido/lang/types"
	"raido/lang/value"
)

// Note [Sizes that are gone]
//
// The type of a value may mention another one as a size: let n = 5i64, let xs: [n]f64 = ... When n gets another meaning xs is
// stale, but stays what it is: an array of 5. So its type becomes [5]f64. What is more than a name, [n + 1]f64, keeps the
// earlier n, unseen.

// outlive gives the values of other entries types without the sizes of an entry that is about to lose a name.
func (s *state) outlive(e *entry, name scope.Name) {
	if e.values == nil || name.Space != scope.Values {
		return
	}
	for _, d := range e.defs {
		h := e.values[d.Sym]
		if d.Sym.Name != name.Text || h == nil || d.Sym.Size == nil {
			continue
		}
		for _, o := range s.order {
			if o != e && o.values != nil {
				s.fixSize(o, d.Sym, h)
			}
		}
	}
}

// fixSize replaces the size that is the value of a symbol in the types of an entry's values.
func (s *state) fixSize(e *entry, size *types.Symbol, h *held) {
	n, ok := h.whole()
	if !ok {
		return
	}
	for i, def := range e.defs {
		if !mentionsSize(def.Sym, size) || e.values[def.Sym] == nil {
			continue
		}
		sym, fixed := *def.Sym, *def
		scheme := *sym.Scheme
		scheme.Type = withSize(scheme.Type, size, n)
		sym.Scheme, fixed.Sym, fixed.Ret = &scheme, &sym, withSize(def.Ret, size, n)
		if sym.Def == def {
			sym.Def = &fixed
		}
		e.values = maps.Clone(e.values)
		e.values[&sym] = e.values[def.Sym]
		delete(e.values, def.Sym)
		if mentionsSize(&sym, size) {
			e.values[size] = h
		}
		e.defs = append(append(append([]*types.Def{}, e.defs[:i]...), &fixed), e.defs[i+1:]...)
		for _, name := range e.names {
			if now, ok := s.env.Symbol(name.Text); ok && now == def.Sym {
				s.env = s.env.WithSymbol(name.Text, &sym)
			}
		}
		e.version = versions.Add(1)
		s.recheckUsers(e)
	}
}

// recheckUsers marks the definitions that mention an entry.
func (s *state) recheckUsers(e *entry) {
	for _, o := range s.order {
		for _, d := range o.deps {
			if s.entries[d] == e && o.values == nil {
				o.dirty = true
			}
		}
	}
}

// whole is the value, if it is an i64.
func (h *held) whole() (int64, bool) {
	if len(h.leaves) != 1 || h.leaves[0].Elem() != prim.I64 || len(h.leaves[0].Shape()) > 0 {
		return 0, false
	}
	v, err := h.leaves[0].Host(context.Background())
	n, ok := v.(value.Scalar)
	if err != nil || !ok {
		return 0, false
	}
	return n.Int64(), true
}

// mentionsSize reports whether the type of a symbol has a size that depends on another one.
func mentionsSize(sym, size *types.Symbol) bool {
	found := false
	if sym.Scheme != nil {
		types.FreeSyms(sym.Scheme.Type, func(s *types.Symbol) { found = found || s == size })
	}
	return found
}

// withSize is a type with n in the place of the size that is a symbol's value.
func withSize(t types.Type, size *types.Symbol, n int64) types.Type {
	return types.MapType(t, func(types.Type) types.Type { return nil }, func(d types.Size) types.Size {
		if v, ok := types.ResolveSize(d).(*types.SizeVar); ok && v.Sym == size {
			return types.SizeConst{N: n}
		}
		return d
	})
}
