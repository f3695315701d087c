// Package triangle has two passes over core. Order: nests that fill a triangular matrix in place column by column go along rows, Note [Columns of a triangle].
// Sums: sums of products with a triangular matrix that a loop fills row by row leave out the zeros of its other half where that is exact, Note [Sums over a
// triangle].
//
// Input: a program that verifies, with derivatives or without. Output: the same; sums of floats are taken in another order.
//
// triangle.go walks programs, order.go has Order. For Sums triangle.go has the rule, turn.go makes a loop over rows of a map over columns, find.go finds sums, zero.go proves what is zero, term.go
// writes code at other counters, build.go makes the new code.
//
// Layer 4: imports lang/core, lang/core/affine, lang/core/region, lang/limits, lang/linear, lang/opt, lang/opt/nest, lang/prim.
package triangle
