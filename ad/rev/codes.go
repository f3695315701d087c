package rev

import "raido/lang/diag"

var codeAccOperator = diag.Register("E1101", "The reverse derivative of an accumulator needs the operator +.")
