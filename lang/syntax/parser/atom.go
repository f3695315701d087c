package parser

import (
	"github.com/alecthomas/participle/v2/lexer"

	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/syntax/scan"
)

// atom parses an argument: a primary with its indices and projections.
func (p parser) atom() syntax.Exp {
	start := p.here()
	e := p.primary()
	for {
		switch t := p.Peek(); {
		case t.Type == scan.Index:
			p.Next()
			idx := p.indices()
			e = &syntax.IndexExp{Arr: e, Idx: idx, At: p.since(start)}
		case is(t, "."):
			p.Next()
			f := p.field()
			e = &syntax.ProjectExp{Rec: e, Field: f, At: p.since(start)}
		default:
			return e
		}
	}
}

func (p parser) primary() syntax.Exp {
	t := p.Peek()
	switch t.Type {
	case scan.Name, scan.Qual:
		p.Next()
		at := syntax.At{Span: p.tokSpan(t)}
		return &syntax.VarExp{At: at, Name: qualName(t.Value, at.Span)}
	case scan.Open:
		return p.localOpen()
	case scan.Constr:
		p.Next()
		return &syntax.ConstrExp{At: syntax.At{Span: p.tokSpan(t)}, Name: t.Value[1:]}
	case scan.Table:
		p.Next()
		k := p.s.scan.TableOf(t.Pos.Offset)
		return &syntax.TableExp{At: syntax.At{Span: p.tokSpan(t)}, Count: k.Count, Suffix: k.Suffix, Float: k.Float}
	case scan.Hole:
		p.Next()
		return &syntax.HoleExp{At: syntax.At{Span: p.tokSpan(t)}}
	case scan.Punct:
		switch t.Value {
		case "(":
			return p.parens()
		case "[":
			p.Next()
			elems := p.list("]", "an element")
			return &syntax.ArrayExp{Elems: elems, At: p.since(t.Pos.Offset)}
		case "{":
			return p.record()
		}
	}
	return p.literal()
}

// literal parses a number, a boolean, a character or a string.
func (p parser) literal() syntax.Exp {
	t := p.Peek()
	at := syntax.At{Span: p.tokSpan(t)}
	switch {
	case t.Type == scan.Int || t.Type == scan.Float:
		p.Next()
		n := scan.NumeralOf(t.Value)
		return &syntax.NumLit{At: at, Text: n.Text, Suffix: n.Suffix, Float: n.Float}
	case t.Type == scan.Char:
		p.Next()
		val, _ := scan.Unescape(t.Value[1 : len(t.Value)-1])
		return &syntax.CharLit{At: at, Val: []rune(val)[0]}
	case t.Type == scan.Str:
		p.Next()
		val, _ := scan.Unescape(t.Value[1 : len(t.Value)-1])
		return &syntax.StrLit{At: at, Val: val}
	case t.Type == scan.Key && (t.Value == "true" || t.Value == "false"):
		p.Next()
		return &syntax.BoolLit{At: at, Val: t.Value == "true"}
	}
	p.fails("a literal")
	return nil
}

// localOpen parses m.(e).
func (p parser) localOpen() syntax.Exp {
	t := p.Next()
	text := t.Value[:len(t.Value)-2]
	span := p.tokSpan(t)
	span.End -= 2
	e := p.exp()
	p.wants(")")
	return &syntax.LocalOpen{Mod: qualName(text, span), Exp: e, At: p.since(t.Pos.Offset)}
}

// list parses expressions up to the closing token; a comma may follow the last.
func (p parser) list(closing, what string) []syntax.Exp {
	var out []syntax.Exp
	for !p.takes(closing) {
		if !scan.StartsExp(p.Peek()) {
			if out == nil {
				p.s.expected(p.Peek(), scan.Quote(closing))
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
		p.fails(scan.Quote(closing))
	}
}

// parens parses what begins with a parenthesis: unit, sections, operators, tuples, grouping.
func (p parser) parens() syntax.Exp {
	start := p.Next().Pos.Offset
	t := p.Peek()
	switch {
	case p.takes(")"):
		return &syntax.TupleExp{At: p.since(start)}
	case is(t, "."):
		return p.pathSection(start)
	case t.Type == scan.Op || t.Type == scan.QualOp || t.Type == scan.Tick:
		if e := p.opSection(t, start); e != nil {
			return e
		}
	}
	e := p.exp()
	if _, ok := binary(p.Peek()); ok && p.Peek().Type != scan.Key { // climb stopped before it: it ends a section
		op, tick := p.operator()
		p.wants(")")
		return &syntax.SectionL{L: e, Op: op, Backtick: tick, At: p.since(start)}
	}
	if p.takes(")") {
		return &syntax.ParenExp{Exp: e, At: p.since(start)}
	}
	p.comma(")")
	if p.sees(")") {
		p.fails("the second component of this tuple")
	}
	elems := append([]syntax.Exp{e}, p.list(")", "a component of this tuple")...)
	return &syntax.TupleExp{Elems: elems, At: p.since(start)}
}

// opSection parses (op) and (op e); nil if a negation begins here.
func (p parser) opSection(t *lexer.Token, start int) syntax.Exp {
	prefix := t.Type == scan.Op && (t.Value == "-" || t.Value == "!")
	if prefix && !is(p.peek2(), ")") {
		return nil
	}
	if t.Value == "!" {
		p.notAFunction(t)
	}
	op, tick := p.operator()
	if !tick && p.takes(")") {
		return &syntax.VarExp{At: p.since(start), Name: op}
	}
	e := p.rangeExp()
	p.wants(")")
	return &syntax.SectionR{Op: op, Backtick: tick, R: e, At: p.since(start)}
}

// notAFunction reports ! where a function or the name of one should stand.
func (p parser) notAFunction(t *lexer.Token) {
	p.faulty(t, &diag.Diag{Class: diag.Syntax, Code: codeUnexpected, Span: p.tokSpan(t),
		Msg:  "`!` is a prefix operator: it can't be passed or defined like a function",
		Hint: "write \\x -> !x, or not for a bool; an operator of your own may begin with !, such as !+"})
}

// pathSection parses (.f.g), (.[i]) and what mixes them. Only the first index has a dot before it.
func (p parser) pathSection(start int) syntax.Exp {
	p.wants(".")
	var steps []syntax.PathStep
	if p.sees("[") {
		p.Next()
		steps = append(steps, syntax.PathStep{Idx: p.indices()})
	} else {
		steps = append(steps, syntax.PathStep{Field: p.field()})
	}
	for {
		switch {
		case p.takes("."):
			steps = append(steps, syntax.PathStep{Field: p.field()})
		case p.Peek().Type == scan.Index:
			p.Next()
			steps = append(steps, syntax.PathStep{Idx: p.indices()})
		default:
			p.wants(")")
			return &syntax.SectionPath{Steps: steps, At: p.since(start)}
		}
	}
}

// record parses {f = e, g}.
func (p parser) record() syntax.Exp {
	start := p.Next().Pos.Offset
	r := &syntax.RecordExp{}
	for !p.takes("}") {
		t := p.Peek()
		f := syntax.FieldExp{Name: p.field()}
		f.Punned = t.Type == scan.Name && !p.sees("=")
		if f.Punned {
			f.Exp = &syntax.VarExp{At: syntax.At{Span: p.tokSpan(t)}, Name: syntax.Name{Base: f.Name, Span: p.tokSpan(t)}}
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
func (p parser) indices() []syntax.DimIndex {
	out := []syntax.DimIndex{p.dim()}
	for p.comma("]"); !p.takes("]"); p.comma("]") {
		out = append(out, p.dim())
	}
	return out
}

// dim parses i, or a:b:c with any part left out.
func (p parser) dim() syntax.DimIndex {
	start := p.here()
	var d syntax.DimIndex
	if !p.sees(":") {
		if !scan.StartsExp(p.Peek()) {
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

func (p parser) slicePart() syntax.Exp {
	if scan.StartsExp(p.Peek()) {
		return p.rangeExp()
	}
	return nil
}
