package seg

import (
	"strconv"
	"strings"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// Parse reads the text form of a program. Names may be any that are not keywords; every binder becomes a fresh variable, which has the
// name from there on. A name with a number, as Print makes them, is that of one variable wherever it is bound. The error is a *diag.Diag with line and column.
func Parse(text string) (prog *Prog, err error) {
	src := &diag.Source{Name: "seg", Text: text}
	list, err := lines(src)
	if err != nil {
		return nil, err
	}
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(syntaxError)
			if !ok {
				panic(r)
			}
			prog, err = nil, f.error
		}
	}()
	p := &parser{src: src, vars: map[string]*core.Var{}, mems: map[string]*Mem{}, sites: map[int]*Site{}, sources: map[string]*diag.Source{}}
	return p.prog(list), nil
}

// syntaxError is what the parser panics with and Parse recovers.
type syntaxError struct{ error }

type parser struct {
	src     *diag.Source
	line    *line // that is being read
	pos     int   // in it
	vars    map[string]*core.Var
	mems    map[string]*Mem
	sites   map[int]*Site
	sources map[string]*diag.Source // of spans, by name
	kernels []*Kernel               // in order of appearance
}

func (p *parser) prog(list []*line) *Prog {
	out := &Prog{}
	if len(list) > 0 && p.head(list[0]) == "target" {
		p.begin(list[0], "target")
		out.Target = p.target()
		p.end()
		list = list[1:]
	}
	for len(list) > 0 && p.head(list[0]) == "param" {
		p.begin(list[0], "param")
		out.Params = append(out.Params, p.param())
		p.end()
		list = list[1:]
	}
	ordered := false
	results := list
	for len(results) > 0 && p.head(results[0]) != "result" && p.head(results[0]) != "kernels" {
		results = results[1:]
	}
	out.Body = p.host(list[:len(list)-len(results)])
	for _, l := range results {
		if p.head(l) == "kernels" && !ordered {
			p.begin(l, "kernels")
			ordered = true
			p.order(out)
			continue
		}
		p.begin(l, "result")
		out.Results = append(out.Results, p.result())
		p.end()
	}
	if !ordered {
		out.Kernels = p.kernels
	}
	return out
}

func (p *parser) target() (t Target) {
	t.CPU, t.Small, t.GPU, t.Atomics64 = p.accept("cpu"), p.accept("small"), p.accept("gpu"), p.accept("atomics64")
	if p.accept("lanes") {
		t.Lanes = p.int()
	}
	return t
}

// param is an argument of the program.
func (p *parser) param() Arg {
	if strings.Contains(p.peek().text, "#") {
		m, dims := p.array()
		p.memFlags(m)
		return Arg{Mem: m, Dims: dims}
	}
	return Arg{Var: p.bind(p.binder(), core.Type{})}
}

func (p *parser) result() Result {
	if strings.Contains(p.peek().text, "#") {
		m, dims := p.array()
		r := Result{Mem: m, Dims: dims, Elem: m.Elem}
		if p.accept("as") {
			r.Elem = p.elem()
		}
		return r
	}
	a := p.atom()
	p.expect(":")
	return Result{Atom: a, Elem: p.elem()}
}

// order is the order of the kernels, where it is not that of their launches.
func (p *parser) order(out *Prog) {
	out.Kernels = []*Kernel{}
	for p.peek().kind == tokNumber {
		t := p.peek()
		n := p.int()
		if n < 1 || n > len(p.kernels) {
			p.failAt(t, "there is no kernel %d", n)
		}
		out.Kernels = append(out.Kernels, p.kernels[n-1])
	}
	p.end()
}

// head is the first word of a line.
func (p *parser) head(l *line) string { return l.toks[0].text }

// begin starts to read a line that begins with a word, after it; with any if there is none.
func (p *parser) begin(l *line, word string) {
	p.line, p.pos = l, 0
	if word != "" {
		p.expect(word)
	}
}

// end is the end of a line, which has nothing below it.
func (p *parser) end() {
	p.lineEnd()
	if len(p.line.kids) > 0 {
		p.failAt(p.line.kids[0].toks[0], "nothing belongs inside of this")
	}
}

// lineEnd is the end of a line.
func (p *parser) lineEnd() {
	if t := p.peek(); t.kind != tokEnd {
		p.fail("expected the end of the line, found %q", t.text)
	}
}

func (p *parser) peek() token { return p.line.toks[p.pos] }

func (p *parser) next() token {
	t := p.peek()
	if t.kind != tokEnd {
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
		p.fail("expected %q, found %q", text, p.peek().text)
	}
}

func (p *parser) int() int {
	t := p.next()
	n, err := strconv.Atoi(t.text)
	if t.kind != tokNumber || err != nil {
		p.failAt(t, "expected a number, found %q", t.text)
	}
	return n
}

func (p *parser) str() string {
	t := p.next()
	s, err := strconv.Unquote(t.text)
	if t.kind != tokString || err != nil {
		p.failAt(t, "expected a string, found %q", t.text)
	}
	return s
}

// word is one of some names; its place among them.
func (p *parser) word(names []string) int {
	t := p.next()
	for i, n := range names {
		if n == t.text && n != "" {
			return i
		}
	}
	p.failAt(t, "expected one of %s, found %q", strings.Join(names, " "), t.text)
	return 0
}

func (p *parser) elem() prim.Type {
	t := p.next()
	elem, ok := prim.ByName(t.text)
	if !ok || t.kind != tokName || elem == prim.Invalid {
		p.failAt(t, "expected a primitive type, found %q", t.text)
	}
	return elem
}

// typ is a scalar type, or of vectors, as f64x8.
func (p *parser) typ() core.Type {
	t := p.next()
	name, lanes, vector := strings.Cut(t.text, "x")
	elem, ok := prim.ByName(name)
	n := 0
	if vector {
		var err error
		n, err = strconv.Atoi(lanes)
		ok = ok && err == nil && n > 0 && n <= 1024
	}
	if !ok || t.kind != tokName || elem == prim.Invalid {
		p.failAt(t, "expected a type, found %q", t.text)
	}
	return core.Type{Elem: elem, Lanes: n}
}

// pending is a variable that a line binds, before the rest of the line is read.
type pending struct {
	name string
	typ  core.Type // Invalid where the line does not say
}

// binder is NAME [":" type].
func (p *parser) binder() pending {
	b := pending{name: p.name()}
	if p.accept(":") {
		b.typ = p.typ()
	}
	return b
}

// name is a name that is no keyword.
func (p *parser) name() string {
	t := p.next()
	if t.kind != tokName || keywords[t.text] || strings.ContainsAny(t.text, ".#") {
		p.failAt(t, "expected a name, found %q", t.text)
	}
	return t.text
}

// bind makes the variable, of the expected type if the line has said no other.
func (p *parser) bind(b pending, expected core.Type) *core.Var {
	if b.typ.Elem == prim.Invalid {
		b.typ = expected
	}
	if b.typ.Elem == prim.Invalid {
		p.fail("the type of %s is not known", b.name)
	}
	base := baseName(b.name)
	if v := p.vars[b.name]; v != nil && base != b.name && v.Type.Elem == b.typ.Elem && v.Type.Lanes == b.typ.Lanes {
		return v
	}
	v := core.NewVar(base, core.Type{Elem: b.typ.Elem, Lanes: b.typ.Lanes})
	p.vars[b.name] = v
	return v
}

// baseName drops the number that Print appends.
func baseName(s string) string {
	base := strings.TrimRight(s, "0123456789")
	if len(base) < len(s) && strings.HasSuffix(base, "_") && len(base) > 1 {
		return strings.TrimSuffix(base, "_")
	}
	return s
}

func (p *parser) isAtom() bool {
	t := p.peek()
	return t.kind == tokNumber || t.kind == tokName && (!keywords[t.text] || t.text == "true" || t.text == "false")
}

func (p *parser) atom() core.Atom {
	t := p.next()
	switch {
	case t.kind == tokNumber, t.kind == tokName && strings.Contains(t.text, "."):
		return core.Const{Scalar: p.number(t)}
	case t.kind == tokName && (t.text == "true" || t.text == "false"):
		return core.BoolC(t.text == "true")
	case t.kind == tokName && p.vars[t.text] != nil:
		return p.vars[t.text]
	case t.kind == tokName && !keywords[t.text]:
		p.failAt(t, "variable %q is not bound", t.text)
	}
	p.failAt(t, "expected a variable or constant, found %q", t.text)
	return nil
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

// variable is an atom that must be a variable.
func (p *parser) variable() *core.Var {
	t := p.peek()
	v, ok := p.atom().(*core.Var)
	if !ok {
		p.failAt(t, "expected a variable, found the constant %q", t.text)
	}
	return v
}

func (p *parser) atoms() (out []core.Atom) {
	for p.isAtom() {
		out = append(out, p.atom())
	}
	return out
}

func (p *parser) vs() (out []*core.Var) {
	for p.isAtom() {
		out = append(out, p.variable())
	}
	return out
}

// opt is the atom after a word, nil if the word is not there.
func (p *parser) opt(word string) core.Atom {
	if p.accept(word) {
		return p.atom()
	}
	return nil
}

func (p *parser) dims() (out []core.Atom) {
	for p.accept("[") {
		out = append(out, p.atom())
		p.expect("]")
	}
	return out
}

func (p *parser) index() (x Index) {
	p.expect("[")
	for !p.is("]") {
		if len(x) > 0 {
			p.expect("+")
		}
		t := Term{A: p.atom()}
		if p.accept("*") {
			t.B = p.atom()
		}
		x = append(x, t)
	}
	p.expect("]")
	return x
}

// span is a place in a program of which nothing but the name is known.
func (p *parser) span() (s diag.Span) {
	if !p.accept("@") {
		return s
	}
	name := p.str()
	if p.sources[name] == nil {
		p.sources[name] = &diag.Source{Name: name}
	}
	s.Source = p.sources[name]
	s.Start, s.End = p.int(), p.int()
	return s
}
