package seg

import (
	"strconv"
	"strings"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/irtext"
	"raido/lang/prim"
)

// Parse reads the text form of a program. Names may be any that are not keywords; every binder becomes a fresh variable, which has the
// name from there on. A name with a number, as Print makes them, is that of one variable wherever it is bound. The error is a *diag.Diag with line and column.
func Parse(text string) (prog *Prog, err error) {
	src := &diag.Source{Name: "seg", Text: text}
	list, fault := lines(text)
	if fault != nil {
		return nil, core.SyntaxError(src, fault)
	}
	defer func() {
		if fault != nil {
			prog, err = nil, core.SyntaxError(src, fault)
		}
	}()
	defer irtext.Caught(&fault)
	p := &parser{vars: map[string]*core.Var{}, mems: map[string]*Mem{}, sites: map[int]*Site{}, sources: map[string]*diag.Source{}}
	return p.prog(list), nil
}

type parser struct {
	irtext.Cursor       // in the line
	line          *line // that is being read
	vars          map[string]*core.Var
	mems          map[string]*Mem
	sites         map[int]*Site
	sources       map[string]*diag.Source // of spans, by name
	kernels       []*Kernel               // in order of appearance
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
	t.CPU, t.Plain, t.Small, t.GPU, t.Atomics64 = p.Accept("cpu"), p.Accept("plain"), p.Accept("small"), p.Accept("gpu"), p.Accept("atomics64")
	t.Functions, t.Fused, t.Spaces = p.Accept("functions"), p.Accept("fused"), p.Accept("spaces")
	number := func(name string) (n int) {
		if p.Accept(name) {
			n = p.Int()
		}
		return n
	}
	t.Lanes, t.Vector, t.Registers, t.Cache = number("lanes"), number("vector"), number("registers"), int64(number("cache"))
	return t
}

// param is an argument of the program.
func (p *parser) param() Arg {
	if strings.Contains(p.Peek().Text, "#") {
		m, dims := p.array()
		p.memFlags(m)
		return Arg{Mem: m, Dims: dims}
	}
	return Arg{Var: p.bind(p.binder(), core.Type{})}
}

func (p *parser) result() Result {
	if strings.Contains(p.Peek().Text, "#") {
		m, dims := p.array()
		r := Result{Mem: m, Dims: dims, Elem: m.Elem}
		if p.Accept("as") {
			r.Elem = p.elem()
		}
		return r
	}
	a := p.atom()
	p.Expect(":")
	return Result{Atom: a, Elem: p.elem()}
}

// order is the order of the kernels, where it is not that of their launches.
func (p *parser) order(out *Prog) {
	out.Kernels = []*Kernel{}
	for p.Peek().Kind == irtext.Number {
		t := p.Peek()
		n := p.Int()
		if n < 1 || n > len(p.kernels) {
			p.FailAt(t, "there is no kernel %d", n)
		}
		out.Kernels = append(out.Kernels, p.kernels[n-1])
	}
	p.end()
}

// head is the first word of a line.
func (p *parser) head(l *line) string { return l.toks[0].Text }

// begin starts to read a line that begins with a word, after it; with any if there is none.
func (p *parser) begin(l *line, word string) {
	p.line, p.Cursor = l, irtext.Cursor{Toks: l.toks}
	if word != "" {
		p.Expect(word)
	}
}

// end is the end of a line, which has nothing below it.
func (p *parser) end() {
	p.lineEnd()
	if len(p.line.kids) > 0 {
		p.FailAt(p.line.kids[0].toks[0], "nothing belongs inside of this")
	}
}

// lineEnd is the end of a line.
func (p *parser) lineEnd() {
	if t := p.Peek(); t.Kind != irtext.End {
		p.Fail("expected the end of the line, found %q", t.Text)
	}
}

// word is one of some names; its place among them.
func (p *parser) word(names []string) int {
	t := p.Next()
	for i, n := range names {
		if n == t.Text && n != "" {
			return i
		}
	}
	p.FailAt(t, "expected one of %s, found %q", strings.Join(names, " "), t.Text)
	return 0
}

func (p *parser) elem() prim.Type {
	t := p.Next()
	elem, ok := prim.ByName(t.Text)
	if !ok || t.Kind != irtext.Name || elem == prim.Invalid {
		p.FailAt(t, "expected a primitive type, found %q", t.Text)
	}
	return elem
}

// typ is a scalar type, or of vectors, as f64x8.
func (p *parser) typ() core.Type {
	t := p.Next()
	name, lanes, vector := strings.Cut(t.Text, "x")
	elem, ok := prim.ByName(name)
	n := 0
	if vector {
		var err error
		n, err = strconv.Atoi(lanes)
		ok = ok && err == nil && n > 0 && n <= 1024
	}
	if !ok || t.Kind != irtext.Name || elem == prim.Invalid {
		p.FailAt(t, "expected a type, found %q", t.Text)
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
	if p.Accept(":") {
		b.typ = p.typ()
	}
	return b
}

// name is a name that is no keyword.
func (p *parser) name() string {
	t := p.Next()
	if t.Kind != irtext.Name || keywords[t.Text] || strings.ContainsAny(t.Text, ".#") {
		p.FailAt(t, "expected a name, found %q", t.Text)
	}
	return t.Text
}

// bind makes the variable, of the expected type if the line has said no other.
func (p *parser) bind(b pending, expected core.Type) *core.Var {
	if b.typ.Elem == prim.Invalid {
		b.typ = expected
	}
	if b.typ.Elem == prim.Invalid {
		p.Fail("the type of %s is not known", b.name)
	}
	base := irtext.BaseName(b.name)
	if v := p.vars[b.name]; v != nil && base != b.name && v.Type.Elem == b.typ.Elem && v.Type.Lanes == b.typ.Lanes {
		return v
	}
	v := core.NewVar(base, core.Type{Elem: b.typ.Elem, Lanes: b.typ.Lanes})
	p.vars[b.name] = v
	return v
}

func (p *parser) isAtom() bool {
	t := p.Peek()
	return t.Kind == irtext.Number || t.Kind == irtext.Name && (!keywords[t.Text] || t.Text == "true" || t.Text == "false")
}

func (p *parser) atom() core.Atom {
	t := p.Next()
	switch {
	case t.Kind == irtext.Number, t.Kind == irtext.Name && strings.Contains(t.Text, "."):
		return core.Const{Scalar: p.number(t)}
	case t.Kind == irtext.Name && (t.Text == "true" || t.Text == "false"):
		return core.BoolC(t.Text == "true")
	case t.Kind == irtext.Name && p.vars[t.Text] != nil:
		return p.vars[t.Text]
	case t.Kind == irtext.Name && !keywords[t.Text]:
		p.FailAt(t, "variable %q is not bound", t.Text)
	}
	p.FailAt(t, "expected a variable or constant, found %q", t.Text)
	return nil
}

// number reads a constant in Futhark's notation; an integer without a suffix is an i64.
func (p *parser) number(t irtext.Token) prim.Scalar {
	s, err := core.ParseScalar(t.Text)
	if err != nil {
		p.FailAt(t, "%s", err.Error())
	}
	return s
}

// variable is an atom that must be a variable.
func (p *parser) variable() *core.Var {
	t := p.Peek()
	v, ok := p.atom().(*core.Var)
	if !ok {
		p.FailAt(t, "expected a variable, found the constant %q", t.Text)
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
	if p.Accept(word) {
		return p.atom()
	}
	return nil
}

func (p *parser) dims() (out []core.Atom) {
	for p.Accept("[") {
		out = append(out, p.atom())
		p.Expect("]")
	}
	return out
}

func (p *parser) index() (x Index) {
	p.Expect("[")
	for !p.Is("]") {
		if len(x) > 0 {
			p.Expect("+")
		}
		t := Term{A: p.atom()}
		if p.Accept("*") {
			t.B = p.atom()
		}
		x = append(x, t)
	}
	p.Expect("]")
	return x
}

// span is a place in a program of which nothing but the name is known.
func (p *parser) span() (s diag.Span) {
	if !p.Accept("@") {
		return s
	}
	name := p.Str()
	if p.sources[name] == nil {
		p.sources[name] = &diag.Source{Name: name}
	}
	s.Source = p.sources[name]
	s.Start, s.End = p.Int(), p.Int()
	return s
}

// keywords cannot be names of variables in text form: those that begin a line, and those that may follow on a list of atoms.
var keywords = map[string]bool{}

func init() {
	for _, w := range strings.Fields(`target param result kernels var set alloc move own free copy fill for if else while break check task map reduce scan
		updates over mem width enter yield operator into after accumulate last leave lanes form rows stage fold reserve scatter squeeze pack pointwise
		atomic bind poll tell barrier try in work with is neutral arg from unread by start has of count idx lane true false`) {
		keywords[w] = true
	}
}

// lexer: operators have their type, memories their number.
var lexer = irtext.Lexer{Inside: ".#", Punct: []string{"(", ")", "[", "]", ":", ",", "=", "<", "+", "*", "@"}}

// line is a line of text with those that are farther to the right below it.
type line struct {
	toks []irtext.Token
	kids []*line
}

// lines splits text into lines, and these into tokens; "--" starts a comment to the end of the line.
func lines(text string) (out []*line, fault *irtext.Fault) {
	type open struct {
		list   *[]*line
		indent int
	}
	stack := []open{{&out, -1}}
	for at := 0; at < len(text); {
		end := len(text)
		if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
			end = at + n
		}
		start := at
		for start < end && text[start] == ' ' {
			start++
		}
		toks, fault := lexer.Lex(text, start, end)
		if fault != nil {
			return nil, fault
		}
		if len(toks) > 1 {
			for stack[len(stack)-1].indent >= start-at {
				stack = stack[:len(stack)-1]
			}
			l := &line{toks: toks}
			list := stack[len(stack)-1].list
			*list = append(*list, l)
			stack = append(stack, open{&l.kids, start - at})
		}
		at = end + 1
	}
	return out, nil
}
