package seg

import (
	"strings"

	"raido/lang/core"
	"raido/lang/irtext"
	"raido/lang/prim"
)

// memName is the name of a memory, with its number.
func (p *parser) memName() string {
	t := p.Next()
	if t.Kind != irtext.Name || !strings.Contains(t.Text, "#") || strings.Contains(t.Text, ".") {
		p.FailAt(t, "expected a memory, found %q", t.Text)
	}
	return t.Text
}

// mem is a memory that is known.
func (p *parser) mem() *Mem {
	t := p.Peek()
	m := p.mems[p.memName()]
	if m == nil {
		p.FailAt(t, "the memory %q is not declared", t.Text)
	}
	return m
}

func (p *parser) isMem() bool {
	return p.Peek().Kind == irtext.Name && strings.Contains(p.Peek().Text, "#")
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
		p.Fail("%s has elements of type %s", name, m.Elem)
	}
	return m
}

// array is NAME ":" dims type.
func (p *parser) array() (*Mem, []core.Atom) {
	name := p.memName()
	p.Expect(":")
	dims := p.dims()
	return p.declared(name, p.elem()), dims
}

// declaration is NAME ":" type flags.
func (p *parser) declaration() *Mem {
	name := p.memName()
	p.Expect(":")
	m := p.declared(name, p.elem())
	p.memFlags(m)
	return m
}

func (p *parser) memFlags(m *Mem) {
	if p.Accept("in") {
		m.Space = Space(p.word(spaceNames))
	}
	if p.Accept("len") {
		m.Len = p.atom()
	}
	if p.Accept("grow") {
		m.Grow = true
	}
	if p.Accept("lanes") {
		m.Lanes = p.Int()
	}
}

// check is what follows on the word check.
func (p *parser) check() (cond core.Atom, s *Site, args []core.Atom) {
	cond = p.atom()
	p.Expect("site")
	at := p.Peek()
	n := p.Int()
	if p.Peek().Kind == irtext.String {
		if p.sites[n] != nil {
			p.FailAt(at, "the site %d is there twice", n)
		}
		s = &Site{Code: p.Str(), Msg: p.Str()}
		for p.Peek().Kind == irtext.Name && !p.Is("hint") && !p.Is("with") {
			s.Types = append(s.Types, p.elem())
		}
		if p.Accept("hint") {
			s.Hint = p.Str()
		}
		s.Src = p.span()
		p.sites[n] = s
	} else if s = p.sites[n]; s == nil {
		p.FailAt(at, "there is no site %d", n)
	}
	if p.Accept("with") {
		args = p.atoms()
	}
	p.end()
	return cond, s, args
}

// op is an operator with its type, as add.f64.
func (p *parser) op() (*prim.Op, prim.Type) {
	t := p.Next()
	dot := strings.LastIndexByte(t.Text, '.')
	if t.Kind != irtext.Name || dot < 0 {
		p.FailAt(t, "expected an operator with its type, found %q", t.Text)
	}
	typ, ok := prim.ByName(t.Text[dot+1:])
	if !ok || typ == prim.Invalid {
		p.FailAt(t, "expected an operator with its type, found %q", t.Text)
	}
	return p.named(t, t.Text[:dot]), typ
}

func (p *parser) named(t irtext.Token, name string) *prim.Op {
	op := prim.ByOpName(name)
	if op == nil {
		p.FailAt(t, "there is no operator %q", name)
	}
	return op
}

// opName is the name of an operator.
func (p *parser) opName() *prim.Op {
	t := p.Next()
	return p.named(t, t.Text)
}

func (p *parser) opNames() (out []*prim.Op) {
	for p.Peek().Kind == irtext.Name && !keywords[p.Peek().Text] {
		out = append(out, p.opName())
	}
	return out
}
