package syntax

import "github.com/alecthomas/participle/v2/lexer"

// The grammar of patterns.
type (
	patG struct {
		ends
		Marks []mark  `parser:"@@*"`
		Inner *innerG `parser:"@@"`
		Type  TypeExp `parser:"( ':' @@ )?"`
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
		Name string  `parser:"@( Name | Int )"`
		Pat  *patG   `parser:"( '=' @@"`
		Type TypeExp `parser:"| ':' @@ )?"`
	}
)

// startsPat tells whether a parameter can begin with the token.
func startsPat(t *lexer.Token) bool {
	switch t.Type {
	case tokName, tokConstr, tokInt, tokFloat, tokChar:
		return true
	case tokPunct:
		return t.Value == "(" || t.Value == "{" || t.Value == "_"
	case tokKey:
		return t.Value == "true" || t.Value == "false"
	}
	return false
}

func startsPatLit(p parser) bool {
	t := p.Peek()
	switch t.Type {
	case tokInt, tokFloat, tokChar:
		return true
	}
	return is(t, "true") || is(t, "false") || is(t, "-")
}

func (p parser) patLit() Exp {
	start := p.here()
	if !p.takes("-") {
		return p.literal()
	}
	if t := p.Peek().Type; t != tokInt && t != tokFloat {
		p.fails("a number")
	}
	n := p.literal().(*NumLit)
	n.Text, n.At = "-"+n.Text, p.since(start)
	return n
}

// simplePat parses a pattern that is a name or wildcard; nil for another.
func (p parser) simplePat() Pat {
	switch t := p.Peek(); {
	case t.Type == tokName:
		p.Next()
		return &PatName{At{p.tokSpan(t)}, t.Value}
	case is(t, "_"):
		p.Next()
		return &PatWild{At{p.tokSpan(t)}}
	}
	return nil
}

// pat parses a pattern with its attributes and ascription.
func (p parser) pat() Pat {
	start := p.here()
	if q := p.simplePat(); q != nil {
		return p.ascribed(q, start, parser.typeExp)
	}
	if t := p.Peek(); !startsPat(t) && t.Type != tokAttr && !is(t, "-") {
		p.fails("a pattern")
	}
	return p.convPat(run(p, patParser()))
}

// casePat parses the pattern of a case, whose ascription can't be an arrow.
func (p parser) casePat() Pat {
	start := p.here()
	if p.Peek().Type == tokAttr {
		a := p.attr()
		q := p.casePat()
		return &PatAttr{p.since(start), a, q}
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

func (p parser) ascribed(q Pat, start int, typ func(parser) TypeExp) Pat {
	if !p.takes(":") {
		return q
	}
	t := typ(p)
	return &PatAscript{p.since(start), q, t}
}

// params parses the parameters of a function.
func (p parser) params() []Pat {
	var out []Pat
	for startsPat(p.Peek()) {
		p.bounded(len(out))
		out = append(out, p.param())
	}
	return out
}

func (p parser) param() Pat {
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
func (p parser) plainParam() Pat {
	mark := p.MakeCheckpoint()
	if t := p.Next(); is(t, "(") && p.Peek().Type == tokName {
		q := p.simplePat()
		if p.takes(":") && startsType(p) {
			if t := p.plainType(); t != nil && p.takes(")") {
				return &PatAscript{At{q.PatSpan().To(t.TypeSpan())}, q, t}
			}
		}
	}
	p.LoadCheckpoint(mark)
	return nil
}

func (p parser) convPat(g *patG) Pat {
	out := p.inner(g.Inner)
	if g.Type != nil {
		out = &PatAscript{At{out.PatSpan().To(g.Type.TypeSpan())}, out, g.Type}
		out.(*PatAscript).Span.End = g.EndPos.Offset
	}
	for i := len(g.Marks) - 1; i >= 0; i-- {
		m, ok := g.Marks[i].(attrMark)
		if !ok {
			p.failsAt(g.Pos, "a pattern")
		}
		out = &PatAttr{At{m.attr.Span.To(out.PatSpan())}, m.attr, out}
	}
	return out
}

func (p parser) inner(g *innerG) Pat {
	if g.Atom != nil {
		return p.patAtom(g.Atom)
	}
	c := &PatConstr{At: p.at(g.ends), Name: g.Constr[1:]}
	for _, a := range g.Args {
		c.Args = append(c.Args, p.patAtom(a))
	}
	return c
}

func (p parser) patAtom(g *patAtomG) Pat {
	at := p.at(g.ends)
	switch {
	case g.Name != "":
		return &PatName{at, g.Name}
	case g.Wild:
		return &PatWild{at}
	case g.Op != "":
		return &PatName{at, g.Op}
	case g.Constr != "":
		return &PatConstr{At: at, Name: g.Constr[1:]}
	case g.Lit != nil:
		return &PatLit{at, g.Lit}
	case g.Brace != "":
		r := &PatRecord{At: at}
		for _, f := range g.Fields {
			r.Fields = append(r.Fields, p.patField(f))
		}
		return r
	}
	if len(g.Elems) == 1 {
		p.noComma(g.Comma, g.EndPos)
		return p.convPat(g.Elems[0])
	}
	t := &PatTuple{At: at}
	for _, e := range g.Elems {
		t.Elems = append(t.Elems, p.convPat(e))
	}
	return t
}

func (p parser) patField(g *patFieldG) PatField {
	f := PatField{Name: g.Name, Span: p.at(g.ends).Span}
	if g.Pat != nil {
		f.Pat = p.convPat(g.Pat)
		return f
	}
	at := f.Span
	at.End = at.Start + len(g.Name)
	f.Pat = &PatName{At{at}, g.Name}
	if isDigit(g.Name[0]) {
		p.failsAt(g.EndPos, "`=`")
	}
	if g.Type != nil {
		f.Pat = &PatAscript{At{f.Span}, f.Pat, g.Type}
	}
	return f
}
