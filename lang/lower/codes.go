package lower

import "raido/lang/diag"

// The codes of lowering's diagnostics.
var (
	codeUnsupported = diag.Register("E0801", "Legal Futhark that Raido cannot lower yet.")
	codePolymorphic = diag.Register("E0802", "An entry point that is polymorphic.")
	codeFunction    = diag.Register("E0803", "An entry point that takes or gives a function.")
	codeRank        = diag.Register("E0804", "An argument with the wrong number of dimensions.")
	codeSizes       = diag.Register("E0805", "Arguments whose sizes do not fit each other or their types.")
	codeCount       = diag.Register("E0806", "The wrong number of arguments.")
	codeArgument    = diag.Register("E0807", "An argument of the wrong type.")
)
