package opencl

import "raido/lang/diag"

var codeBuild = diag.Register("E1308", "The driver could not compile a program.")
