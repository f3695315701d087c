package parser

import (
	"sort"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/syntax/scan"
)

// keyword parses the expressions that begin with a keyword.
func (p parser) keyword(t *lexer.Token) syntax.Exp {
	switch t.Value {
	case "let":
		return p.let()
	case "if":
		return p.ifExp()
	case "loop":
		return p.loop()
	case "match":
		return p.match()
	case "assert":
		p.Next()
		cond := p.argument("the condition of assert")
		e := p.argument("the expression that assert guards")
		return &syntax.AssertExp{Cond: cond, Exp: e, At: p.since(t.Pos.Offset)}
	}
	p.fails("an expression")
	return nil
}

// argument parses an atom that must be there.
func (p parser) argument(what string) syntax.Exp {
	if !scan.StartsAtom(p.Peek()) {
		p.fails(what)
	}
	return p.atom()
}

// lambda parses \p q : t -> e. Its result type can't be an arrow without parentheses.
func (p parser) lambda() syntax.Exp {
	start := p.Next().Pos.Offset
	l := &syntax.LambdaExp{Params: p.params()}
	if l.Params == nil {
		p.fails("a parameter")
	}
	if p.takes(":") {
		l.Ret = p.typeTerm()
	}
	p.wants("->")
	l.Body = p.exp()
	l.At = p.since(start)
	return l
}

func (p parser) ifExp() syntax.Exp {
	start := p.Next().Pos.Offset
	e := &syntax.IfExp{Cond: p.exp()}
	p.wants("then")
	e.Then = p.exp()
	if !p.sees("else") {
		p.remark(start, "if", "this `if` has no `else`")
	}
	p.wants("else")
	e.Else = p.exp()
	e.At = p.since(start)
	return e
}

func (p parser) match() syntax.Exp {
	start := p.Next().Pos.Offset
	m := &syntax.MatchExp{Scrut: p.exp()}
	if !p.sees("case") {
		p.fails("`case`")
	}
	for p.sees("case") {
		from := p.Next().Pos.Offset
		c := syntax.CaseExp{Pat: p.casePat()}
		p.wants("->")
		c.Body = p.exp()
		c.Span = p.from(from)
		m.Cases = append(m.Cases, c)
	}
	m.At = p.since(start)
	return m
}

func (p parser) loop() syntax.Exp {
	start := p.Next().Pos.Offset
	l := &syntax.LoopExp{Sizes: p.sizes(), Pat: p.pat()}
	if p.takes("=") {
		l.Init = p.exp()
	}
	switch {
	case p.takes("for"):
		p.forHead(l)
	case p.takes("while"):
		l.While = p.exp()
	default:
		if l.Init == nil {
			p.s.expected(p.Peek(), "`=`")
		}
		p.s.expected(p.Peek(), "`for`")
		p.fails("`while`")
	}
	p.wants("do")
	l.Body = p.exp()
	l.At = p.since(start)
	return l
}

// forHead parses i < n or p in xs.
func (p parser) forHead(l *syntax.LoopExp) {
	if p.Peek().Type == scan.Name && is(p.peek2(), "<") {
		l.ForName, l.ForNameSpan = p.name("a name")
		p.wants("<")
		l.Bound = p.exp()
		return
	}
	isName := p.Peek().Type == scan.Name
	l.ForPat = p.pat()
	if isName {
		p.s.expected(p.Peek(), "`<`")
	}
	p.wants("in")
	l.Arr = p.exp()
}

// sizes parses the [n] [m] of let and loop.
func (p parser) sizes() []string {
	var out []string
	for p.sees("[") {
		p.Next()
		n, _ := p.name("the name of a size")
		p.wants("]")
		out = append(out, n)
	}
	return out
}

// let parses let p = e, let f x = e and let a[i] = e, with what follows.
func (p parser) let() syntax.Exp {
	start := p.Next().Pos.Offset
	if t := p.Peek(); t.Type == scan.Name || t.Type == scan.Qual {
		switch next := p.peek2(); {
		case t.Type == scan.Qual, is(next, "."):
			return p.letField(start)
		case next.Type == scan.Index:
			return p.letIndexed(start)
		case !is(next, "=") && !is(next, ":"):
			return p.letFun(start)
		}
	}
	l := &syntax.LetExp{Sizes: p.sizes(), Pat: p.pat()}
	p.wants("=")
	l.Rhs = p.exp()
	l.Body = p.letBody(start)
	l.At = p.since(start)
	return l
}

// letBody parses in e, or another let.
func (p parser) letBody(start int) syntax.Exp {
	switch t := p.Peek(); {
	case p.takes("in"):
		return p.exp()
	case is(t, "let"):
		return p.let()
	case is(t, "def"):
		p.faulty(t, &diag.Diag{Class: diag.Syntax, Code: codeLet, Span: p.tokSpan(t),
			Msg:  "this definition begins while a `let` before it still waits for its `in`",
			Hint: "end the expression with `in` and a result; a local function is `let f x = ... in ...`"})
	}
	p.missingIn(start)
	p.remark(start, "let", "this `let` has no `in`")
	p.suggest("a `let` inside an expression is followed by `in` and the result, or by another `let`")
	p.fails("`in`")
	return nil
}

// missingIn reports a let whose result stands on a line of its own without an `in` before it: it was read as
// more arguments.
func (p parser) missingIn(start int) {
	text := p.s.src.Text
	column := start - strings.LastIndexByte(text[:start], '\n')
	i := sort.Search(len(p.s.scan.Toks), func(i int) bool { return p.s.scan.Toks[i].Pos.Offset > start })
	for _, t := range p.s.scan.Toks[i:] {
		at := t.Pos.Offset
		if at >= p.here() {
			return
		}
		line := strings.LastIndexByte(text[:at], '\n') + 1
		if t.Type == scan.Space || line <= start || strings.TrimSpace(text[line:at]) != "" || at-line+1 > column {
			continue
		}
		d := &diag.Diag{Class: diag.Syntax, Code: codeExpected, Span: p.tokSpan(&t), Msg: "expected `in` before " + scan.Quote(t.Value),
			Hint: "write in " + lineOf(text, at)}
		d.Notes = []diag.Note{{Msg: "this `let` has no `in`", Span: diag.Span{Source: p.s.src, Start: start, End: start + len("let")}}}
		p.faulty(p.Peek(), d)
	}
}

// lineOf is the rest of the line at a place, if it is short.
func lineOf(text string, at int) string {
	line := strings.TrimSpace(text[at : at+scan.LineEnd(text[at:])])
	if len(line) > 60 {
		return "..."
	}
	return line
}

// letIndexed parses let a[i].f = v, and let f[n][m] x = e, a function with size parameters.
func (p parser) letIndexed(start int) syntax.Exp {
	mark := p.MakeCheckpoint()
	w := &syntax.LetWithExp{}
	w.Name, w.NameSpan = p.name("a name")
	w.Steps = p.steps(nil)
	if !p.sees("=") && sizeParams(w.Steps) {
		p.LoadCheckpoint(mark)
		return p.letFun(start)
	}
	return p.letWith(w, start)
}

// sizeParams reports whether what was read as the path of an update may be size parameters: [n][m].
func sizeParams(path []syntax.Step) bool {
	for _, s := range path {
		if len(s.Idx) != 1 || s.Idx[0].Slice {
			return false
		}
		if v, ok := s.Idx[0].Fix.(*syntax.VarExp); !ok || v.Name.Quals != nil {
			return false
		}
	}
	return true
}

// letField parses let r.f[i] = v.
func (p parser) letField(start int) syntax.Exp {
	t := p.Next()
	names := strings.Split(t.Value, ".")
	w := &syntax.LetWithExp{Name: names[0], NameSpan: p.tokSpan(t)}
	w.NameSpan.End = w.NameSpan.Start + len(names[0])
	w.Steps = p.steps(p.split(t, names[1:]))
	return p.letWith(w, start)
}

func (p parser) letWith(w *syntax.LetWithExp, start int) syntax.Exp {
	p.wants("=")
	w.Val = p.exp()
	w.Body = p.letBody(start)
	w.At = p.since(start)
	return w
}

// letFun parses a local function.
func (p parser) letFun(start int) syntax.Exp {
	l := &syntax.LetFunExp{}
	l.Name, l.NameSpan = p.name("a name")
	l.TypeParams, l.Params = p.typeParams(), p.params()
	if p.takes(":") {
		l.Ret = p.typeExp()
	}
	if l.Params == nil && l.TypeParams == nil {
		p.s.expected(p.Peek(), "a parameter")
	}
	p.wants("=")
	l.Rhs = p.exp()
	l.Body = p.letBody(start)
	l.At = p.since(start)
	return l
}
