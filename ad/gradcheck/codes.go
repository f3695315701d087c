package gradcheck

import "raido/lang/diag"

var codeSize = diag.Register("E1103", "A derivative is checked of a function whose result has a size that depends on values.")

var codeNotFinite = diag.Register("E1104", "The gradient at a point is infinite or NaN.")
