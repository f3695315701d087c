// Package backend is what engines have in common: the interface through which programs, values and runs pass (engine.go), the
// ordered lists of passes (pipeline.go for core, kernelpipeline.go for what devices get), the profile of a run and how far one is, what a
// run is asked for by its context, and a cache.
//
// Input: a core.Prog that has gone through the engine's passes, and host values. Output: values on the engine and a
// Profile, or a *diag.Diag. The engines are packages: interp (the reference interpreter, and the one that takes derivatives at run
// time), opencl (a device), worker (a device in a process of its own), auto (two of them, of which a rule chooses). Package engines
// opens them by name, package dump writes what they compile.
//
// Invariants: an engine never changes what a caller holds (buffers are shared, and copied before a write
// while anybody else has them); results of a program on one device are the same in every run; compiling an
// equal program again is a look-up. No engine looks into the values of another one: what it needs it asks by the methods of Value.
//
// Imports lang/*, ad, and the packages of passes below. Nothing here knows Jupyter, nor any engine.
package backend
