package core

import (
	"strings"

	"raido/lang/prim"
)

func (p *parser) atom() Atom {
	t := p.next()
	switch {
	case t.kind == tokNumber, t.kind == tokName && strings.Contains(t.text, "."):
		return Const{p.number(t)}
	case t.kind == tokName && (t.text == "true" || t.text == "false"):
		return BoolC(t.text == "true")
	case t.kind == tokName && p.vars[t.text] != nil:
		return p.vars[t.text]
	case t.kind == tokName && !keywords[t.text]:
		p.failAt(t, "variable %q is not in scope", t.text)
	}
	p.failAt(t, "expected a variable or constant, found %q", t.text)
	return nil
}

// array is an atom that must be a variable.
func (p *parser) array() *Var {
	t := p.peek()
	v, ok := p.atom().(*Var)
	if !ok {
		p.failAt(t, "expected a variable, found the constant %q", t.text)
	}
	return v
}

// number reads a constant in Futhark's notation; an integer without a suffix is an i64.
func (p *parser) number(t token) prim.Scalar {
	s, err := prim.ParseScalar(t.text)
	if strings.Trim(t.text, "-0123456789") == "" {
		s, err = prim.ParseScalarAs(prim.I64, t.text)
	}
	if err != nil {
		p.failAt(t, "%s", err.Error())
	}
	return s
}
