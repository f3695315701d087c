package session

import (
	"context"
	"errors"
	"unicode/utf8"

	"raido/display"
	"raido/kernel/magic"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
)

// shadows reports whether a definition in a scope may mean an earlier one by a mention of its own name. Only values
// can mean themselves.
func shadows(name scope.Name, env *scope.Env, d syntax.Decl, defs []*types.Def) bool {
	old, _ := env.Describe(name)
	_, mod := d.(*syntax.ModDecl)
	return name.Space != scope.Values || mod || old.Kind == scope.KindModule || usesItself(name.Text, defs)
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
	default: // binds no name
	}
	return names
}

// usesItself reports whether a definition uses an earlier meaning of one of its own names: a top-level name
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
	p, errs := c.expMemo(&diag.Source{Name: "expression", Text: expr})
	if bad := errs.Errors(); len(bad) > 0 {
		return display.Bundle{}, bad
	}
	v, err := c.evaluate(p)
	if err != nil {
		return display.Bundle{}, err
	}
	return display.Value(v.Val, v.Type), nil
}

// evaluate computes an expression and brings its value to the host.
func (c *cell) evaluate(e *piece) (*magic.Value, error) {
	def, err := c.checked(e)
	if err != nil {
		return nil, err
	}
	p, err := c.prepare(def)
	if err != nil {
		return nil, err
	}
	h, err := c.runPrepared(c.ctx, p)
	if err != nil {
		return nil, err
	}
	return c.hostValue(h)
}

// hostValue brings a value to the host.
func (c *cell) hostValue(h *held) (*magic.Value, error) {
	v, err := c.host(h)
	if err != nil {
		return nil, err
	}
	return &magic.Value{Val: v, Type: h.typ}, nil
}

// checked checks an expression that is no part of the cell's text.
func (c *cell) checked(e *piece) (*types.Def, error) {
	def, errs := c.checkExp(e)
	if bad := errs.Errors(); len(bad) > 0 {
		return nil, bad
	}
	return def, nil
}

// isLetter reports whether a name is no operator.
func isLetter(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return nameRune(first)
}

// bindIt makes the result of an expression the value of `it`; nil is one that is only checked.
func (c *cell) bindIt(def *types.Def, h *held) {
	if def.Sym.Kind != types.KindValue { // else others may read it by now
		def.Sym.Kind, def.Sym.Def = types.KindValue, def
	}
	c.st.env = c.st.env.WithSymbol("it", def.Sym)
	values := map[*types.Symbol]*held{}
	if h != nil {
		values[def.Sym] = h
	}
	c.st.define(&entry{names: []scope.Name{{Space: scope.Values, Text: "it"}}, piece: &piece{src: c.src}, defs: []*types.Def{def}, values: values})
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
