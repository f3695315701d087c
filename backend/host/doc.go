// Package host is the engine on a device: compiled programs, runs, buffers with reference counts, values, and the choice between the two forms
// of a program (Note [Two forms of a program]). A run is an interpreter of the host code, which has the device launch kernels.
//
// Input: a core.Prog that has gone through the passes, and values of the engine. Output: such values and a backend.Profile, or a
// *diag.Diag. Flat says how a form is made. Whatever a device does it is asked for through one interface, Device; New is the engine on one.
//
// Invariants: one run at a time uses the device (gate.go); buffers are shared, and copied before a write while anybody else has
// them; results of a program on one device are the same in every run; compiling an equal program again is a look-up.
//
// Layer 9: imports backend, backend/{seg,flat,mem,plan}, lang/*. Nothing here knows which device there is, or another engine.
package host
