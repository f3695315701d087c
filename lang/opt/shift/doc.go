// Package shift has the passes "shifts" and "restore". The first makes constants to derivatives of the numbers on which nothing depends in the end: the maxima that softmax and
// log-sum-exp take off; the second takes that back once there are no derivatives. Note [Shifts that cancel].
//
// Input: a program that verifies. Output: the same; derivatives differ by rounding.
//
// Layer 3: imports lang/core, lang/prim.
package shift
