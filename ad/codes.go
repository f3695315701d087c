package ad

import "raido/lang/diag"

var codeRecursive = diag.Register("E1102", "A function that calls itself takes a derivative of itself.")

var codeNested = diag.Register("E1105", "Derivatives are nested so deeply that their code is too large.")
