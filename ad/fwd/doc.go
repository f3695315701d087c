// Package fwd is forward-mode differentiation of core lambdas.
//
// Input: a lambda without Diff and Call, but of functions that call themselves (others are inlined and inner derivatives removed before).
// Output: a lambda with a tangent for each parameter and each result, or the code of it.
//
// The transformation interleaves primal statements with those of the tangents [Rules, FwdLoop],
// [Jensen24, 3.1]: each primal statement stays as it is or becomes one on duals, and the tangent of a
// variable x is the variable xDot. A tangent that is zero for certain is not represented at all, so no
// arithmetic with zeros is emitted; ad/activity finds beforehand which parameters of loops and operators
// need one. Free variables are constants. Each construct has its file.
//
// With a seed dimension vec every tangent has vec as its outermost dimension, and each primal value is
// still computed once: what happens to one tangent is mapped over the seeds (lift in vec.go). Where
// tangents are elements of arrays, the seed dimension moves inside (moveIn, moveOut).
//
// Work and span are those of the primal program times a constant (times vec).
//
// Layer 6: imports lang/core, lang/diag, lang/prim, ad/activity, ad/deriv, ad/rules.
package fwd
