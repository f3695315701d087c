package final

import (
	"raido/lang/check/fault"
	"raido/lang/check/uniqueness"
	"raido/lang/diag"
	"raido/lang/types"
)

// Subject is a finished definition, with what inference knows of it beyond its tree.
type Subject struct {
	Def *types.Def
	// Whole is the pattern of a top-level let, which is part of no tree.
	Whole types.Pat
	// Local tells which symbols the definition makes.
	Local func(*types.Symbol) bool
	// CallsItself says that the body mentions the definition.
	CallsItself bool
	// Facts are what the text says of ownership.
	Facts *uniqueness.Facts
	// Quiet says that holes are no news: the definition is the library's, or was checked before.
	Quiet bool
}

// checks are those of one subject.
type checks struct {
	*fault.Reporter
	Subject
}

// Check checks a finished definition, whose faults so far are warnings.
func Check(s Subject, r *fault.Reporter) {
	c := &checks{r, s}
	c.holes(s.Def.Body)
	c.constant(s.Def)
	c.recursion(s.Def)
	c.localTypes(s.Def)
	c.exhaustive(s.Def)
	c.scopes(s.Def)
	if uniqueness.CheckLinear(s.Def, r) {
		s.Def.Linear = uniqueness.LinearParams(s.Def)
		uniqueness.Check(s.Def, s.Facts, r)
	}
}

// constant refuses a constant whose sizes are partly chosen by each use and partly found by computing it: it
// is computed once.
func (c *checks) constant(d *types.Def) {
	if sch := d.Sym.Scheme; len(d.Params) == 0 && len(sch.Sizes) > 0 && len(d.Exts) > 0 {
		e := c.Error(diag.Size, fault.CodeAnySize, d.Sym.Span, "the constant %s has a size %s that every use chooses, and one that is known only when it is computed: it has type %s",
			d.Sym.Name, sch.Sizes[0].Name, types.PrintScheme(sch))
		e.Hint = "make it a function: def " + d.Sym.Name + " () = ..."
	}
}

// holes warns of each ??? that is left in a finished definition.
func (c *checks) holes(e types.Exp) {
	if h, ok := e.(*types.Hole); ok && !c.Quiet {
		c.Warnings = append(c.Warnings, &diag.Diag{Class: diag.Type, Code: fault.CodeHole, Warning: true, Span: h.At,
			Msg:  "this hole has type " + types.Print(h.T),
			Hint: "put an expression of that type here: to evaluate a hole is a run-time error"})
	}
	types.Children(e, c.holes)
}

// localTypes reports type parameters of local functions that occur outside of them.
func (c *checks) localTypes(d *types.Def) {
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
				if v, ok := t.(*types.Var); ok && local[v] != nil && !inside[local[v]] && len(c.Diags) == 0 {
					f := local[v]
					e := c.Error(diag.Type, fault.CodeMismatch, s.Span, "%s would have type %s, but '%s is a type parameter of %s, known only there",
						s.Name, types.Print(s.Scheme.Type), v.Name, f.Sym.Name)
					fault.Note(e, f.Sym.Span, "%s is defined here", f.Sym.Name)
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
