// Package opencl is the engine on an OpenCL device: compiled programs, runs, buffers, caches of built kernels, measured runs.
//
// Input: a core.Prog that has gone through the passes, and values of the engine. Output: such values and a backend.Profile, or a
// *diag.Diag. Open takes the device that package cl puts first. A program has two forms (Flat says how one is made), which are chosen
// by the work that the sizes among the arguments mean; a run is an interpreter of the host code, which launches kernels.
//
// Invariants: one run at a time uses the device (gate.go); buffers are shared, and copied before a write while anybody else has
// them; results of a program on one device are the same in every run; compiling an equal program again is a look-up.
//
// Layer 9: imports backend, backend/{seg,flat,mem,gen,cl}, lang/*. Nothing here knows another engine.
package opencl
