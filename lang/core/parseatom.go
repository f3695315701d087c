package core

import (
	"strings"

	"raido/lang/irtext"
	"raido/lang/prim"
)

func (p *parser) atom() Atom {
	t := p.Next()
	switch {
	case t.Kind == irtext.Number, t.Kind == irtext.Name && strings.Contains(t.Text, "."):
		return Const{p.number(t)}
	case t.Kind == irtext.Name && (t.Text == "true" || t.Text == "false"):
		return BoolC(t.Text == "true")
	case t.Kind == irtext.Name && p.vars[t.Text] != nil:
		return p.vars[t.Text]
	case t.Kind == irtext.Name && !keywords[t.Text]:
		p.FailAt(t, "variable %q is not in scope", t.Text)
	}
	p.FailAt(t, "expected a variable or constant, found %q", t.Text)
	return nil
}

// array is an atom that must be a variable.
func (p *parser) array() *Var {
	t := p.Peek()
	v, ok := p.atom().(*Var)
	if !ok {
		p.FailAt(t, "expected a variable, found the constant %q", t.Text)
	}
	return v
}

func (p *parser) number(t irtext.Token) prim.Scalar {
	s, err := ParseScalar(t.Text)
	if err != nil {
		p.FailAt(t, "%s", err.Error())
	}
	return s
}

// ParseScalar reads a constant in Futhark's notation; an integer without a suffix is an i64.
func ParseScalar(text string) (prim.Scalar, error) {
	if strings.Trim(text, "-0123456789") == "" {
		return prim.ParseScalarAs(prim.I64, text)
	}
	return prim.ParseScalar(text)
}
