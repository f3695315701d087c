package core

import (
	"math"
	"strconv"
	"strings"

	"raido/lang/prim"
)

func (p *parser) atom() Atom {
	t := p.next()
	switch {
	case t.kind == tokNumber:
		return Const{p.number(t)}
	case t.kind == tokName && (t.text == "true" || t.text == "false"):
		return BoolC(t.text == "true")
	case t.kind == tokName && strings.Contains(t.text, "."):
		return Const{p.number(t)}
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

// number reads a constant with or without a type suffix; without one it is an i64, or an f64 if it has
// a point or an exponent.
func (p *parser) number(t token) prim.Scalar {
	if s, ok := special(t.text); ok {
		return s
	}
	digits, typ := t.text, prim.Invalid
	for _, pt := range prim.Types {
		if d, ok := strings.CutSuffix(t.text, pt.String()); ok {
			digits, typ = d, pt
		}
	}
	if typ == prim.Invalid {
		typ = prim.I64
		if strings.ContainsAny(digits, ".e") {
			typ = prim.F64
		}
	}
	s, ok := scalarOf(typ, digits)
	if !ok {
		p.failAt(t, "malformed or out-of-range constant %q", t.text)
	}
	return s
}

func special(text string) (prim.Scalar, bool) {
	rest, neg := strings.CutPrefix(text, "-")
	name, what, _ := strings.Cut(rest, ".")
	t, ok := prim.ByName(name)
	if !ok || !t.IsFloat() {
		return prim.Scalar{}, false
	}
	switch {
	case what == "nan" && !neg:
		return prim.Float(t, math.NaN()), true
	case what == "inf" && neg:
		return prim.Float(t, math.Inf(-1)), true
	case what == "inf":
		return prim.Float(t, math.Inf(1)), true
	}
	return prim.Scalar{}, false
}

func scalarOf(t prim.Type, digits string) (prim.Scalar, bool) {
	switch {
	case t.IsFloat():
		bits := 64
		if t != prim.F64 {
			bits = 32
		}
		f, err := strconv.ParseFloat(digits, bits)
		return prim.Float(t, f), err == nil
	case t.IsUnsigned():
		u, err := strconv.ParseUint(digits, 10, t.Size()*8)
		return prim.Int(t, int64(u)), err == nil
	case t.IsInt():
		n, err := strconv.ParseInt(digits, 10, t.Size()*8)
		return prim.Int(t, n), err == nil
	}
	return prim.Scalar{}, false
}
