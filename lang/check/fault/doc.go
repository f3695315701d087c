// Package fault is how the checker says what is wrong: the stable codes of its diagnostics (codes.go), the Reporter that every
// check writes to, and the phrases that messages share.
//
// Layer 1: imports lang/diag.
package fault
