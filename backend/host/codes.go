package host

import "raido/lang/diag"

// Codes of what goes wrong with devices only.
var (
	codeTooLarge  = diag.Register("E1313", "A program is too large for a device once its calls are inlined.")
	codeRecursive = diag.Register("E1302", "Functions that call themselves do not run on devices.")
	codeScratch   = diag.Register("E1305", "The intermediate results of a kernel do not fit into the device's memory.")
)
