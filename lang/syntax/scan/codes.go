package scan

import "raido/lang/diag"

// The codes of texts that are no tokens; see package parser for the others from E0101 to E0199.
var (
	codeLex    = diag.Register("E0103", "A character that no program contains.")
	codeNumber = diag.Register("E0104", "A malformed number.")
	codeString = diag.Register("E0105", "A malformed string, character or escape.")
)
