package session

import (
	"strings"

	"raido/lang/diag"
)

// part is a piece of a cell: text of Futhark, or one magic. Its source has the text of the whole cell with
// everything else blanked out, so that positions are those of the cell.
type part struct {
	src *diag.Source // nil before open

	whole      *diag.Source // the cell
	start, end int          // of the part in it

	magic string // name without %; empty for Futhark
	name  diag.Span
	args  diag.Span
}

// splitMagics cuts a cell at its magics: lines that begin with % or !, each with the indented lines after it. What a cell begins
// with may be a magic that is indented: no expression begins with %.
func splitMagics(src *diag.Source) []part {
	var parts []part
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
		out := part{whole: src, start: p.start, end: p.end}
		if p.magic {
			out.magic, out.name, out.args = magicHead(src, p.start, p.end)
		}
		parts = append(parts, out)
	}
	return parts
}

// open gives the part with its source. That is as long as the cell: those of all parts at once would be too much.
func (p part) open() part {
	if p.src == nil {
		p.src = only(p.whole, p.start, p.end)
	}
	return p
}

// magicHead finds the name of a magic, "%" if it has none, its span with the %, and the span of its arguments.
func magicHead(src *diag.Source, start, end int) (name string, at, args diag.Span) {
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

// only blanks out everything of a source but the given range.
func only(src *diag.Source, start, end int) *diag.Source {
	blank := src.Blank()
	out := &diag.Source{ID: src.ID, Name: src.Name, Text: blank[:start] + src.Text[start:end] + blank[end:]}
	out.Move(src.Place())
	return out
}

// argument is the arguments as one text of Futhark.
func (p part) argument() *diag.Source { return only(p.src, p.args.Start, p.args.End) }
