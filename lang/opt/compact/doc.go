// Package compact has one pass over core, Loops: in functions of which reverse derivatives are taken, loops that write what they keep side by side, at
// places that they count, become maps, sums and scatters.
//
// It takes and gives a program that verifies, derivatives still in it. compact.go says what it does and makes the code, find.go takes
// loops apart, choice.go has numbers that depend on conditions.
//
// Layer 3: imports lang/core, lang/prim.
package compact
