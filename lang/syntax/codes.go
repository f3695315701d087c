package syntax

import "raido/lang/diag"

// The codes of this room: E0101 to E0199.
var (
	codeExpected   = diag.Register("E0101", "Something else was expected here.")
	codeUnexpected = diag.Register("E0102", "This can't stand here.")
	codeLex        = diag.Register("E0103", "A character that no program contains.")
	codeNumber     = diag.Register("E0104", "A malformed number.")
	codeString     = diag.Register("E0105", "A malformed string, character or escape.")
	codeLet        = diag.Register("E0106", "A let whose `in` is missing before the next definition.")
	codeKeyword    = diag.Register("E0107", "A keyword used as a name.")
	codePatDecl    = diag.Register("E0108", "A pattern where a definition needs a name.")
	codeTypeArgs   = diag.Register("E0109", "Arguments given to a type that has no name.")
	codeDeep       = diag.Register("E0111", "A program nested too deeply.")
)
