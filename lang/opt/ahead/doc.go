// Package ahead has a pass over core, Sums: sums that go down the columns of a matrix, one in each iteration of a loop, are taken row by row for all
// iterations together, Note [Sums taken ahead], and what iterations add to all later elements down a column is taken by these along rows, Note [Sums taken
// late].
//
// Input: a program that verifies, with derivatives or without. Output: the same; sums of floats are taken in another order.
//
// ahead.go walks programs and has the rule, find.go finds sums, term.go says what one is a sum of, push.go, before.go and pull.go make the new code.
//
// Layer 4: imports lang/core, lang/core/affine, lang/core/region, lang/linear, lang/opt, lang/opt/nest, lang/prim.
package ahead
