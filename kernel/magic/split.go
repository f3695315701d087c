package magic

import (
	"regexp"
	"strings"

	"raido/lang/diag"
)

// Part is a piece of a cell: text of Futhark, or one call of a magic.
type Part struct {
	Span  diag.Span // in the cell
	Magic string    // name without %; empty for Futhark
	Name  diag.Span // the name as it stands there
	Args  diag.Span
}

// Split cuts a cell at its magics: lines that begin with % or !, each with the indented lines after it. What a cell begins
// with may be a magic that is indented: no expression begins with %. A cell that is ?name or name? is %help name, as in other kernels.
func Split(src *diag.Source) []Part {
	if p, ok := helpAsked(src); ok {
		return []Part{p}
	}
	return split(src)
}

func split(src *diag.Source) []Part {
	var parts []Part
	text := src.Text
	type piece struct {
		start, end int
		magic      bool
	}
	var pieces []piece
	for at := 0; at < len(text); {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			end = len(text)
		} else {
			end += at + 1
		}
		line := text[at:end]
		n := len(pieces)
		switch {
		case line[0] == '%' || line[0] == '!' || strings.HasPrefix(strings.TrimLeft(line, " \t"), "%") && strings.TrimSpace(text[:at]) == "":
			pieces = append(pieces, piece{at, end, true})
		case n > 0 && (!pieces[n-1].magic || line[0] == ' ' || line[0] == '\t'):
			pieces[n-1].end = end
		default:
			pieces = append(pieces, piece{at, end, false})
		}
		at = end
	}
	for _, p := range pieces {
		diag.Poll()
		if strings.TrimSpace(text[p.start:p.end]) == "" {
			continue
		}
		out := Part{Span: diag.Span{Source: src, Start: p.start, End: p.end}}
		if p.magic {
			out.Magic, out.Name, out.Args = head(src, p.start, p.end)
		}
		parts = append(parts, out)
	}
	return parts
}

// head finds the name of a magic, "%" if it has none, its span with the %, and the span of its arguments.
func head(src *diag.Source, start, end int) (name string, at, args diag.Span) {
	text := src.Text[:end]
	last := len(strings.TrimRight(text, " \t\r\n"))
	start += len(text[start:]) - len(strings.TrimLeft(text[start:], " \t"))
	at = diag.Span{Source: src, Start: start, End: start + 1}
	if text[start] == '!' {
		return "!", at, diag.Span{Source: src, Start: start + 1, End: max(start+1, last)}
	}
	for at.End < end && !strings.ContainsRune(" \t\r\n", rune(text[at.End])) {
		at.End++
	}
	n := at.End
	for n < end && strings.ContainsRune(" \t\r\n", rune(text[n])) {
		n++
	}
	if name = text[start+1 : at.End]; name == "" {
		name = "%"
	}
	return name, at, diag.Span{Source: src, Start: min(n, max(last, at.End)), End: max(last, at.End)}
}

var helpPattern = regexp.MustCompile(`^\s*(?:\?\??\s*(%?[\pL_][\pL\pN_'.]*|!)|(%?[\pL_][\pL\pN_'.]*)\?\??)\s*$`)

// helpAsked reports whether a cell is ?name or name?, and gives the call of %help that it is.
func helpAsked(src *diag.Source) (Part, bool) {
	if text := strings.TrimSpace(src.Text); !strings.HasPrefix(text, "?") && !strings.HasSuffix(text, "?") {
		return Part{}, false // without a walk over a long text
	}
	at := helpPattern.FindStringSubmatchIndex(src.Text)
	if at == nil {
		return Part{}, false
	}
	name := diag.Span{Source: src, Start: max(at[2], at[4]), End: max(at[3], at[5])}
	return Part{Span: diag.Span{Source: src, End: len(src.Text)}, Magic: "help", Name: name, Args: name}, true
}
