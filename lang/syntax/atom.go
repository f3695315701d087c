package syntax

import (
	"github.com/alecthomas/participle/v2/lexer"

	"raido/lang/diag"
)

// atom parses an argument: a primary with its indices and projections.
func (p parser) atom() Exp {
	start := p.here()
	e := p.primary()
	for {
		switch t := p.Peek(); {
		case t.Type == tokIndex:
			p.Next()
			idx := p.indices()
			e = &IndexExp{Arr: e, Idx: idx, At: p.since(start)}
		case is(t, "."):
			p.Next()
			f := p.field()
			e = &ProjectExp{Rec: e, Field: f, At: p.since(start)}
		default:
			return e
		}
	}
}

func (p parser) primary() Exp {
	t := p.Peek()
	switch t.Type {
	case tokName, tokQual:
		p.Next()
		at := At{p.tokSpan(t)}
		return &VarExp{at, qualName(t.Value, at.Span)}
	case tokOpen:
		return p.localOpen()
	case tokConstr:
		p.Next()
		return &ConstrExp{At{p.tokSpan(t)}, t.Value[1:]}
	case tokTable:
		p.Next()
		k := p.s.scan.tableOf(t.Pos.Offset)
		return &TableExp{At: At{p.tokSpan(t)}, Count: k.count, Suffix: k.suffix, Float: k.float}
	case tokHole:
		p.Next()
		return &HoleExp{At{p.tokSpan(t)}}
	case tokPunct:
		switch t.Value {
		case "(":
			return p.parens()
		case "[":
			p.Next()
			elems := p.list("]", "an element")
			return &ArrayExp{Elems: elems, At: p.since(t.Pos.Offset)}
		case "{":
			return p.record()
		}
	}
	return p.literal()
}

// literal parses a number, a boolean, a character or a string.
func (p parser) literal() Exp {
	t := p.Peek()
	at := At{p.tokSpan(t)}
	switch {
	case t.Type == tokInt || t.Type == tokFloat:
		p.Next()
		n := numLit(t.Value)
		n.At = at
		return n
	case t.Type == tokChar:
		p.Next()
		val, _ := unescape(t.Value[1 : len(t.Value)-1])
		return &CharLit{at, []rune(val)[0]}
	case t.Type == tokStr:
		p.Next()
		val, _ := unescape(t.Value[1 : len(t.Value)-1])
		return &StrLit{at, val}
	case t.Type == tokKey && (t.Value == "true" || t.Value == "false"):
		p.Next()
		return &BoolLit{at, t.Value == "true"}
	}
	p.fails("a literal")
	return nil
}

// localOpen parses m.(e).
func (p parser) localOpen() Exp {
	t := p.Next()
	text := t.Value[:len(t.Value)-2]
	span := p.tokSpan(t)
	span.End -= 2
	e := p.exp()
	p.wants(")")
	return &LocalOpen{Mod: qualName(text, span), Exp: e, At: p.since(t.Pos.Offset)}
}

// list parses expressions up to the closing token; a comma may follow the last.
func (p parser) list(closing, what string) []Exp {
	var out []Exp
	for !p.takes(closing) {
		if !startsExp(p.Peek()) {
			if out == nil {
				p.s.expected(p.Peek(), quote(closing))
			}
			p.fails(what)
		}
		out = append(out, p.exp())
		p.comma(closing)
	}
	return out
}

// comma consumes a comma, unless the closing token comes next.
func (p parser) comma(closing string) {
	if !p.takes(",") && !p.sees(closing) {
		p.s.expected(p.Peek(), "`,`")
		p.fails(quote(closing))
	}
}

// parens parses what begins with a parenthesis: unit, sections, operators, tuples, grouping.
func (p parser) parens() Exp {
	start := p.Next().Pos.Offset
	t := p.Peek()
	switch {
	case p.takes(")"):
		return &TupleExp{At: p.since(start)}
	case is(t, "."):
		return p.pathSection(start)
	case t.Type == tokOp || t.Type == tokQualOp || t.Type == tokTick:
		if e := p.opSection(t, start); e != nil {
			return e
		}
	}
	e := p.exp()
	if _, ok := binary(p.Peek()); ok && p.Peek().Type != tokKey { // climb stopped before it: it ends a section
		op, tick := p.operator()
		p.wants(")")
		return &SectionL{L: e, Op: op, Backtick: tick, At: p.since(start)}
	}
	if p.takes(")") {
		return &ParenExp{Exp: e, At: p.since(start)}
	}
	p.comma(")")
	if p.sees(")") {
		p.fails("the second component of this tuple")
	}
	elems := append([]Exp{e}, p.list(")", "a component of this tuple")...)
	return &TupleExp{Elems: elems, At: p.since(start)}
}

// opSection parses (op) and (op e); nil if a negation begins here.
func (p parser) opSection(t *lexer.Token, start int) Exp {
	prefix := t.Type == tokOp && (t.Value == "-" || t.Value == "!")
	if prefix && !is(p.peek2(), ")") {
		return nil
	}
	if t.Value == "!" {
		p.notAFunction(t)
	}
	op, tick := p.operator()
	if !tick && p.takes(")") {
		return &VarExp{p.since(start), op}
	}
	e := p.rangeExp()
	p.wants(")")
	return &SectionR{Op: op, Backtick: tick, R: e, At: p.since(start)}
}

// notAFunction reports ! where a function or the name of one should stand.
func (p parser) notAFunction(t *lexer.Token) {
	p.faulty(t, &diag.Diag{Class: diag.Syntax, Code: codeUnexpected, Span: p.tokSpan(t),
		Msg:  "`!` is a prefix operator: it can't be passed or defined like a function",
		Hint: "write \\x -> !x, or not for a bool; an operator of your own may begin with !, such as !+"})
}

// pathSection parses (.f.g), (.[i]) and what mixes them. Only the first index has a dot before it.
func (p parser) pathSection(start int) Exp {
	p.wants(".")
	var steps []PathStep
	if p.sees("[") {
		p.Next()
		steps = append(steps, PathStep{Idx: p.indices()})
	} else {
		steps = append(steps, PathStep{Field: p.field()})
	}
	for {
		switch {
		case p.takes("."):
			steps = append(steps, PathStep{Field: p.field()})
		case p.Peek().Type == tokIndex:
			p.Next()
			steps = append(steps, PathStep{Idx: p.indices()})
		default:
			p.wants(")")
			return &SectionPath{Steps: steps, At: p.since(start)}
		}
	}
}

// record parses {f = e, g}.
func (p parser) record() Exp {
	start := p.Next().Pos.Offset
	r := &RecordExp{}
	for !p.takes("}") {
		t := p.Peek()
		f := FieldExp{Name: p.field()}
		f.Punned = t.Type == tokName && !p.sees("=")
		if f.Punned {
			f.Exp = &VarExp{At{p.tokSpan(t)}, Name{Base: f.Name, Span: p.tokSpan(t)}}
		} else {
			p.wants("=")
			f.Exp = p.exp()
		}
		f.Span = p.from(t.Pos.Offset)
		r.Fields = append(r.Fields, f)
		p.comma("}")
	}
	r.At = p.since(start)
	return r
}

// indices parses what stands in the brackets of an index or slice, and the closing bracket.
func (p parser) indices() []DimIndex {
	out := []DimIndex{p.dim()}
	for p.comma("]"); !p.takes("]"); p.comma("]") {
		out = append(out, p.dim())
	}
	return out
}

// dim parses i, or a:b:c with any part left out.
func (p parser) dim() DimIndex {
	start := p.here()
	var d DimIndex
	if !p.sees(":") {
		if !startsExp(p.Peek()) {
			p.fails("an index")
		}
		d.Fix = p.rangeExp()
	}
	if p.takes(":") {
		d.Slice, d.Start, d.Fix = true, d.Fix, nil
		d.End = p.slicePart()
		if p.takes(":") {
			d.Stride = p.slicePart()
		}
	}
	d.Span = p.from(start)
	return d
}

func (p parser) slicePart() Exp {
	if startsExp(p.Peek()) {
		return p.rangeExp()
	}
	return nil
}
