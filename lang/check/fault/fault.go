package fault

import (
	"fmt"

	"raido/lang/diag"
)

// Reporter collects what a check of the language finds wrong.
type Reporter struct {
	Diags diag.List
	// Warnings go to Diags at the end: the checks ask whether there are Diags, that is, errors.
	Warnings diag.List
	// Faulty says that something in error is mentioned, about which no more is said.
	Faulty bool
}

// Error adds an error; notes and the hint may be added to what it gives.
func (r *Reporter) Error(class diag.Class, code string, at diag.Span, format string, args ...any) *diag.Diag {
	d := &diag.Diag{Class: class, Code: code, Span: at, Msg: fmt.Sprintf(format, args...)}
	r.Diags = append(r.Diags, d)
	return d
}

// Note adds a note to a diagnostic.
func Note(d *diag.Diag, at diag.Span, format string, args ...any) {
	d.Notes = append(d.Notes, diag.Note{Span: at, Msg: fmt.Sprintf(format, args...)})
}

// LinearHint says what can be done with an accumulator.
const LinearHint = "an accumulator may only be written to, write acc i v, be passed to a parameter of its type, or be returned to the stream"

// Count is a number with what it counts.
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Short shortens a piece of source for a message.
func Short(s string) string {
	if len(s) > 30 {
		return "this expression"
	}
	return s
}

// Pick is one of two words.
func Pick(cond bool, yes, no string) string {
	if cond {
		return yes
	}
	return no
}

// MustBeClean demands that a file of the library has no errors.
func MustBeClean(ds diag.List) {
	if es := ds.Errors(); len(es) > 0 {
		diag.Bugf("prelude: %s", es.Error())
	}
}
