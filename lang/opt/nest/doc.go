// Package nest has two passes over core. Nests: loops whose iterations do not wait for each other become maps, and what they add up
// becomes a reduction. Branches (branch.go): branches that the host could take go outside of maps.
//
// They take and give a program that verifies, derivatives still in it: that of a map needs no tape. nest.go finds the loops, plan.go
// says what a loop does with each of its parameters, write.go which elements it writes, sum.go what it adds up, add.go the places to which it adds, build.go makes the
// new code. Loops that stay and whose bodies are maps become maps of loops: exchange.go, beforehand.go, points.go. Updates of a place that follow each other are one:
// merge.go. Sums of vectors are maps of sums: vectors.go. Sums of floats are taken in another
// order (Note [Sums of loops]); all else is exact.
//
// Layer 3: imports lang/core, lang/core/alias, lang/core/region, lang/diag, lang/prim.
package nest
