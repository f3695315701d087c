package diag

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"
)

// Span is a half-open byte range of a Source. The zero Span means "no position".
type Span struct {
	Source     *Source
	Start, End int
}

// To returns the smallest span that covers s and t.
func (s Span) To(t Span) Span {
	if s.Source == nil {
		return t
	}
	if t.Source == nil {
		return s
	}
	return Span{s.Source, min(s.Start, t.Start), max(s.End, t.End)}
}

// Pos gives the line and column of the span's start, both counted from 1, the column in code points.
func (s Span) Pos() (line, col int) {
	if s.Source == nil {
		return 0, 0
	}
	whole := s.Source.Place()
	before := whole.Text[:min(whole.At+s.Start, len(whole.Text))]
	nl := strings.LastIndexByte(before, '\n')
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[nl+1:]) + 1
}

// start is where the span begins in the text that people see.
func (s Span) start() int {
	if s.Source == nil {
		return s.Start
	}
	return s.Source.Place().At + s.Start
}

// String prints "name:line:col".
func (s Span) String() string {
	if s.Source == nil {
		return "<no position>"
	}
	line, col := s.Pos()
	return fmt.Sprintf("%s:%d:%d", s.Source.Title(), line, col)
}

// InLibrary reports whether the span is in Futhark's library.
func (s Span) InLibrary() bool { return s.Source != nil && s.Source.ID.Kind == Library }

// OfUser is the span, if it is not in Futhark's library, whose text says nothing more to a user.
func (s Span) OfUser() Span {
	if s.InLibrary() {
		return Span{}
	}
	return s
}

// Text is the source text that the span covers.
func (s Span) Text() string {
	if s.Source == nil {
		return ""
	}
	n := len(s.Source.Text)
	return s.Source.Text[min(s.Start, n):min(s.End, n)]
}

// Class says what kind of fault a diagnostic reports; it becomes the error name in a notebook.
type Class string

// The classes. Syntax to Module are compile-time (exit status 1), Runtime is exit status 2,
// Unsupported is legal Futhark that Raido can't do yet (exit status 4).
const (
	Syntax      Class = "SyntaxError"
	Name        Class = "NameError"
	Type        Class = "TypeError"
	Size        Class = "SizeError"
	Unique      Class = "UniquenessError"
	Module      Class = "ModuleError"
	Runtime     Class = "RuntimeError"
	Interrupt   Class = "Interrupted"
	Memory      Class = "MemoryError"
	Device      Class = "DeviceError"
	Usage       Class = "UsageError"
	Unsupported Class = "UnsupportedError"
)

// Note is a secondary message with its own place (the zero Span if it has none).
type Note struct {
	Span Span
	Msg  string
}

// Diag is one diagnostic: place, fact, and a way out.
type Diag struct {
	Class   Class
	Code    string // stable, e.g. "E0102"; every code is listed in codes.go
	Span    Span
	Msg     string // one sentence, no full stop
	Notes   []Note
	Hint    string // how to mend it; may be empty
	Warning bool
}

// Error implements error: "name:line:col: msg".
func (d *Diag) Error() string {
	if d.Span.Source == nil {
		return d.Msg
	}
	return d.Span.String() + ": " + d.Msg
}

// List is the diagnostics of one compilation; as an error it is never empty.
type List []*Diag

// Error implements error; it prints all messages, a line each.
func (l List) Error() string {
	var b strings.Builder
	for i, d := range l {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(d.Error())
	}
	return b.String()
}

// Sort orders by position; diagnostics of the same place keep their order.
func (l List) Sort() {
	sort.SliceStable(l, func(i, j int) bool { return l[i].Span.start() < l[j].Span.start() })
}

// Errors is the list without its warnings.
func (l List) Errors() List {
	var out List
	for _, d := range l {
		if !d.Warning {
			out = append(out, d)
		}
	}
	return out
}
