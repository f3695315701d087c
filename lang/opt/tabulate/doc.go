// Package tabulate has one pass over core, Loops: loop nests that write each element of an array at most once, and read none that
// they write, become maps.
//
// It takes and gives a program that verifies, derivatives still in it: the derivative of the loop form of an algorithm is then that of its
// form with maps. find.go finds the nests, build.go makes the maps.
//
// Layer 3: imports lang/core, lang/core/affine, lang/core/alias, lang/prim.
package tabulate
