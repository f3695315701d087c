// Package origin has one pass over core, Loops: in functions of which reverse derivatives are taken, loops that do nothing to the elements of an array but
// move them, as sorts do, carry where the elements come from instead.
//
// It takes and gives a program that verifies, derivatives still in it. origin.go says what it does and finds the loops, loop.go, move.go and
// code.go follow elements through loops, through statements that move them, and through code inside of others.
//
// Layer 3: imports lang/core, lang/core/alias, lang/prim.
package origin
