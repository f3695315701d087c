// Package scaled has one pass over core, Sums: a reduction of pairs of a maximum and a sum that is scaled by it becomes a maximum and a sum.
//
// It takes and gives a program that verifies, derivatives still in it. scaled.go says what it does and makes the code, operator.go knows the operators.
//
// Layer 3: imports lang/core, lang/prim.
package scaled
