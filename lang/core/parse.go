package core

import (
	"strconv"
	"strings"

	"raido/lang/diag"
	"raido/lang/irtext"
	"raido/lang/prim"
)

// Parse reads the text form of a program. Names may be any that are not keywords, in any scope; every
// binder becomes a fresh variable. The error is a *diag.Diag with line and column.
func Parse(text string) (prog *Prog, err error) {
	src := &diag.Source{Name: "core", Text: text}
	toks, fault := lexer.Lex(text, 0, len(text))
	if fault != nil {
		return nil, SyntaxError(src, fault)
	}
	defer func() {
		if fault != nil {
			prog, err = nil, SyntaxError(src, fault)
		}
	}()
	defer irtext.Caught(&fault)
	p := &parser{Cursor: irtext.Cursor{Toks: toks}, vars: map[string]*Var{}, certs: map[string]*Cert{}, funs: map[string]*Fun{}, defined: map[*Fun]bool{}}
	prog = &Prog{}
	for p.Peek().Kind != irtext.End {
		prog.Funs = append(prog.Funs, p.fun())
	}
	for _, c := range p.early {
		if !p.defined[c.fun] {
			p.FailAt(c.at, "function %q is not defined", c.fun.Name)
		}
	}
	if len(prog.Funs) == 0 {
		p.Fail("a program needs a function")
	}
	return prog, nil
}

type parser struct {
	irtext.Cursor
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
	at  irtext.Token
}

// called is the function of a name, which may be defined later.
func (p *parser) called(name string, at irtext.Token) *Fun {
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

func (p *parser) name(what string) string {
	t := p.Next()
	if t.Kind != irtext.Name || keywords[t.Text] || strings.Contains(t.Text, ".") {
		p.FailAt(t, "expected %s, found %q", what, t.Text)
	}
	return t.Text
}

// binder is "(" NAME ":" type ")"; the name is in scope from here on if bind.
func (p *parser) binder(names *[]string) *Var {
	p.Expect("(")
	name := p.name("a name to bind")
	p.Expect(":")
	v := NewVar(irtext.BaseName(name), p.typ())
	p.Expect(")")
	*names = append(*names, name)
	p.bindName(name, v)
	return v
}

func (p *parser) binders() []*Var {
	vs, _ := p.namedBinders()
	return vs
}

func (p *parser) namedBinders() (vs []*Var, names []string) {
	for p.Is("(") {
		vs = append(vs, p.binder(&names))
	}
	return vs, names
}

func (p *parser) typ() Type {
	t := Type{}
	if p.Accept("acc") {
		tok := p.Next()
		c := p.certs[tok.Text]
		if c == nil {
			p.FailAt(tok, "accumulator %q is not in scope", tok.Text)
		}
		t.Cert = c
	}
	for p.Accept("[") {
		t.Dims = append(t.Dims, p.atom())
		p.Expect("]")
	}
	tok := p.Next()
	elem, ok := prim.ByName(tok.Text)
	if !ok || tok.Kind != irtext.Name || elem == prim.Invalid {
		p.FailAt(tok, "expected a primitive type, found %q", tok.Text)
	}
	t.Elem = elem
	return t
}

func (p *parser) fun() *Fun {
	p.Expect("fun")
	f := &Fun{}
	t := p.Next()
	switch {
	case t.Kind == irtext.String:
		name, err := strconv.Unquote(t.Text)
		if err != nil {
			p.FailAt(t, "malformed string")
		}
		f.Name = name
	case t.Kind == irtext.Name && !keywords[t.Text]:
		f.Name = t.Text
	default:
		p.FailAt(t, "expected a function's name, found %q", t.Text)
	}
	if early := p.funs[f.Name]; early != nil {
		f = early
	}
	if p.defined[f] {
		p.FailAt(t, "function %q is defined twice", f.Name)
	}
	p.funs[f.Name], p.defined[f] = f, true
	p.scope(func() {
		f.Params = p.binders()
		p.Expect(":")
		p.scope(func() { f.Ret = p.binders() })
		p.Expect("=")
		f.Body = p.body()
	})
	return f
}

// body is { let ... } in (atoms).
func (p *parser) body() (b Body) {
	p.scope(func() {
		for p.Is("let") {
			b.Stms = append(b.Stms, p.stm())
		}
		p.Expect("in")
		b.Result = p.atoms()
	})
	return b
}

// stm reads a statement. The pattern's names are in scope in its own types and after, not in the
// expression, so they are hidden while that is read.
func (p *parser) stm() Stm {
	p.Expect("let")
	var pat []*Var
	var names []string
	p.scope(func() {
		if p.Is("(") && p.Toks[p.Pos+1].Text == ")" {
			p.Pos += 2
		}
		pat, names = p.namedBinders()
	})
	p.Expect("=")
	e := p.exp()
	for i, v := range pat {
		p.bindName(names[i], v)
	}
	return Stm{Pat: pat, Exp: e}
}

func (p *parser) lambda() (l *Lambda) {
	l = &Lambda{}
	p.Expect("(")
	p.Expect("\\")
	p.scope(func() {
		l.Params = p.binders()
		p.Expect(":")
		l.Ret = listOf(p, "(", ")", p.typ)
		p.Expect("->")
		l.Body = p.body()
	})
	p.Expect(")")
	return l
}

// listOf reads things separated by commas between brackets.
func listOf[T any](p *parser, open, shut string, f func() T) (out []T) {
	p.Expect(open)
	for !p.Is(shut) {
		if len(out) > 0 {
			p.Expect(",")
		}
		out = append(out, f())
	}
	p.Expect(shut)
	return out
}

func (p *parser) atoms() []Atom   { return listOf(p, "(", ")", p.atom) }
func (p *parser) varList() []*Var { return listOf(p, "(", ")", p.array) }
func (p *parser) indices() []Atom { return listOf(p, "[", "]", p.atom) }

// keywords cannot be names of variables in text form.
var keywords = map[string]bool{}

func init() {
	for _, w := range strings.Fields(`fun let in if then else loop for while do use copy replicate scratch
		concat rearrange reshape reverse rotate assert assert_index trace map reduce reduce_comm scan hist scatter scatter_distinct with with_acc
		update_acc custom_vjp custom_jvp jvp vjp vec call acc true false`) {
		keywords[w] = true
	}
}

// lexer: names of operators have their type, as add.i64.
var lexer = irtext.Lexer{Inside: ".", Punct: []string{"->", "(", ")", "[", "]", ":", ";", ",", "=", "<", "#", "\\"}}

// SyntaxError is what a fault in the text form of a program is for people.
func SyntaxError(src *diag.Source, f *irtext.Fault) error {
	return &diag.Diag{Class: diag.Syntax, Span: diag.Span{Source: src, Start: f.Start, End: f.End}, Msg: f.Msg}
}
