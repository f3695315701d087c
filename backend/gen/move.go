package gen

import (
	"fmt"
	"strings"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// move writes a movement of lanes.
func (p *printer) move(s *seg.Lanes) {
	w, a := width(s.V.Type), p.atom(s.Args[0])
	t := p.typ(s.V.Type)
	from := width(s.Args[0].AtomType())
	switch s.Op {
	case seg.Spread:
		p.define(s.V, fmt.Sprintf("(%s)(%s)", t, a))
	case seg.Ramp:
		p.define(s.V, fmt.Sprintf("(%s)(%s) + (%s)(%s)", t, a, t, count(w)))
	case seg.Even:
		p.define(s.V, p.parts(t, s.Args, "even"))
	case seg.Odd:
		p.define(s.V, p.parts(t, s.Args, "odd"))
	case seg.Lo:
		p.define(s.V, p.parts(t, s.Args, "lo"))
	case seg.Hi:
		p.define(s.V, p.parts(t, s.Args, "hi"))
	case seg.ZipLo:
		p.zip(s, t, "lo")
	case seg.ZipHi:
		p.zip(s, t, "hi")
	case seg.Reverse:
		p.define(s.V, fmt.Sprintf("(%s).s%s", a, "fedcba9876543210"[16-w:]))
	case seg.Extract:
		p.define(s.V, lane(a, s.K))
	case seg.Any:
		p.define(s.V, fmt.Sprintf("(char)(%s != 0)", p.function("any", prim.I8, from)+"("+a+")"))
	}
}

// parts are halves of one or two vectors.
func (p *printer) parts(t string, of []core.Atom, part string) string {
	out := make([]string, len(of))
	for i, a := range of {
		out[i] = p.atom(a) + "." + part
	}
	if len(out) == 1 {
		return out[0]
	}
	return fmt.Sprintf("(%s)(%s)", t, strings.Join(out, ", "))
}

// zip puts halves of two vectors together, their lanes in turns.
func (p *printer) zip(s *seg.Lanes, t, part string) {
	a, b := p.atom(s.Args[0]), p.atom(s.Args[1])
	v := p.bind(s.V)
	p.line("%s %s;", t, v)
	p.line("%s.even = %s.%s; %s.odd = %s.%s;", v, a, part, v, b, part)
}
