package ad

import "raido/lang/diag"

var codeRecursive = diag.Register("E1102", "A derivative is taken of a function that calls itself.")
