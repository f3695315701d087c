// Package distinct has one pass over core, Scatters: it finds the scatters that write every place at most once, or every place.
//
// It takes and gives a program that verifies, derivatives still in it. distinct.go has the pass and the proof, value.go computes with the elements of arrays at one
// point. Note [Places by counting] says what it recognises.
//
// Layer 3: imports lang/core, lang/prim.
package distinct
