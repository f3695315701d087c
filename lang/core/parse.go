package core

import (
	"strconv"
	"strings"

	"raido/lang/diag"
	"raido/lang/prim"
)

// Parse reads the text form of a program. Names may be any that are not keywords, in any scope; every
// binder becomes a fresh variable. The error is a *diag.Diag with line and column.
func Parse(text string) (prog *Prog, err error) {
	src := &diag.Source{Name: "core", Text: text}
	toks, err := lex(src)
	if err != nil {
		return nil, err
	}
	p := &parser{src: src, toks: toks, vars: map[string]*Var{}, certs: map[string]*Cert{}, funs: map[string]*Fun{}, defined: map[*Fun]bool{}}
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(syntaxError)
			if !ok {
				panic(r)
			}
			prog, err = nil, f.error
		}
	}()
	prog = &Prog{}
	for p.peek().kind != tokEOF {
		prog.Funs = append(prog.Funs, p.fun())
	}
	for _, c := range p.early {
		if !p.defined[c.fun] {
			p.failAt(c.at, "function %q is not defined", c.fun.Name)
		}
	}
	if len(prog.Funs) == 0 {
		p.fail("a program needs a function")
	}
	return prog, nil
}

// syntaxError is what the parser panics with and Parse recovers.
type syntaxError struct{ error }

type parser struct {
	src   *diag.Source
	toks  []token
	pos   int
	vars  map[string]*Var
	undo  []func() // restores vars and certs at the end of a scope
	certs map[string]*Cert
	funs  map[string]*Fun
	// defined are the functions whose definition has begun, early the calls of others.
	defined map[*Fun]bool
	early   []earlyCall
}

type earlyCall struct {
	fun *Fun
	at  token
}

// called is the function of a name, which may be defined later.
func (p *parser) called(name string, at token) *Fun {
	f := p.funs[name]
	if f == nil {
		f = &Fun{Name: name}
		p.funs[name] = f
	}
	if !p.defined[f] {
		p.early = append(p.early, earlyCall{f, at})
	}
	return f
}

func (p *parser) peek() token { return p.toks[p.pos] }

func (p *parser) next() token {
	t := p.toks[p.pos]
	if t.kind != tokEOF {
		p.pos++
	}
	return t
}

func (p *parser) failAt(t token, format string, args ...any) {
	panic(syntaxError{errAt(p.src, t.at, t.at+max(1, len(t.text)), format, args...)})
}

func (p *parser) fail(format string, args ...any) { p.failAt(p.peek(), format, args...) }

func (p *parser) is(text string) bool {
	t := p.peek()
	return t.text == text && (t.kind == tokPunct || t.kind == tokName)
}

func (p *parser) accept(text string) bool {
	if p.is(text) {
		p.pos++
		return true
	}
	return false
}

func (p *parser) expect(text string) {
	if !p.accept(text) {
		t := p.peek()
		if t.kind == tokEOF {
			p.fail("expected %q before the end of the text", text)
		}
		p.fail("expected %q, found %q", text, t.text)
	}
}

// scope runs f and forgets the names bound meanwhile.
func (p *parser) scope(f func()) {
	mark := len(p.undo)
	f()
	for i := len(p.undo) - 1; i >= mark; i-- {
		p.undo[i]()
	}
	p.undo = p.undo[:mark]
}

// bindName puts a variable in scope under the name it has in the text.
func (p *parser) bindName(name string, v *Var) {
	old, had := p.vars[name]
	p.vars[name] = v
	p.undo = append(p.undo, func() {
		if had {
			p.vars[name] = old
		} else {
			delete(p.vars, name)
		}
	})
}

// baseName drops the number that Print appends.
func baseName(s string) string {
	base := strings.TrimRight(s, "0123456789")
	if len(base) < len(s) && strings.HasSuffix(base, "_") && len(base) > 1 {
		return strings.TrimSuffix(base, "_")
	}
	return s
}

func (p *parser) name(what string) string {
	t := p.next()
	if t.kind != tokName || keywords[t.text] || strings.Contains(t.text, ".") {
		p.failAt(t, "expected %s, found %q", what, t.text)
	}
	return t.text
}

// binder is "(" NAME ":" type ")"; the name is in scope from here on if bind.
func (p *parser) binder(names *[]string) *Var {
	p.expect("(")
	name := p.name("a name to bind")
	p.expect(":")
	v := NewVar(baseName(name), p.typ())
	p.expect(")")
	*names = append(*names, name)
	p.bindName(name, v)
	return v
}

func (p *parser) binders() []*Var {
	vs, _ := p.namedBinders()
	return vs
}

func (p *parser) namedBinders() (vs []*Var, names []string) {
	for p.is("(") {
		vs = append(vs, p.binder(&names))
	}
	return vs, names
}

func (p *parser) typ() Type {
	t := Type{}
	if p.accept("acc") {
		tok := p.next()
		c := p.certs[tok.text]
		if c == nil {
			p.failAt(tok, "accumulator %q is not in scope", tok.text)
		}
		t.Cert = c
	}
	for p.accept("[") {
		t.Dims = append(t.Dims, p.atom())
		p.expect("]")
	}
	tok := p.next()
	elem, ok := prim.ByName(tok.text)
	if !ok || tok.kind != tokName || elem == prim.Invalid {
		p.failAt(tok, "expected a primitive type, found %q", tok.text)
	}
	t.Elem = elem
	return t
}

func (p *parser) fun() *Fun {
	p.expect("fun")
	f := &Fun{}
	t := p.next()
	switch {
	case t.kind == tokString:
		name, err := strconv.Unquote(t.text)
		if err != nil {
			p.failAt(t, "malformed string")
		}
		f.Name = name
	case t.kind == tokName && !keywords[t.text]:
		f.Name = t.text
	default:
		p.failAt(t, "expected a function's name, found %q", t.text)
	}
	if early := p.funs[f.Name]; early != nil {
		f = early
	}
	if p.defined[f] {
		p.failAt(t, "function %q is defined twice", f.Name)
	}
	p.funs[f.Name], p.defined[f] = f, true
	p.scope(func() {
		f.Params = p.binders()
		p.expect(":")
		p.scope(func() { f.Ret = p.binders() })
		p.expect("=")
		f.Body = p.body()
	})
	return f
}

// body is { let ... } in (atoms).
func (p *parser) body() (b Body) {
	p.scope(func() {
		for p.is("let") {
			b.Stms = append(b.Stms, p.stm())
		}
		p.expect("in")
		b.Result = p.atoms()
	})
	return b
}

// stm reads a statement. The pattern's names are in scope in its own types and after, not in the
// expression, so they are hidden while that is read.
func (p *parser) stm() Stm {
	p.expect("let")
	var pat []*Var
	var names []string
	p.scope(func() {
		if p.is("(") && p.toks[p.pos+1].text == ")" {
			p.pos += 2
		}
		pat, names = p.namedBinders()
	})
	p.expect("=")
	e := p.exp()
	for i, v := range pat {
		p.bindName(names[i], v)
	}
	return Stm{Pat: pat, Exp: e}
}

func (p *parser) lambda() (l *Lambda) {
	l = &Lambda{}
	p.expect("(")
	p.expect("\\")
	p.scope(func() {
		l.Params = p.binders()
		p.expect(":")
		l.Ret = listOf(p, "(", ")", p.typ)
		p.expect("->")
		l.Body = p.body()
	})
	p.expect(")")
	return l
}

// listOf reads things separated by commas between brackets.
func listOf[T any](p *parser, open, shut string, f func() T) (out []T) {
	p.expect(open)
	for !p.is(shut) {
		if len(out) > 0 {
			p.expect(",")
		}
		out = append(out, f())
	}
	p.expect(shut)
	return out
}

func (p *parser) atoms() []Atom   { return listOf(p, "(", ")", p.atom) }
func (p *parser) varList() []*Var { return listOf(p, "(", ")", p.array) }
func (p *parser) indices() []Atom { return listOf(p, "[", "]", p.atom) }
