package magic

import "raido/lang/diag"

var codeMagic = diag.Register("E1001", "A magic does not exist, or is called wrongly.")

// CodeNoValue is the code of an expression that has no value to show.
var CodeNoValue = diag.Register("E1003", "A cell ends with what is no value: a function, or something of any type.")
