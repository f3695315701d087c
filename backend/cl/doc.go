// Package cl binds the part of OpenCL 1.2 that Raido needs, without cgo: libOpenCL is loaded at run time
// through purego. The function names, argument orders and constants are those of the C API in the style of
// go-gl/cl/v1.2/cl, so that a change of binding is a change of one import.
//
// Input: a machine, with or without an OpenCL loader and drivers. Output: Available says whether there is
// a device and, if not, what is missing; Devices describes those found.
//
// Invariants: no function may be called before Available returned nil; a Kernel's arguments are set and
// launched by one goroutine at a time; pointers passed for non-blocking transfers are pinned by the caller.
//
// Layer 5: imports lang/system, flock, purego.
package cl
