package display

import (
	"fmt"
	"strings"

	"raido/lang/diag"
)

// Failure is a failed cell as front ends see it.
type Failure struct {
	Name      string   // class: "TypeError", "RuntimeError", ...
	Value     string   // one line
	Traceback []string // lines with ANSI colours
}

// Error describes the diagnostics of a cell that failed: name and value are those of the first error,
// the traceback has all of them.
func Error(list diag.List) Failure {
	lead := list
	if errs := list.Errors(); len(errs) > 0 {
		lead = errs
	}
	if len(lead) == 0 {
		return Failure{Name: "Error", Value: "failed", Traceback: []string{"Error: failed"}}
	}
	f := Failure{Name: string(lead[0].Class), Value: oneLine(lead[0].Msg), Traceback: Report(list, true)}
	if n := len(list.Errors()); n > 1 {
		f.Value += fmt.Sprintf(" (and %d more)", n-1)
	}
	return f
}

// Report prints diagnostics as lines: for each its class and message, its place with the source line and
// carets under the span, notes and the hint.
func Report(list diag.List, colour bool) []string {
	p := paint(colour)
	var out []string
	for i, d := range list {
		if i > 0 {
			out = append(out, "")
		}
		head := p.red(string(d.Class))
		if d.Warning {
			head = p.yellow("Warning")
		}
		line := head + ": " + p.bold(d.Msg)
		if d.Code != "" {
			line += " " + p.dim("["+d.Code+"]")
		}
		out = append(out, strings.Split(line, "\n")...)
		out = append(out, p.place(d.Span, "")...)
		for _, n := range d.Notes {
			out = append(out, "  "+p.blue("note")+": "+strings.ReplaceAll(n.Msg, "\n", "\n  "))
			out = append(out, p.place(n.Span, "  ")...)
		}
		if d.Hint != "" {
			out = append(out, "  "+p.green("hint")+": "+strings.ReplaceAll(d.Hint, "\n", "\n  "))
		}
	}
	return out
}

func oneLine(s string) string {
	first, _, more := strings.Cut(s, "\n")
	if more {
		first += " ..."
	}
	return first
}

// place shows where a span is: name:line:column, the source line, carets under it.
func (p paint) place(s diag.Span, indent string) []string {
	if s.Source == nil {
		return nil
	}
	line, col := s.Pos()
	number := fmt.Sprint(line)
	gutter := indent + strings.Repeat(" ", len(number)+1)
	src := sourceLine(s)
	before := []rune(src)[:min(col-1, len([]rune(src)))]
	return []string{
		gutter + p.blue("--> ") + s.String(),
		indent + p.blue(number+" | ") + strings.ReplaceAll(src, "\t", "    "),
		gutter + p.blue("| ") + blank(before) + p.red(strings.Repeat("^", caretWidth(s, src, len(string(before))))),
	}
}

// sourceLine is the line on which a span begins.
func sourceLine(s diag.Span) string {
	text := s.Source.Text
	start := min(s.Start, len(text))
	from := strings.LastIndexByte(text[:start], '\n') + 1
	line, _, _ := strings.Cut(text[from:], "\n")
	return strings.TrimSuffix(line, "\r")
}

// blank is space as wide as text is printed.
func blank(text []rune) string {
	var b strings.Builder
	for _, r := range text {
		if r == '\t' {
			b.WriteString("    ")
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// caretWidth is the number of carets: the code points of the span on its first line, at least one.
func caretWidth(s diag.Span, line string, offset int) int {
	end := min(offset+max(s.End-s.Start, 0), len(line))
	if end <= offset {
		return 1
	}
	return len(blank([]rune(line[offset:end])))
}

// paint colours text with ANSI codes, if it is true.
type paint bool

func (p paint) code(c, s string) string {
	if !p || s == "" {
		return s
	}
	return "\x1b[" + c + "m" + s + "\x1b[0m"
}

func (p paint) red(s string) string    { return p.code("1;31", s) }
func (p paint) yellow(s string) string { return p.code("1;33", s) }
func (p paint) green(s string) string  { return p.code("32", s) }
func (p paint) blue(s string) string   { return p.code("34", s) }
func (p paint) bold(s string) string   { return p.code("1", s) }
func (p paint) dim(s string) string    { return p.code("2", s) }
