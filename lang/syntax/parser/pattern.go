package parser

import (
	"github.com/alecthomas/participle/v2/lexer"

	"raido/lang/syntax"
	"raido/lang/syntax/scan"
)

// The grammar of patterns.
type (
	patG struct {
		ends
		Marks []mark         `parser:"@@*"`
		Inner *innerG        `parser:"@@"`
		Type  syntax.TypeExp `parser:"( ':' @@ )?"`
	}
	// innerG is a pattern without attributes and ascription.
	innerG struct {
		ends
		Constr string      `parser:"@Constr"`
		Args   []*patAtomG `parser:"@@*"`
		Atom   *patAtomG   `parser:"| @@"`
	}
	// patAtomG is a parameter of a function, or an argument of a constructor.
	patAtomG struct {
		ends
		Name   string       `parser:"@Name"`
		Wild   bool         `parser:"| @'_'"`
		Paren  string       `parser:"| @'('"`
		Op     string       `parser:"( (?= Op ')') @Op"`
		Elems  []*patG      `parser:"| @@ ( (?! ',' ')') ',' @@ )*"`
		Comma  bool         `parser:"@','? )? ')'"`
		Brace  string       `parser:"| @'{'"`
		Fields []*patFieldG `parser:"( @@ ( (?! ',' '}') ',' @@ )* ','? )? '}'"`
		Constr string       `parser:"| @Constr"`
		Lit    patLit       `parser:"| @@"`
	}
	patFieldG struct {
		ends
		Name string         `parser:"@( Name | Int )"`
		Pat  *patG          `parser:"( '=' @@"`
		Type syntax.TypeExp `parser:"| ':' @@ )?"`
	}
)

// startsPat reports whether a parameter can begin with the token.
func startsPat(t *lexer.Token) bool {
	switch t.Type {
	case scan.Name, scan.Constr, scan.Int, scan.Float, scan.Char:
		return true
	case scan.Punct:
		return t.Value == "(" || t.Value == "{" || t.Value == "_"
	case scan.Key:
		return t.Value == "true" || t.Value == "false"
	}
	return false
}

func startsPatLit(p parser) bool {
	t := p.Peek()
	switch t.Type {
	case scan.Int, scan.Float, scan.Char:
		return true
	}
	return is(t, "true") || is(t, "false") || is(t, "-")
}

func (p parser) patLit() syntax.Exp {
	start := p.here()
	if !p.takes("-") {
		return p.literal()
	}
	if t := p.Peek().Type; t != scan.Int && t != scan.Float {
		p.fails("a number")
	}
	n := p.literal().(*syntax.NumLit)
	n.Text, n.At = "-"+n.Text, p.since(start)
	return n
}

// simplePat parses a pattern that is a name or wildcard; nil for another.
func (p parser) simplePat() syntax.Pat {
	switch t := p.Peek(); {
	case t.Type == scan.Name:
		p.Next()
		return &syntax.PatName{At: syntax.At{Span: p.tokSpan(t)}, Name: t.Value}
	case is(t, "_"):
		p.Next()
		return &syntax.PatWild{At: syntax.At{Span: p.tokSpan(t)}}
	}
	return nil
}

// pat parses a pattern with its attributes and ascription.
func (p parser) pat() syntax.Pat {
	start := p.here()
	if q := p.simplePat(); q != nil {
		return p.ascribed(q, start, parser.typeExp)
	}
	if t := p.Peek(); !startsPat(t) && t.Type != scan.Attr && !is(t, "-") {
		p.fails("a pattern")
	}
	return p.convPat(run(p, patParser()))
}

// casePat parses the pattern of a case, whose ascription can't be an arrow.
func (p parser) casePat() syntax.Pat {
	start := p.here()
	if p.Peek().Type == scan.Attr {
		a := p.attr()
		q := p.casePat()
		return &syntax.PatAttr{At: p.since(start), Attr: a, Pat: q}
	}
	q := p.simplePat()
	if q == nil {
		if !startsPat(p.Peek()) && !p.sees("-") {
			p.fails("a pattern")
		}
		q = p.inner(run(p, innerPat()))
	}
	return p.ascribed(q, start, parser.typeTerm)
}

func (p parser) ascribed(q syntax.Pat, start int, typ func(parser) syntax.TypeExp) syntax.Pat {
	if !p.takes(":") {
		return q
	}
	t := typ(p)
	return &syntax.PatAscript{At: p.since(start), Pat: q, Type: t}
}

// params parses the parameters of a function.
func (p parser) params() []syntax.Pat {
	var out []syntax.Pat
	for startsPat(p.Peek()) {
		p.bounded(len(out))
		out = append(out, p.param())
	}
	return out
}

func (p parser) param() syntax.Pat {
	if q := p.simplePat(); q != nil {
		return q
	}
	if q := p.plainParam(); q != nil {
		return q
	}
	return p.patAtom(run(p, atomPat()))
}

// plainParam parses (x: t) with a plain type: most parameters. It is a short cut past the grammar, nil if
// the parameter is another.
func (p parser) plainParam() syntax.Pat {
	mark := p.MakeCheckpoint()
	if t := p.Next(); is(t, "(") && p.Peek().Type == scan.Name {
		q := p.simplePat()
		if p.takes(":") && startsType(p) {
			if t := p.plainType(); t != nil && p.takes(")") {
				return &syntax.PatAscript{At: syntax.At{Span: q.PatSpan().To(t.TypeSpan())}, Pat: q, Type: t}
			}
		}
	}
	p.LoadCheckpoint(mark)
	return nil
}

func (p parser) convPat(g *patG) syntax.Pat {
	out := p.inner(g.Inner)
	if g.Type != nil {
		out = &syntax.PatAscript{At: syntax.At{Span: out.PatSpan().To(g.Type.TypeSpan())}, Pat: out, Type: g.Type}
		out.(*syntax.PatAscript).Span.End = g.EndPos.Offset
	}
	for i := len(g.Marks) - 1; i >= 0; i-- {
		m, ok := g.Marks[i].(attrMark)
		if !ok {
			p.failsAt(g.Pos, "a pattern")
		}
		out = &syntax.PatAttr{At: syntax.At{Span: m.attr.Span.To(out.PatSpan())}, Attr: m.attr, Pat: out}
	}
	return out
}

func (p parser) inner(g *innerG) syntax.Pat {
	if g.Atom != nil {
		return p.patAtom(g.Atom)
	}
	c := &syntax.PatConstr{At: p.at(g.ends), Name: g.Constr[1:]}
	for _, a := range g.Args {
		c.Args = append(c.Args, p.patAtom(a))
	}
	return c
}

func (p parser) patAtom(g *patAtomG) syntax.Pat {
	at := p.at(g.ends)
	switch {
	case g.Name != "":
		return &syntax.PatName{At: at, Name: g.Name}
	case g.Wild:
		return &syntax.PatWild{At: at}
	case g.Op != "":
		return &syntax.PatName{At: at, Name: g.Op}
	case g.Constr != "":
		return &syntax.PatConstr{At: at, Name: g.Constr[1:]}
	case g.Lit != nil:
		return &syntax.PatLit{At: at, Lit: g.Lit}
	case g.Brace != "":
		r := &syntax.PatRecord{At: at}
		for _, f := range g.Fields {
			r.Fields = append(r.Fields, p.patField(f))
		}
		return r
	}
	if len(g.Elems) == 1 {
		p.noComma(g.Comma, g.EndPos)
		return p.convPat(g.Elems[0])
	}
	t := &syntax.PatTuple{At: at}
	for _, e := range g.Elems {
		t.Elems = append(t.Elems, p.convPat(e))
	}
	return t
}

func (p parser) patField(g *patFieldG) syntax.PatField {
	f := syntax.PatField{Name: g.Name, Span: p.at(g.ends).Span}
	if g.Pat != nil {
		f.Pat = p.convPat(g.Pat)
		return f
	}
	at := f.Span
	at.End = at.Start + len(g.Name)
	f.Pat = &syntax.PatName{At: syntax.At{Span: at}, Name: g.Name}
	if scan.IsDigit(g.Name[0]) {
		p.failsAt(g.EndPos, "`=`")
	}
	if g.Type != nil {
		f.Pat = &syntax.PatAscript{At: syntax.At{Span: f.Span}, Pat: f.Pat, Type: g.Type}
	}
	return f
}
