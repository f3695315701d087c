// Package emit makes the statements of a program under construction: a Builder with the body that it is in, which folds constants, makes
// equal integer operations once, leaves out checks that are known to hold, and knows which arrays may be consumed (own.go).
//
// It knows core alone; what values and types of the source mean is package lower's affair.
//
// Layer 3: imports lang/core, lang/diag, lang/prim.
package emit
