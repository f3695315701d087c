package worker

import "raido/lang/diag"

// Codes of what goes wrong with workers.
var (
	codeWorker   = diag.Register("E1314", "The process that runs device programs ended.")
	codeDriver   = diag.Register("E1317", "The driver of the device ended the process that runs device programs.")
	codeLost     = diag.Register("E1315", "A value was on the device of a process that ended.")
	codeEndedFor = diag.Register("E1316", "The process that runs device programs was ended because of another run.")
)
