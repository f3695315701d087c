package diag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Render prints a diagnostic for people, without a newline at the end: class, code, place and message;
// the source line with carets under the span; the notes with theirs; the hint. With color it has ANSI codes.
//
//	TypeError [E0201] In [3]:2:5: message
//	2 | def f x = x + true
//	  |               ^^^^
//	note: the other operand
//	...
//	hint: what to do
func Render(d *Diag, color bool) string {
	r := renderer{color: color}
	name, style := string(d.Class), red
	if d.Warning {
		name, style = "Warning", yellow
	}
	r.paint(style, name)
	if d.Code != "" {
		r.paint(dim, " ["+d.Code+"]")
	}
	if d.Span.Source != nil {
		r.b.WriteString(" " + clean(d.Span.String()))
	}
	r.b.WriteString(": ")
	r.paint(bold, clean(d.Msg))
	r.excerpt(d.Span, style)
	for _, n := range d.Notes {
		r.b.WriteByte('\n')
		r.paint(blue, "note")
		if n.Span.Source != nil && !n.Span.Source.SameText(d.Span.Source) {
			r.b.WriteString(" " + clean(n.Span.String()))
		}
		r.b.WriteString(": " + clean(n.Msg))
		r.excerpt(n.Span, blue)
	}
	if d.Hint != "" {
		r.b.WriteByte('\n')
		r.paint(green, "hint")
		r.b.WriteString(": " + clean(d.Hint))
	}
	return r.b.String()
}

// maxShown is how many diagnostics of a list are printed.
const maxShown = 100

// RenderList prints diagnostics with an empty line between them; of a long list the first.
func RenderList(l List, color bool) string { return strings.Join(rendered(l, color), "\n\n") }

// RenderLines prints diagnostics one below the other, without colours; of a long list the first.
func RenderLines(l List) string { return strings.Join(rendered(l, false), "\n") }

func rendered(l List, color bool) []string {
	parts := make([]string, 0, min(len(l), maxShown+1))
	for i, d := range l {
		if i == maxShown {
			parts = append(parts, fmt.Sprintf("... and %d more", len(l)-i))
			break
		}
		parts = append(parts, Render(d, color))
	}
	return parts
}

// ANSI styles.
const (
	bold   = "1"
	dim    = "2"
	red    = "1;31"
	green  = "32"
	yellow = "1;33"
	blue   = "34"
)

type renderer struct {
	b     strings.Builder
	color bool
}

func (r *renderer) paint(style, text string) {
	if r.color {
		text = "\x1b[" + style + "m" + text + "\x1b[0m"
	}
	r.b.WriteString(text)
}

// maxWidth is how much of a long line is shown.
const maxWidth = 110

// excerpt prints the first line of a span with carets under it.
func (r *renderer) excerpt(s Span, style string) {
	if s.Source == nil {
		return
	}
	line, start, end := firstLine(s)
	shown, from, to := layout(line, start, end)
	number, _ := s.Pos()
	gutter := fmt.Sprint(number)
	r.b.WriteByte('\n')
	r.paint(blue, gutter+" |")
	r.b.WriteString(strings.TrimRight(" "+shown, " ") + "\n")
	r.paint(blue, strings.Repeat(" ", len(gutter))+" |")
	r.b.WriteString(" " + strings.Repeat(" ", from))
	r.paint(style, strings.Repeat("^", max(1, to-from)))
}

// firstLine is the line on which a span begins, and the span's part of it.
func firstLine(s Span) (line string, start, end int) {
	text := s.Source.Place().Text
	at := min(max(s.start(), 0), len(text))
	from := strings.LastIndexByte(text[:at], '\n') + 1
	line, _, _ = strings.Cut(text[from:], "\n")
	line = strings.TrimSuffix(line, "\r")
	start = min(at-from, len(line))
	end = min(max(at+s.End-s.Start-from, start), len(line))
	lo, hi := max(0, start-nearBytes), min(len(line), start+nearBytes)
	for lo > 0 && !utf8.RuneStart(line[lo]) {
		lo--
	}
	for hi < len(line) && !utf8.RuneStart(line[hi]) {
		hi++
	}
	return line[lo:hi], start - lo, min(end, hi) - lo
}

// nearBytes is how much of a line is looked at, on either side of where a span begins: a line may be a table of a million numbers.
const nearBytes = 20 * maxWidth

// cell is one rune of a line as it is shown.
type cell struct {
	text  string
	width int
}

// layout gives a line as it is shown, and the columns of the bytes from start to end. Of a long line
// it keeps the part around the span.
func layout(line string, start, end int) (shown string, from, to int) {
	var cells []cell
	first, last, col := -1, 0, 0
	for i, c := range line {
		if first < 0 && i >= start {
			first, from = len(cells), col
		}
		if i < end {
			last = len(cells) + 1
		}
		k := show(c, col)
		cells = append(cells, k)
		col += k.width
		if i < end {
			to = col
		}
	}
	if first < 0 {
		first, from = len(cells), col
	}
	if last < first {
		last, to = first, from
	}
	if col <= maxWidth {
		return join(cells), from, to
	}
	return window(cells, first, last)
}

// window cuts a long line down to what is around the cells from first to last.
func window(cells []cell, first, last int) (shown string, from, to int) {
	lo, lead := first, 0
	for lo > 0 && lead+cells[lo-1].width <= maxWidth/3 {
		lo--
		lead += cells[lo].width
	}
	hi, width := lo, 0
	for hi < len(cells) && width+cells[hi].width <= maxWidth {
		width += cells[hi].width
		if hi < last {
			to = width
		}
		hi++
	}
	shown, from = join(cells[lo:hi]), lead
	if lo > 0 {
		shown, from, to = "…"+shown, from+1, to+1
	}
	if hi < len(cells) {
		shown += "…"
	}
	return shown, from, max(to, from)
}

func join(cells []cell) string {
	var b strings.Builder
	for _, c := range cells {
		b.WriteString(c.text)
	}
	return b.String()
}

// tabWidth is how far apart tab stops are.
const tabWidth = 4

// show tells how a rune at a column is shown: tabs as spaces, control characters by a stand-in, so that a
// source can't send codes to the reader's terminal.
func show(c rune, col int) cell {
	switch {
	case c == '\t':
		n := tabWidth - col%tabWidth
		return cell{strings.Repeat(" ", n), n}
	case c < ' ':
		return cell{string(0x2400 + c), 1}
	case c == 0x7f || c == utf8.RuneError || unicode.Is(unicode.Cc, c) || unicode.Is(unicode.Cf, c) && c != 0x200d:
		return cell{"\ufffd", 1}
	case c == 0x200d || unicode.In(c, unicode.Mn, unicode.Me):
		return cell{string(c), 0}
	case wide(c):
		return cell{string(c), 2}
	}
	return cell{string(c), 1}
}

// wide reports whether terminals give a rune two columns: East Asian wide and full-width, and emoji.
func wide(c rune) bool {
	for _, r := range [...][2]rune{{0x1100, 0x115f}, {0x231a, 0x231b}, {0x2e80, 0x303e}, {0x3041, 0xa4cf},
		{0xa960, 0xa97f}, {0xac00, 0xd7a3}, {0xf900, 0xfaff}, {0xfe30, 0xfe6f}, {0xff00, 0xff60}, {0xffe0, 0xffe6},
		{0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1faff}, {0x20000, 0x3fffd}} {
		if c <= r[1] {
			return c >= r[0]
		}
	}
	return false
}

// clean keeps control characters of a message from the terminal; line ends may stay.
func clean(msg string) string {
	ok := func(c rune) bool { return c == '\n' || c >= ' ' && c != 0x7f && !unicode.Is(unicode.Cc, c) }
	if strings.IndexFunc(msg, func(c rune) bool { return !ok(c) }) < 0 {
		return msg
	}
	var b strings.Builder
	for _, c := range msg {
		if !ok(c) {
			b.WriteString(show(c, 0).text)
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}
