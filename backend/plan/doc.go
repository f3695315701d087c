// Package plan is what printers of kernels tell those who launch them: a Program has, for each kernel, a text in the language of a device, its
// arguments, what it needs of memory, and which of its stages follow each other.
//
// Input and output: printers (backend/gen) fill in a Program of a seg.Prog, engines on devices (backend/host) read it.
//
// Invariants: nothing here knows a language or a device; arguments are in the order in which the kernel takes them.
//
// Layer 6: imports lang/core, backend/seg.
package plan
