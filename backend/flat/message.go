package flat

import (
	"strings"

	"raido/backend/seg"
	"raido/lang/core"
)

// Codes and messages of run-time failures; %v stands for a value of the failure record.
const (
	codeIndex  = "R0101"
	codeSlice  = "R0102"
	codeDiv    = "R0103"
	codePow    = "R0104"
	codeAssert = "R0105"
	codeSize   = "R0106"

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
