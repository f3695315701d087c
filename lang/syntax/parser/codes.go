package parser

import "raido/lang/diag"

// The codes of the parser: E0101 to E0199, with those of package scan.
var (
	codeExpected   = diag.Register("E0101", "Something else was expected here.")
	codeUnexpected = diag.Register("E0102", "This can't stand here.")
	codeLet        = diag.Register("E0106", "A let whose `in` is missing before the next definition.")
	codeKeyword    = diag.Register("E0107", "A keyword used as a name.")
	codePatDecl    = diag.Register("E0108", "A pattern where a definition needs a name.")
	codeTypeArgs   = diag.Register("E0109", "Arguments given to a type that has no name.")
	codeDeep       = diag.Register("E0111", "A program nested too deeply.")
)
