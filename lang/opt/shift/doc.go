// Package shift has the pass "shifts", which makes constants to derivatives of the numbers on which nothing depends in the end: the maxima that softmax and
// log-sum-exp take off. Note [Shifts that cancel].
//
// Input: a program with derivatives that verifies. Output: the same; derivatives differ by rounding.
//
// Layer 3: imports lang/core, lang/prim.
package shift
