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
	f := Failure{Name: string(lead[0].Class), Value: oneLine(lead[0].Msg), Traceback: strings.Split(diag.RenderList(list, true), "\n")}
	if n := len(list.Errors()); n > 1 {
		f.Value += fmt.Sprintf(" (and %d more)", n-1)
	}
	return f
}

func oneLine(s string) string {
	first, _, more := strings.Cut(s, "\n")
	if more {
		first += " ..."
	}
	return first
}
