// Package numbers has a pass that makes numbers of arrays of a few numbers.
//
//	Carried  carries points and small matrices as numbers, lists of points as lists of numbers, where all their indices are constants,
//	         and writes out nests of loops that fill such matrices
//
// Input and output pass package verify. Failures stay as they are: an index into a point that is no constant, or out of bounds, keeps its array.
//
// classes.go finds what becomes numbers together, rewrite.go and nodes.go make them, fold.go those of folds, nests.go writes out nests. Work is near linear in the size of the program,
// times the depth of its loops.
//
// Layer 3: imports lang/core, lang/prim.
package numbers
