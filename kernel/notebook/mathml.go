package notebook

import (
	"html"
	"strings"
	"unicode"
)

// mathML translates the TeX of formulas, as notebooks use it, into MathML, which browsers draw without help. A command
// that it does not know stands there as it is written.
func mathML(tex string, display bool) string {
	p := &texParser{s: []rune(strings.TrimSpace(tex))}
	body := p.row(func() bool { return false })
	if display {
		return `<math display="block"><mrow>` + body + `</mrow></math>`
	}
	return `<math><mrow>` + body + `</mrow></math>`
}

// texParser reads TeX from left to right.
type texParser struct {
	s    []rune
	at   int
	deep int
}

// maxDepth bounds the nesting of groups.
const maxDepth = 200

func (p *texParser) end() bool { return p.at >= len(p.s) }

// spaces skips white space.
func (p *texParser) spaces() {
	for !p.end() && unicode.IsSpace(p.s[p.at]) {
		p.at++
	}
}

// looking reports whether text comes next.
func (p *texParser) looking(text string) bool {
	return strings.HasPrefix(string(p.s[p.at:min(len(p.s), p.at+len(text))]), text)
}

// row reads terms with their scripts until stop or the end.
func (p *texParser) row(stop func() bool) string {
	var b strings.Builder
	for {
		p.spaces()
		if p.end() || stop() {
			return b.String()
		}
		b.WriteString(p.scripted())
	}
}

// scripted reads a term with what stands below and above it.
func (p *texParser) scripted() string {
	base, limits := p.term()
	sub, sup := "", ""
	for {
		p.spaces()
		switch {
		case p.end():
		case p.s[p.at] == '_' && sub == "":
			p.at++
			sub = p.argument()
			continue
		case p.s[p.at] == '^' && sup == "":
			p.at++
			sup = p.argument()
			continue
		case p.s[p.at] == '\'' && sup == "":
			for !p.end() && p.s[p.at] == '\'' {
				sup += "<mo>′</mo>"
				p.at++
			}
			sup = "<mrow>" + sup + "</mrow>"
			continue
		}
		break
	}
	under, over, both := "msub", "msup", "msubsup"
	if limits {
		under, over, both = "munder", "mover", "munderover"
	}
	switch {
	case sub != "" && sup != "":
		return element(both, base+sub+sup)
	case sub != "":
		return element(under, base+sub)
	case sup != "":
		return element(over, base+sup)
	}
	return base
}

func element(name, body string) string { return "<" + name + ">" + body + "</" + name + ">" }

// argument reads a group in braces or one term; of a number only one digit, as in \frac12.
func (p *texParser) argument() string {
	p.spaces()
	if p.end() {
		return "<mrow></mrow>"
	}
	if c := p.s[p.at]; c >= '0' && c <= '9' {
		p.at++
		return element("mn", string(c))
	}
	t, _ := p.term()
	return t
}

// term reads one symbol, number, group or command; limits reports whether scripts stand below and above it.
func (p *texParser) term() (out string, limits bool) {
	c := p.s[p.at]
	switch {
	case c == '{':
		return p.group(), false
	case c == '\\':
		return p.command()
	case c >= '0' && c <= '9':
		from := p.at
		for !p.end() && (p.s[p.at] >= '0' && p.s[p.at] <= '9' || p.s[p.at] == '.' && p.at+1 < len(p.s) && unicode.IsDigit(p.s[p.at+1])) {
			p.at++
		}
		return element("mn", string(p.s[from:p.at])), false
	case unicode.IsLetter(c):
		p.at++
		return element("mi", string(c)), false
	}
	p.at++
	switch c {
	case '-':
		return element("mo", "−"), false
	case '~':
		return `<mspace width="0.33em"/>`, false
	case '(', ')', '[', ']', '|':
		return `<mo stretchy="false">` + string(c) + `</mo>`, false
	}
	return element("mo", html.EscapeString(string(c))), false
}

// group reads {...}.
func (p *texParser) group() string {
	p.at++
	if p.deep++; p.deep > maxDepth {
		p.at = len(p.s)
		return ""
	}
	body := p.row(func() bool { return p.s[p.at] == '}' })
	p.at++
	p.deep--
	return element("mrow", body)
}

// name reads the name of a command after its backslash.
func (p *texParser) name() string {
	p.at++
	from := p.at
	for !p.end() && unicode.IsLetter(p.s[p.at]) {
		p.at++
	}
	if p.at == from && !p.end() {
		p.at++
	}
	return string(p.s[from:p.at])
}

// text reads {...} as it is written.
func (p *texParser) text() string {
	p.spaces()
	if p.end() || p.s[p.at] != '{' {
		return ""
	}
	from := p.at + 1
	for depth := 0; !p.end(); p.at++ {
		switch p.s[p.at] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				p.at++
				return string(p.s[from : p.at-1])
			}
		}
	}
	return string(p.s[min(from, len(p.s)):])
}
