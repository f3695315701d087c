package session

import (
	"fmt"
	"slices"
	"strings"

	"raido/display"
	"raido/lang/diag"
)

// part is a piece of a cell: text of Futhark, or one magic. Its source has the text of the whole cell with
// everything else blanked out, so that positions are those of the cell.
type part struct {
	src   *diag.Source
	magic string // name without %; empty for Futhark
	args  diag.Span
}

// magicDef is a magic command.
type magicDef struct {
	name, args, doc string
	run             func(c *cell, p part) (display.Bundle, error)
}

// magics lists the magic commands; init fills it, because %help reads it.
var magics []magicDef

func init() {
	magics = []magicDef{
		{"time", "E  |  --grad F X", "value of E and where the time went; with --grad, F X beside its gradient", magicTime},
		{"profile", "E", "what each kernel of E takes and moves, and how close that is to what the device can do", magicProfile},
		{"grad", "F X", "value and gradient of F at X, drawn", magicGrad},
		{"jacobian", "F X", "Jacobian of F at X as a heatmap", magicJacobian},
		{"gradcheck", "F X", "compares the derivatives of F at X: reverse, forward, tapes at run time, differences", magicGradcheck},
		{"plot", "[--title T] [--xlabel T] [--ylabel T] [--points|--line] [--label T] E ...", "draws vectors, or pairs (xs, ys) of them", magicPlot},
		{"heatmap", "[--title T] E", "draws a matrix", magicHeatmap},
		{"type", "E", "the type of E; nothing is computed", magicType},
		{"who", "", "names that the cells have defined, with types, sizes and staleness", magicWho},
		{"reset", "", "forgets all definitions and values", magicReset},
		{"refresh", "", "computes stale values again", magicRefresh},
		{"reactive", "on|off", "computes stale values again after every cell by itself", magicReactive},
		{"device", "[interp|opencl|dual]", "shows or changes the engine that cells run on", magicDevice},
		{"lsmagic", "", "lists the magics", magicList},
		{"help", "[NAME]", "what a magic or a name does", magicHelp},
	}
}

// splitMagics cuts a cell at its magics: lines that begin with %, each with the indented lines after it.
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
		case line[0] == '%':
			pieces = append(pieces, piece{at, end, true})
		case n > 0 && (!pieces[n-1].magic || line[0] == ' ' || line[0] == '\t'):
			pieces[n-1].end = end
		default:
			pieces = append(pieces, piece{at, end, false})
		}
		at = end
	}
	for _, p := range pieces {
		if strings.TrimSpace(text[p.start:p.end]) == "" {
			continue
		}
		out := part{src: only(src, p.start, p.end)}
		if p.magic {
			out.magic, out.args = magicHead(src, p.start, p.end)
		}
		parts = append(parts, out)
	}
	return parts
}

// magicHead finds the name of a magic and the span of its arguments.
func magicHead(src *diag.Source, start, end int) (string, diag.Span) {
	text := src.Text[start:end]
	n := 1
	for n < len(text) && !strings.ContainsRune(" \t\r\n", rune(text[n])) {
		n++
	}
	name := text[1:n]
	for n < len(text) && strings.ContainsRune(" \t\r\n", rune(text[n])) {
		n++
	}
	last := len(strings.TrimRight(text, " \t\r\n"))
	return name, diag.Span{Source: src, Start: start + min(n, max(last, n)), End: start + max(last, n)}
}

// only blanks out everything of a source but the given range.
func only(src *diag.Source, start, end int) *diag.Source {
	b := []byte(src.Text)
	for i := range b {
		if (i < start || i >= end) && b[i] != '\n' && b[i] != '\r' {
			b[i] = ' '
		}
	}
	return &diag.Source{Name: src.Name, Text: string(b)}
}

// magic runs one magic.
func (c *cell) magic(p part) (display.Bundle, error) {
	for _, m := range magics {
		if m.name == p.magic {
			return m.run(c, p)
		}
	}
	var names []string
	for _, m := range magics {
		names = append(names, m.name)
	}
	d := usage(p.args, "there is no magic %%%s", p.magic)
	if near := diag.Nearest(p.magic, names); near != "" {
		d.Hint = "did you mean %" + near + "?"
	} else {
		d.Hint = "%lsmagic lists the magics"
	}
	return display.Bundle{}, d
}

// usage makes the diagnostic of a magic that is called wrongly.
func usage(at diag.Span, format string, args ...any) *diag.Diag {
	return &diag.Diag{Class: diag.Usage, Code: codeMagic, Span: at, Msg: fmt.Sprintf(format, args...)}
}

// options takes --name [value] options from the front of a magic's arguments; flags have no value.
func options(at diag.Span, values, flags []string) (map[string]string, diag.Span, error) {
	out := map[string]string{}
	for {
		rest := at.Text()
		trimmed := strings.TrimLeft(rest, " \t\n")
		at.Start += len(rest) - len(trimmed)
		if !strings.HasPrefix(trimmed, "--") {
			return out, at, nil
		}
		word, _, _ := strings.Cut(trimmed, " ")
		name := word[2:]
		word = strings.TrimRight(word, "\n")
		switch {
		case slices.Contains(flags, name):
			out[name] = "on"
			at.Start += len(word)
		case slices.Contains(values, name):
			val, n := optionValue(trimmed[len(word):])
			out[name] = val
			at.Start += len(word) + n
		default:
			d := usage(diag.Span{Source: at.Source, Start: at.Start, End: at.Start + len(word)}, "there is no option --%s", name)
			d.Hint = "the options are --" + strings.Join(append(append([]string{}, values...), flags...), ", --")
			return nil, at, d
		}
	}
}

// optionValue takes a word, or a text in double quotes, and tells how many bytes it took.
func optionValue(s string) (string, int) {
	n := 0
	for n < len(s) && (s[n] == ' ' || s[n] == '\t') {
		n++
	}
	if n < len(s) && s[n] == '"' {
		if end := strings.IndexByte(s[n+1:], '"'); end >= 0 {
			return s[n+1 : n+1+end], n + end + 2
		}
	}
	end := strings.IndexAny(s[n:], " \t\n")
	if end < 0 {
		end = len(s) - n
	}
	return s[n : n+end], n + end
}
