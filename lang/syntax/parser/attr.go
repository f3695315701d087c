package parser

import (
	"strings"

	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/syntax/scan"
)

// attr parses #[...].
func (p parser) attr() syntax.Attr {
	first := p.Next()
	var b strings.Builder
	p.attrTerm(&b)
	p.wants("]")
	return syntax.Attr{Text: b.String(), Span: p.from(first.Pos.Offset)}
}

// attrTerm parses a name, $name, a number, a string or a name with arguments, and writes it with the usual spaces.
func (p parser) attrTerm(b *strings.Builder) {
	if p.takes("$") {
		b.WriteByte('$')
	}
	t := p.Peek()
	switch t.Type {
	case scan.Name, scan.Qual, scan.Int, scan.Str:
	case scan.Key:
		p.faulty(t, &diag.Diag{Class: diag.Syntax, Code: codeKeyword, Span: p.tokSpan(t),
			Msg: scan.Quote(t.Value) + " is a keyword and can't be an attribute"})
	default:
		p.fails("the name of an attribute")
	}
	p.Next()
	b.WriteString(t.Value)
	if t.Type != scan.Name || !p.takes("(") {
		return
	}
	b.WriteByte('(')
	for n := 0; !p.takes(")"); n++ {
		if n > 0 {
			b.WriteString(", ")
		}
		p.attrTerm(b)
		p.comma(")")
	}
	b.WriteByte(')')
}
