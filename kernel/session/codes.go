package session

import "raido/lang/diag"

// Codes of the session's own diagnostics.
var (
	codeMagic = diag.Register("E1001", "A magic does not exist, or is called wrongly.")
	codeGone  = diag.Register("E1002", "A value that the cell uses is not held any more.")
	codeLost  = diag.Register("E1004", "A value was on a device whose process ended.")
	codeLooks = diag.Register("E1011", "A cell of a subshell would change the notebook.")

	codeNoValue = diag.Register("E1003", "A cell ends with what is no value: a function, or something of any type.")
)
