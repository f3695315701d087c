// Package dump writes a program as it is after a pass, or in one of the forms that a device gets.
//
// Input: a core.Prog from lowering, and one of Names. Output: text.
//
// Layer 11: imports backend, backend/{host,opencl,wasm,flat,seg}, lang/*.
package dump
