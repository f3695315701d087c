// Package backend runs core programs: the ordered list of passes, engines, device values and the program
// cache.
//
// Input: a core.Prog that has gone through the engine's passes, and host values. Output: values on the engine and a
// Profile, or a *diag.Diag. Open and Default choose the engine: "interp" is the reference interpreter,
// "opencl" the first usable OpenCL device; what that cannot run goes to the interpreter, and the Profile
// says so; "dual" the interpreter that takes derivatives at run time (ad/dual).
//
// Invariants: an engine never changes what a caller holds (buffers are shared, and copied before a write
// while anybody else has them); results of a program on one device are the same in every run; compiling an
// equal program again is a look-up.
//
// Layer 8: imports lang/*, ad, backend/*. Nothing here knows Jupyter.
package backend
