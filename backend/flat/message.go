package flat

import (
	"strings"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
)

var codeFlat = diag.Register("E1301", "The program passes on accumulators in a way that devices do not run.")

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
