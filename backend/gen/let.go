package gen

import (
	"fmt"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// opAt is an operator at an operand type, on so many lanes each.
type opAt struct {
	op *prim.Op
	t  prim.Type
	w  int
}

// signs are the operators on sizes and indices: they cannot overflow and divide nothing negative, so plain arithmetic will do, which compilers
// understand best.
var signs = map[*prim.Op]string{prim.Add: "+", prim.Sub: "-", prim.Mul: "*", prim.Quot: "/", prim.Rem: "%"}

func (p *printer) let(s *seg.Let) {
	if p.inside == nil || !p.later(s) {
		p.define(s.V, p.letText(s))
	}
}

// letText is the text of what a let computes.
func (p *printer) letText(s *seg.Let) string {
	w := width(s.V.Type)
	args := make([]string, len(s.Args))
	for i, a := range s.Args {
		args[i] = p.vector(a, w)
	}
	sign, plain := signs[s.Op]
	switch {
	case s.Idx && s.Op == prim.Quot && p.target.GPU && w == 1: // its processors divide long numbers slowly
		return fmt.Sprintf("%s(%s, %s)", p.function("idiv", prim.I64, 1), args[0], args[1])
	case w > 1 && s.T.IsInt() && (s.Op == prim.Div || s.Op == prim.Mod) && width(s.Args[1].AtomType()) == 1:
		return fmt.Sprintf("%s(%s, %s)", p.function(s.Op.Name+"by", s.T, w), args[0], p.atom(s.Args[1]))
	case s.Idx && plain:
		return args[0] + " " + sign + " " + args[1]
	}
	return p.operate(opAt{s.Op, s.T, w}, args...)
}

// define defines a variable that does not change.
func (p *printer) define(v *core.Var, text string) {
	t := p.typ(v.Type)
	p.line("const %s %s = %s;", t, p.bind(v), text)
}

func (p *printer) choose(s *seg.Select) {
	w, t := width(s.V.Type), s.V.Type.Elem
	cond, then, els := p.atom(s.Cond), p.vector(s.Then, w), p.vector(s.Else, w)
	if width(s.Cond.AtomType()) > 1 {
		p.define(s.V, p.blend(t, w, cond, then, els))
		return
	}
	p.define(s.V, fmt.Sprintf("%s ? %s : %s", cond, then, els))
}

// blend is the text of a choice in each lane; cond is a vector of bools.
func (p *printer) blend(t prim.Type, w int, cond, then, els string) string {
	i := signedOf(p.inRegister(t, w))
	convert := p.builtin("convert_" + vecType(i, w))
	switch {
	case !p.wideMasks(w):
		return vecSelect(t, w, cond, then, els)
	case i == p.boolOf(w):
		return fmt.Sprintf("(%s ? %s : %s)", cond, then, els)
	}
	return fmt.Sprintf("(%s(%s) ? %s : %s)", convert, cond, then, els)
}

func (p *printer) declare(s *seg.Decl) {
	t := p.typ(s.V.Type)
	if s.Init == nil {
		p.line("%s %s;", t, p.bind(s.V))
		return
	}
	init := p.vector(s.Init, width(s.V.Type))
	p.line("%s %s = %s;", t, p.bind(s.V), init)
}

func (p *printer) set(s *seg.Set) {
	p.line("%s = %s;", p.name(s.V), p.vector(s.Val, width(s.V.Type)))
}
