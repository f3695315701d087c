// Package auto makes engines of several: that of a notebook, which chooses by the size of a program between the interpreter and a
// device, in whose place an embedded one takes what it cannot run (Note [Choice]), and that of a name, which leaves the device only for what it cannot run at all.
//
// Input: an engine on a device, and what opens the embedded one. Output: a backend.Engine, whose Profile names the one that ran.
//
// Invariants: the choice depends on the program and its arguments alone, so that the same notebook gives the same numbers;
// values go from one engine to the other by backend.Value.On.
//
// Layer 10: imports backend, backend/{interp,worker,flat}, lang/*.
package auto
