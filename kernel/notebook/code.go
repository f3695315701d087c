package notebook

import (
	"html"
	"regexp"
	"strings"

	"raido/lang/diag"
	"raido/lang/syntax/scan"
)

// highlight makes HTML of a cell: Futhark with a class for each kind of token, and magics.
func highlight(code string) string {
	var b strings.Builder
	rest := code
	for rest != "" {
		// Magics begin at the start of a line.
		n := nextMagic(rest)
		tokens(&b, rest[:n])
		rest = rest[n:]
		if rest == "" {
			break
		}
		line := magicLines.FindString(rest)
		magic(&b, line)
		rest = rest[len(line):]
	}
	return b.String()
}

var magicStart = regexp.MustCompile(`(?m)^[%!]`)

// nextMagic is where the next line with a magic begins.
func nextMagic(code string) int {
	if at := magicStart.FindStringIndex(code); at != nil {
		return at[0]
	}
	return len(code)
}

var (
	magicLines = regexp.MustCompile(`^.*(\n[ \t].*)*`) // with the indented lines after it
	magicName  = regexp.MustCompile(`^%\w*`)
	option     = regexp.MustCompile(`(^|\s)--?[a-z][\w-]*`)
)

// magic writes a magic: its name, options, and Futhark between them. A line of the shell is written as it is.
func magic(b *strings.Builder, line string) {
	name := magicName.FindString(line)
	if name == "" {
		span(b, "magic", line)
		return
	}
	span(b, "magic", name)
	line = line[len(name):]
	at := 0
	for _, m := range option.FindAllStringIndex(line, -1) {
		tokens(b, line[at:m[0]])
		span(b, "attribute", line[m[0]:m[1]])
		at = m[1]
	}
	tokens(b, line[at:])
}

// tokens writes Futhark.
func tokens(b *strings.Builder, code string) {
	at := 0
	for _, t := range scan.Tokens(&diag.Source{Name: "cell", Text: code}) {
		b.WriteString(html.EscapeString(code[at:t.Span.Start]))
		switch text := t.Text(); t.Kind {
		case scan.KindName, scan.KindPunct, scan.KindQualified:
			if isType(text) {
				span(b, "type", text)
			} else {
				b.WriteString(html.EscapeString(text))
			}
		default:
			span(b, string(t.Kind), text)
		}
		at = t.Span.End
	}
	b.WriteString(html.EscapeString(code[at:]))
}

func span(b *strings.Builder, class, text string) {
	b.WriteString(`<span class="` + class + `">` + html.EscapeString(text) + `</span>`)
}

// isType reports whether a name is that of a primitive type.
func isType(name string) bool {
	switch name {
	case "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64", "bool":
		return true
	}
	return false
}
