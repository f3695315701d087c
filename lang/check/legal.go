package check

import (
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
)

// The rules in this file are about where sizes and type parameters may stand, not about types fitting.

// usedSizes demands that each declared size parameter is mentioned in t: nothing could give it a value
// otherwise.
func (c *checker) usedSizes(sizes []*types.SizeVar, t types.Type, what string) {
	for _, n := range sizes {
		if mentionsSym(t, n.Sym) || n.Name == "_" {
			continue
		}
		d := c.error(diag.Size, codeOpenSize, n.Sym.Span, "the size [%s] is the size of nothing in %s", n.Name, what)
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
		return tuple(sizes...)
	}, func(s types.Size) types.Size { return s })
}

// constant refuses a constant whose sizes are partly chosen by each use and partly found by computing it: it
// is computed once.
func (c *checker) constant(d *types.Def) {
	if sch := d.Sym.Scheme; len(d.Params) == 0 && len(sch.Sizes) > 0 && len(d.Exts) > 0 {
		e := c.error(diag.Size, codeAnySize, d.Sym.Span, "the constant %s has a size %s that every use chooses, and one that is known only when it is computed: it has type %s",
			d.Sym.Name, sch.Sizes[0].Name, types.PrintScheme(sch))
		e.Hint = "make it a function: def " + d.Sym.Name + " () = ..."
	}
}

// uniquePart is the place of a *t outside function types in a written type.
func uniquePart(e syntax.TypeExp) (diag.Span, bool) {
	switch x := e.(type) {
	case *syntax.TypeUnique:
		return x.Span, true
	case *syntax.TypeExists:
		return uniquePart(x.Type)
	case *syntax.TypeTuple:
		for _, t := range x.Elems {
			if at, ok := uniquePart(t); ok {
				return at, true
			}
		}
	case *syntax.TypeRecord:
		for _, f := range x.Fields {
			if at, ok := uniquePart(f.Type); ok {
				return at, true
			}
		}
	}
	return diag.Span{}, false
}

// constructive tells whether a value of type t shows the size of sym: there is an array of it outside
// functions.
func constructive(t types.Type, sym *types.Symbol) bool {
	switch x := types.Resolve(t).(type) {
	case *types.Array:
		v, ok := types.ResolveSize(x.Dim).(*types.SizeVar)
		return ok && v.Sym == sym || constructive(x.Elem, sym)
	case *types.Record:
		for _, f := range x.Fields {
			if constructive(f.Type, sym) {
				return true
			}
		}
	case *types.Sum:
		for _, k := range x.Constrs {
			for _, a := range k.Args {
				if constructive(a, sym) {
					return true
				}
			}
		}
	case *types.Var:
		for _, s := range x.Sizes {
			if v, ok := types.ResolveSize(s).(*types.SizeVar); ok && v.Sym == sym {
				return true
			}
		}
		for _, a := range x.Args {
			if constructive(a, sym) {
				return true
			}
		}
	case *types.Meta:
		return x.Class == nil || x.Class.Prims == nil // nothing is known yet
	}
	return false
}

// shown demands that a value of type t shows each of its unknown sizes.
func (c *checker) shown(exts []*types.SizeVar, t types.Type, at diag.Span) {
	for _, v := range exts {
		if c.faulty || constructive(t, v.Sym) {
			continue
		}
		name := v.Name
		if name == "" {
			name = "n"
		}
		if !mentionsSym(t, v.Sym) {
			d := c.error(diag.Size, codeAnySize, at, "the unknown size ?[%s] is the size of nothing in this type", name)
			d.Hint = "leave it out, or add an array of that size: [" + name + "]()"
			continue
		}
		d := c.error(diag.Size, codeEscape, at, "nothing shows the size %s of type %s: no array has it, it is only a part of another size or of a function's type", name, types.Print(t))
		c.sizePlace(d, v, name)
		d.Hint = "add an array of that size, such as [" + name + "](), which takes no memory; or let the function take an array of any size and convert it inside with :>"
	}
}

// reachable demands that the type of each parameter mentions no name bound inside another's pattern:
// the function's type could not say it.
func (c *checker) reachable(params []types.Param) {
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
			d := c.error(diag.Size, codeEscape, p.Pat.Span(), "this parameter has type %s, but the caller can't know the size %s: it is a part of another parameter", types.Print(t), s.Name)
			note(d, s.Span, "%s is bound here, inside a pattern", s.Name)
			d.Hint = "make " + s.Name + " a parameter of its own, (" + s.Name + ": i64), or take an array of any size and convert it inside with :>"
		})
	}
}

// openValues reports values that need a size that nothing determines: the rows of an empty array, the
// sizes of constructors that are not used, sizes bound by let. It runs when sizes are generalised.
func (c *checker) openValues(e types.Exp) {
	if len(c.diags) > 0 {
		return
	}
	switch x := e.(type) {
	case *types.ArrayLit:
		if a, ok := types.Resolve(x.T).(*types.Array); ok && len(x.Elems) == 0 && openSize(a.Elem) {
			d := c.error(diag.Size, codeOpenSize, x.At, "the size of the elements of this empty array is not determined: it has type %s", types.Print(x.T))
			d.Hint = "say the type, with sizes: [] : [0][3]t"
		}
	case *types.MkConstr:
		if openSize(x.T) {
			d := c.error(diag.Size, codeOpenSize, x.At, "a size of the other constructors is not determined: this has type %s", types.Print(x.T))
			d.Hint = "say the type, with sizes; all constructors are stored, so their sizes must be known"
		}
	case *types.Let:
		if len(x.Sizes) > 0 && openSize(x.Rhs.Type()) {
			d := c.error(diag.Size, codeOpenSize, x.Rhs.Span(), "a size of the bound value is not determined: it has type %s", types.Print(x.Rhs.Type()))
			d.Hint = "say the type, with sizes: e : [3]t"
		}
	}
	types.Children(e, c.openValues)
}

// openHoles reports holes of a type that nothing determines. It runs when types are generalised.
func (c *checker) openHoles(e types.Exp) {
	if h, ok := e.(*types.Hole); ok && len(c.diags) == 0 && !c.faulty {
		types.MapType(h.T, func(t types.Type) types.Type {
			if m, ok := t.(*types.Meta); ok && m.Bound == nil && m.Class == nil && len(m.Constrs)+len(m.Fields) == 0 && len(c.diags) == 0 {
				d := c.error(diag.Type, codeAmbiguous, h.At, "the type %s of this hole is not determined", types.Print(h.T))
				d.Hint = "say the type: (??? : t)"
			}
			return nil
		}, func(s types.Size) types.Size { return s })
	}
	types.Children(e, c.openHoles)
}

// holes warns of each ??? that is left in a finished definition.
func (c *checker) holes(e types.Exp) {
	if h, ok := e.(*types.Hole); ok && !c.prelude && !c.instance {
		c.warnings = append(c.warnings, &diag.Diag{Class: diag.Type, Code: codeHole, Warning: true, Span: h.At,
			Msg:  "this hole has type " + types.Print(h.T),
			Hint: "put an expression of that type here: to evaluate a hole is a run-time error"})
	}
	types.Children(e, c.holes)
}

func openSize(t types.Type) bool {
	open := false
	types.EachSize(t, func(s types.Size) {
		types.SizeMetas(s, func(m *types.SizeMeta) { open = open || m.Bound == nil })
	})
	return open
}

// localTypes reports type parameters of local functions that occur outside of them.
func (c *checker) localTypes(d *types.Def) {
	known := map[*types.Var]bool{}
	for _, v := range d.Sym.Scheme.Types {
		known[v] = true
	}
	local := map[*types.Var]*types.Def{}
	var find func(types.Exp)
	find = func(e types.Exp) {
		if x, ok := e.(*types.LetFun); ok {
			for _, v := range x.Def.Sym.Scheme.Types {
				local[v] = x.Def
			}
		}
		types.Children(e, find)
	}
	find(d.Body)
	if len(local) == 0 {
		return
	}
	inside := map[*types.Def]bool{}
	look := func(p types.Pat) {
		types.PatVars(p, func(s *types.Symbol) {
			types.MapType(s.Scheme.Type, func(t types.Type) types.Type {
				if v, ok := t.(*types.Var); ok && local[v] != nil && !inside[local[v]] && len(c.diags) == 0 {
					f := local[v]
					e := c.error(diag.Type, codeMismatch, s.Span, "%s would have type %s, but '%s is a type parameter of %s, known only there",
						s.Name, types.Print(s.Scheme.Type), v.Name, f.Sym.Name)
					note(e, f.Sym.Span, "%s is defined here", f.Sym.Name)
					e.Hint = "pass " + s.Name + " to " + f.Sym.Name + " as a parameter, or leave the type parameter out"
				}
				return nil
			}, func(s types.Size) types.Size { return s })
		})
	}
	for _, p := range d.Params {
		look(p.Pat)
	}
	var walk func(types.Exp)
	walk = func(e types.Exp) {
		if x, ok := e.(*types.LetFun); ok {
			inside[x.Def] = true
			types.Pats(e, look)
			walk(x.Def.Body)
			delete(inside, x.Def)
			walk(x.Body)
			return
		}
		types.Pats(e, look)
		types.Children(e, walk)
	}
	walk(d.Body)
}

// entryType demands that an entry point takes and gives data of specific types, and that the arguments
// show all sizes.
func (c *checker) entryType(d *types.Def, at diag.Span) {
	name := d.Sym.Name
	if takesLinear(d.Sym.Scheme.Type) {
		e := c.error(diag.Type, codeEntry, at, "entry point %s takes an accumulator, which only a stream can make: it has type %s", name, types.PrintScheme(d.Sym.Scheme))
		e.Hint = "define it with def, and call it in the function of a stream"
		return
	}
	if !isLetter(name[0]) {
		e := c.error(diag.Type, codeEntry, at, "the name of entry point %s is an operator: nothing outside could call it", name)
		e.Hint = "define it with def, and add an entry point with another name"
		return
	}
	if len(d.Sym.Scheme.Types) > 0 {
		e := c.error(diag.Type, codeEntry, at, "entry point %s is polymorphic: it has type %s", name, types.PrintScheme(d.Sym.Scheme))
		e.Hint = "give its parameters specific types"
		return
	}
	t := d.Sym.Scheme.Type
	var params []types.Type
	for i := 1; ; i++ {
		f, ok := t.(*types.Func)
		if !ok {
			break
		}
		if c.mayHoldFunc(f.Param) {
			e := c.error(diag.Type, codeEntry, at, "parameter %d of entry point %s holds a function: it has type %s", i, name, types.Print(f.Param))
			e.Hint = "entry points take and give data only"
		}
		params = append(params, f.Param)
		t = f.Result
	}
	if c.mayHoldFunc(t) {
		c.error(diag.Type, codeEntry, at, "entry point %s gives a function: its result has type %s", name, types.Print(t))
	}
	c.entrySizes(d, params, at)
}

// takesLinear tells whether a function has an accumulator among its parameters.
func takesLinear(t types.Type) bool {
	f, ok := types.Resolve(t).(*types.Func)
	return ok && (types.HasLinear(f.Param) || takesLinear(f.Result))
}

// mayHoldFunc tells whether a type holds functions, or an abstract type^ that may stand for them.
func (c *checker) mayHoldFunc(t types.Type) bool {
	return types.HasFunc(t) || c.u.Restrict(t, types.SizeLifted) != nil
}

// entrySizes demands that the arguments of an entry point show its size parameters.
func (c *checker) entrySizes(d *types.Def, params []types.Type, at diag.Span) {
	for _, n := range d.Sym.Scheme.Sizes {
		all := tuple(params...)
		if constructive(all, n.Sym) {
			continue
		}
		if mentionsSym(all, n.Sym) {
			e := c.error(diag.Size, codeEntry, at, "the size %s of entry point %s is not the size of an array among its parameters, only a part of a size: it has type %s",
				n.Name, d.Sym.Name, types.PrintScheme(d.Sym.Scheme))
			e.Hint = "make it a parameter, (" + n.Name + ": i64), or take an array of any size and convert it inside with :>"
			return
		}
		e := c.error(diag.Size, codeEntry, at, "entry point %s gives an array of a size %s that its caller would choose: it has type %s",
			d.Sym.Name, n.Name, types.PrintScheme(d.Sym.Scheme))
		e.Hint = "make the size a parameter: (" + n.Name + ": i64)"
		return
	}
}
