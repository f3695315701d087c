package session

import "raido/lang/diag"

// Codes of the session's own diagnostics.
var (
	codeGone  = diag.Register("E1002", "A value that the cell uses is not held any more.")
	codeLost  = diag.Register("E1004", "A value was on a device whose process ended.")
	codeLooks = diag.Register("E1011", "A cell of a subshell would change the notebook.")
)
