package infer

import (
	"raido/lang/check/explain"
	"raido/lang/check/fault"
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
)

// The rules in this file are about where sizes and type parameters may stand, not about types fitting.

// usedSizes demands that each declared size parameter is mentioned in t: nothing could give it a value
// otherwise.
func (c *Checker) usedSizes(sizes []*types.SizeVar, t types.Type, what string) {
	for _, n := range sizes {
		if types.Mentions(t, n.Sym) || n.Name == "_" {
			continue
		}
		d := c.Error(diag.Size, fault.CodeOpenSize, n.Sym.Span, "the size [%s] is the size of nothing in %s", n.Name, what)
		d.Hint = "a size parameter gets its value from an array: use it in a type, (xs: [" + n.Name + "]t), or make it a parameter, (" + n.Name + ": i64)"
	}
}

// outsideAbstract is a type without the arguments of its abstract types: a value need not hold arrays of their
// sizes, as in type const 'a 'b = a.
func outsideAbstract(t types.Type) types.Type {
	return types.MapType(t, func(t types.Type) types.Type {
		v, ok := t.(*types.Var)
		if !ok || len(v.Args) == 0 {
			return nil
		}
		var sizes []types.Type
		for _, n := range v.Sizes {
			sizes = append(sizes, &types.Array{Dim: n, Elem: types.Unit})
		}
		return types.TupleOf(sizes...)
	}, func(s types.Size) types.Size { return s })
}

// UniquePart is the place of a *t outside function types in a written type.
func UniquePart(e syntax.TypeExp) (diag.Span, bool) {
	switch x := e.(type) {
	case *syntax.TypeUnique:
		return x.Span, true
	case *syntax.TypeExists:
		return UniquePart(x.Type)
	case *syntax.TypeTuple:
		for _, t := range x.Elems {
			if at, ok := UniquePart(t); ok {
				return at, true
			}
		}
	case *syntax.TypeRecord:
		for _, f := range x.Fields {
			if at, ok := UniquePart(f.Type); ok {
				return at, true
			}
		}
	default: // nothing unique inside
	}
	return diag.Span{}, false
}

// shown demands that a value of type t shows each of its unknown sizes.
func (c *Checker) shown(exts []*types.SizeVar, t types.Type, at diag.Span) {
	for _, v := range exts {
		if c.Faulty || types.Constructive(t, v.Sym) {
			continue
		}
		name := v.Name
		if name == "" {
			name = "n"
		}
		if !types.Mentions(t, v.Sym) {
			d := c.Error(diag.Size, fault.CodeAnySize, at, "the unknown size ?[%s] is the size of nothing in this type", name)
			d.Hint = "leave it out, or add an array of that size: [" + name + "]()"
			continue
		}
		d := c.Error(diag.Size, fault.CodeEscape, at, "nothing shows the size %s of type %s: no array has it, it is only a part of another size or of a function's type", name, types.Print(t))
		explain.NotePlace(d, v, name)
		d.Hint = "add an array of that size, such as [" + name + "](), which takes no memory; or let the function take an array of any size and convert it inside with :>"
	}
}

// reachable demands that the type of each parameter mentions no name bound inside another's pattern:
// the function's type could not say it.
func (c *Checker) reachable(params []types.Param) {
	inside := map[*types.Symbol]bool{}
	for _, p := range params {
		if _, whole := p.Pat.(*types.PatVar); !whole {
			types.PatVars(p.Pat, func(s *types.Symbol) { inside[s] = true })
		}
	}
	if len(inside) == 0 {
		return
	}
	for _, p := range params {
		t, done := c.patType(p.Pat), false
		types.TypeSyms(t, func(s *types.Symbol) {
			if !inside[s] || done {
				return
			}
			done = true
			d := c.Error(diag.Size, fault.CodeEscape, p.Pat.Span(), "this parameter has type %s, but the caller can't know the size %s: it is a part of another parameter", types.Print(t), s.Name)
			fault.Note(d, s.Span, "%s is bound here, inside a pattern", s.Name)
			d.Hint = "make " + s.Name + " a parameter of its own, (" + s.Name + ": i64), or take an array of any size and convert it inside with :>"
		})
	}
}

// openValues reports values that need a size that nothing determines: the rows of an empty array, the
// sizes of constructors that are not used, sizes bound by let. It runs when sizes are generalised.
func (c *Checker) openValues(e types.Exp) {
	if len(c.Diags) > 0 {
		return
	}
	switch x := e.(type) {
	case *types.ArrayLit:
		if a, ok := types.Resolve(x.T).(*types.Array); ok && len(x.Elems) == 0 && openSize(a.Elem) {
			d := c.Error(diag.Size, fault.CodeOpenSize, x.At, "the size of the elements of this empty array is not determined: it has type %s", types.Print(x.T))
			d.Hint = "say the type, with sizes: [] : [0][3]t"
		}
	case *types.MkConstr:
		if openSize(x.T) {
			d := c.Error(diag.Size, fault.CodeOpenSize, x.At, "a size of the other constructors is not determined: this has type %s", types.Print(x.T))
			d.Hint = "say the type, with sizes; all constructors are stored, so their sizes must be known"
		}
	case *types.Let:
		if len(x.Sizes) > 0 && openSize(x.Rhs.Type()) {
			d := c.Error(diag.Size, fault.CodeOpenSize, x.Rhs.Span(), "a size of the bound value is not determined: it has type %s", types.Print(x.Rhs.Type()))
			d.Hint = "say the type, with sizes: e : [3]t"
		}
	default: // its sizes come from elsewhere
	}
	types.Children(e, c.openValues)
}

// openHoles reports holes of a type that nothing determines. It runs when types are generalised.
func (c *Checker) openHoles(e types.Exp) {
	if h, ok := e.(*types.Hole); ok && len(c.Diags) == 0 && !c.Faulty {
		types.MapType(h.T, func(t types.Type) types.Type {
			if m, ok := t.(*types.Meta); ok && m.Bound == nil && m.Class == nil && len(m.Constrs)+len(m.Fields) == 0 && len(c.Diags) == 0 {
				d := c.Error(diag.Type, fault.CodeAmbiguous, h.At, "the type %s of this hole is not determined", types.Print(h.T))
				d.Hint = "say the type: (??? : t)"
			}
			return nil
		}, func(s types.Size) types.Size { return s })
	}
	types.Children(e, c.openHoles)
}

func openSize(t types.Type) bool {
	open := false
	types.EachSize(t, func(s types.Size) {
		types.SizeMetas(s, func(m *types.SizeMeta) { open = open || m.Bound == nil })
	})
	return open
}
