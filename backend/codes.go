package backend

import "raido/lang/diag"

// Codes of what goes wrong with engines.
var (
	codeTooLarge  = diag.Register("E1313", "A program is too large for a device once its calls are inlined.")
	codeRecursive = diag.Register("E1302", "Functions that call themselves do not run on devices.")
	codeDouble    = diag.Register("E1303", "The device has no f64.")
	codeMemory    = diag.Register("E1304", "An array does not fit into the device's memory.")
	codeScratch   = diag.Register("E1305", "The intermediate results of a kernel do not fit into the device's memory.")
	codeNoDevice  = diag.Register("E1306", "There is no OpenCL device.")
	codeDevice    = diag.Register("E1307", "The device or its driver reported an error.")
	codeBuild     = diag.Register("E1308", "The driver could not compile a program.")
	codeNoBackend = diag.Register("E1309", "There is no backend of that name.")
	codeNoPass    = diag.Register("E1310", "There is no pass of that name.")
	codeWorker    = diag.Register("E1314", "The process that runs device programs ended.")
	codeEndedFor  = diag.Register("E1316", "The process that runs device programs was ended because of another run.")
	codeLost      = diag.Register("E1315", "A value was on the device of a process that ended.")
)
