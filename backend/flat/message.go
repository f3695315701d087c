package flat

import (
	"strings"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
)

// Codes of run-time failures.
var (
	codeIndex  = diag.Register("E1201", "An index is outside of its array.")
	codeSlice  = diag.Register("E1202", "A slice reaches outside of its array.")
	codeDiv    = diag.Register("E1203", "An integer is divided by zero.")
	codePow    = diag.Register("E1204", "An integer is raised to a negative power.")
	codeAssert = diag.Register("E1205", "An assertion of the program does not hold.")
	codeSize   = diag.Register("E1206", "An array would have a negative size.")
	codeFlat   = diag.Register("E1301", "The program passes on accumulators in a way that devices do not run.")
)

// Messages of run-time failures; %v stands for a value of the failure record.
const (
	msgIndex = "index %v out of bounds for array of length %v"
	msgSlice = "slice of %v elements from %v with stride %v is out of bounds for length %v"
	msgPow   = "negative exponent: %v ** %v"
	msgSize  = "negative size %v"
)

var divSymbols = map[string]string{"div": "/", "mod": "%%", "quot": "//", "rem": "%%%%"}

func divMessage(op string) string { return "division by zero: %v " + divSymbols[op] + " %v" }

// assertMessage puts the verbs of a failure message for the %d of an assertion.
func assertMessage(e *core.Assert, args []core.Atom) (string, []core.Atom) {
	parts := strings.Split(e.Msg, "%d")
	var out strings.Builder
	n := min(len(parts)-1, len(args), seg.MaxSiteArgs)
	for i, p := range parts {
		out.WriteString(strings.ReplaceAll(p, "%", "%%"))
		switch {
		case i < n:
			out.WriteString("%v")
		case i < len(parts)-1:
			out.WriteString("...")
		}
	}
	return out.String(), args[:n]
}
