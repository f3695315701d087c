// Package gradcheck compares the derivatives of a function at a point: input a program and arguments, output for each
// argument how far reverse mode is from forward mode, from dual numbers and tapes at run time, and from central
// differences, and where an adjoint that is not finite comes from.
//
// A function of many results is checked through a fixed combination of them, the sum of w * y with w chosen once at
// random: its gradient is one vjp, its partial derivatives are products of w with tangents or differences.
//
// Layer 8: imports ad, ad/dual, lang/*. The passes that make a program ready to run are given.
package gradcheck
