package lower

import "raido/lang/diag"

// The codes of lowering's diagnostics.
var (
	codePolymorphic = diag.Register("E0802", "An entry point that is polymorphic.")
	codeFunction    = diag.Register("E0803", "An entry point that takes or gives a function.")
)
