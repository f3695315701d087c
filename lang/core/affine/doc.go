// Package affine has whole numbers of core programs as sums of a constant and of multiples of variables (package linear). Passes ask what
// an index is a sum of, whether two sizes differ by a number, and whether what follows from a place is certainly in range.
//
// Input: atoms of type i64, and what binds variables. Integers are taken not to wrap in indices.
//
// Layer 2: imports lang/core, lang/linear, lang/prim.
package affine
