// Package listed has one pass over core, Sums: sums of what comes of sparse seeds go over the terms that are not zero, which only the data tell.
//
// It takes and gives a program that verifies, without derivatives (Diff), in the form that engines take but for dead code, which it
// leaves. listed.go has the pass and Note [Listed sums], zero.go what makes a term zero, nest.go the maps around a sum, lists.go
// the lists and write.go the new code.
//
// Layer 3: imports lang/core, lang/limits, lang/prim.
package listed
