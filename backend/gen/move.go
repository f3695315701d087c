package gen

import (
	"fmt"
	"strings"

	"raido/backend/seg"
	"raido/lang/prim"
)

// move writes a movement of lanes.
func (p *printer) move(s *seg.Lanes) {
	w, a := width(s.V.Type), p.atom(s.Args[0])
	t := p.typ(s.V.Type)
	from := width(s.Args[0].AtomType())
	switch s.Op {
	case seg.Spread:
		p.define(s.V, p.spread(s.Args[0], w))
	case seg.Ramp:
		p.define(s.V, fmt.Sprintf("(%s)(%s) + (%s)(%s)", t, a, t, count(w)))
	case seg.Even:
		p.define(s.V, p.parts(s, "even"))
	case seg.Odd:
		p.define(s.V, p.parts(s, "odd"))
	case seg.Lo:
		p.define(s.V, p.parts(s, "lo"))
	case seg.Hi:
		p.define(s.V, p.parts(s, "hi"))
	case seg.ZipLo:
		p.zip(s, t, "lo")
	case seg.ZipHi:
		p.zip(s, t, "hi")
	case seg.Reverse:
		p.define(s.V, fmt.Sprintf("(%s).s%s", a, "fedcba9876543210"[16-w:]))
	case seg.Extract:
		p.define(s.V, p.narrowed(s, lane(a, s.K)))
	case seg.Any:
		p.define(s.V, fmt.Sprintf("(char)(%s != 0)", p.any(a, from)))
	case seg.Count:
		p.define(s.V, fmt.Sprintf("%s(%s)", p.function("count", prim.I8, from), p.bytes(s.Args[0], from)))
	case seg.Sums:
		p.sums(s, a, w)
	}
}

// sums writes the sums of the lanes up to each one: of neighbours, then of those, each twice as far apart.
func (p *printer) sums(s *seg.Lanes, a string, w int) {
	t := s.V.Type.Elem
	for far := 1; far < w; far *= 2 {
		sum := p.fresh("sum")
		zeros := fmt.Sprintf("(%s)(0)", p.typ(s.V.Type))
		before := p.shuffle(w, zeros, a, func(l int) int {
			if l < far {
				return l
			}
			return w + l - far
		})
		p.line("const %s %s = %s;", p.typ(s.V.Type), sum, p.operate(opAt{prim.Add, t, w}, a, before))
		a = sum
	}
	p.define(s.V, a)
}

// parts are halves of one or two vectors.
func (p *printer) parts(s *seg.Lanes, part string) string {
	out := make([]string, len(s.Args))
	for i, a := range s.Args {
		out[i] = p.atom(a) + "." + part
	}
	if len(out) == 1 {
		return p.narrowed(s, out[0])
	}
	return fmt.Sprintf("(%s)(%s)", p.typ(s.V.Type), strings.Join(out, ", "))
}

// narrowed is a part of a vector, which bools may be of another type in than the whole: Note [Wide masks].
func (p *printer) narrowed(s *seg.Lanes, part string) string {
	w, from := width(s.V.Type), width(s.Args[0].AtomType())
	switch {
	case s.V.Type.Elem != prim.Bool || p.boolOf(w) == p.boolOf(from):
		return part
	case w == 1:
		return "(char)(" + part + " & 1)"
	}
	return fmt.Sprintf("%s(%s)", p.builtin("convert_"+p.typ(s.V.Type)), part)
}

// zip puts halves of two vectors together, their lanes in turns.
func (p *printer) zip(s *seg.Lanes, t, part string) {
	a, b := p.atom(s.Args[0]), p.atom(s.Args[1])
	v := p.bind(s.V)
	p.line("%s %s;", t, v)
	p.line("%s.even = %s.%s; %s.odd = %s.%s;", v, a, part, v, b, part)
}
