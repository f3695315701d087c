package seg

import (
	"strings"

	"raido/lang/core"
	"raido/lang/prim"
)

// memName is the name of a memory, with its number.
func (p *parser) memName() string {
	t := p.next()
	if t.kind != tokName || !strings.Contains(t.text, "#") || strings.Contains(t.text, ".") {
		p.failAt(t, "expected a memory, found %q", t.text)
	}
	return t.text
}

// mem is a memory that is known.
func (p *parser) mem() *Mem {
	t := p.peek()
	m := p.mems[p.memName()]
	if m == nil {
		p.failAt(t, "the memory %q is not declared", t.text)
	}
	return m
}

func (p *parser) isMem() bool {
	return p.peek().kind == tokName && strings.Contains(p.peek().text, "#")
}

func (p *parser) memList() (out []*Mem) {
	for p.isMem() {
		out = append(out, p.mem())
	}
	return out
}

// declared is the memory of a name, a new one of those elements if there is none.
func (p *parser) declared(name string, elem prim.Type) *Mem {
	m := p.mems[name]
	if m == nil {
		base, _, _ := strings.Cut(name, "#")
		m = NewMem(base, elem, Device)
		p.mems[name] = m
	}
	if m.Elem != elem {
		p.fail("%s has elements of type %s", name, m.Elem)
	}
	return m
}

// array is NAME ":" dims type.
func (p *parser) array() (*Mem, []core.Atom) {
	name := p.memName()
	p.expect(":")
	dims := p.dims()
	return p.declared(name, p.elem()), dims
}

// declaration is NAME ":" type flags.
func (p *parser) declaration() *Mem {
	name := p.memName()
	p.expect(":")
	m := p.declared(name, p.elem())
	p.memFlags(m)
	return m
}

func (p *parser) memFlags(m *Mem) {
	if p.accept("in") {
		m.Space = Space(p.word(spaceNames))
	}
	if p.accept("len") {
		m.Len = p.atom()
	}
	if p.accept("grow") {
		m.Grow = true
	}
	if p.accept("lanes") {
		m.Lanes = p.int()
	}
}

// check is what follows on the word check.
func (p *parser) check() (cond core.Atom, s *Site, args []core.Atom) {
	cond = p.atom()
	p.expect("site")
	at := p.peek()
	n := p.int()
	if p.peek().kind == tokString {
		if p.sites[n] != nil {
			p.failAt(at, "the site %d is there twice", n)
		}
		s = &Site{Code: p.str(), Msg: p.str()}
		for p.peek().kind == tokName && !p.is("hint") && !p.is("with") {
			s.Types = append(s.Types, p.elem())
		}
		if p.accept("hint") {
			s.Hint = p.str()
		}
		s.Src = p.span()
		p.sites[n] = s
	} else if s = p.sites[n]; s == nil {
		p.failAt(at, "there is no site %d", n)
	}
	if p.accept("with") {
		args = p.atoms()
	}
	p.end()
	return cond, s, args
}

// op is an operator with its type, as add.f64.
func (p *parser) op() (*prim.Op, prim.Type) {
	t := p.next()
	dot := strings.LastIndexByte(t.text, '.')
	if t.kind != tokName || dot < 0 {
		p.failAt(t, "expected an operator with its type, found %q", t.text)
	}
	typ, ok := prim.ByName(t.text[dot+1:])
	if !ok || typ == prim.Invalid {
		p.failAt(t, "expected an operator with its type, found %q", t.text)
	}
	return p.named(t, t.text[:dot]), typ
}

func (p *parser) named(t token, name string) *prim.Op {
	op := prim.ByOpName(name)
	if op == nil {
		p.failAt(t, "there is no operator %q", name)
	}
	return op
}

// opName is the name of an operator.
func (p *parser) opName() *prim.Op {
	t := p.next()
	return p.named(t, t.text)
}

func (p *parser) opNames() (out []*prim.Op) {
	for p.peek().kind == tokName && !keywords[p.peek().text] {
		out = append(out, p.opName())
	}
	return out
}
