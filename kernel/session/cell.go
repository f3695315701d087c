package session

import (
	"context"
	"errors"

	"raido/display"
	"raido/lang/check"
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
)

// declared are the names that a declaration defines, in the order of its text.
func declared(d syntax.Decl, b *check.Bindings) []check.Name {
	p, isPat := d.(*syntax.PatDecl)
	if !isPat {
		return b.Names()
	}
	var out []check.Name
	for _, n := range patNames(p.Pat, nil) {
		out = append(out, check.Name{Space: check.Values, Text: n})
	}
	return out
}

// shadows tells whether a definition in a scope may mean an earlier one by a mention of its own name. Only values
// can mean themselves.
func shadows(name check.Name, scope *check.Env, d syntax.Decl, defs []*types.Def) bool {
	old, _ := scope.Describe(name)
	_, mod := d.(*syntax.ModDecl)
	return name.Space != check.Values || mod || old.Kind == "module" || usesItself(name.Text, defs)
}

// patNames collects the names that a pattern binds.
func patNames(p syntax.Pat, names []string) []string {
	switch p := p.(type) {
	case *syntax.PatName:
		return append(names, p.Name)
	case *syntax.PatTuple:
		for _, e := range p.Elems {
			names = patNames(e, names)
		}
	case *syntax.PatRecord:
		for _, f := range p.Fields {
			names = patNames(f.Pat, names)
		}
	case *syntax.PatConstr:
		for _, a := range p.Args {
			names = patNames(a, names)
		}
	case *syntax.PatAscript:
		return patNames(p.Pat, names)
	case *syntax.PatAttr:
		return patNames(p.Pat, names)
	}
	return names
}

// usesItself tells whether a definition uses an earlier meaning of one of its own names: a top-level name
// that its text mentions and that is not the definition itself.
func usesItself(name string, defs []*types.Def) bool {
	for _, d := range defs {
		for _, s := range d.Uses {
			if s.Name == name && !ownSymbol(s, defs) {
				return true
			}
		}
	}
	return false
}

func ownSymbol(s *types.Symbol, defs []*types.Def) bool {
	for _, d := range defs {
		if d.Sym == s {
			return true
		}
	}
	return false
}

// expression evaluates the text of a user expression.
func (c *cell) expression(expr string) (display.Bundle, error) {
	v, err := c.evaluate(&diag.Source{Name: "expression", Text: expr})
	if err != nil {
		return display.Bundle{}, err
	}
	return display.Value(v.val, v.typ), nil
}

// bindIt makes the result of a cell the value of `it`.
func (c *cell) bindIt(def *types.Def, h *held) {
	if def.Sym.Kind != types.KindValue { // else others may read it by now
		def.Sym.Kind, def.Sym.Def = types.KindValue, def
	}
	c.st.env = c.st.env.WithSymbol("it", def.Sym)
	c.st.define(&entry{names: []check.Name{{Space: check.Values, Text: "it"}}, source: c.src, defs: []*types.Def{def}, values: map[*types.Symbol]*held{def.Sym: h}})
}

// noOutput drops everything.
type noOutput struct{}

func (noOutput) Stream(string, string)          {}
func (noOutput) Display(display.Bundle, string) {}
func (noOutput) Update(display.Bundle, string)  {}
func (noOutput) Clear(bool)                     {}
func (noOutput) Input(context.Context, string, bool) (string, error) {
	return "", errors.New("no input here")
}
