// Package uniqueness checks who owns what in a finished definition: what may share memory with what, what is consumed and not
// used after (Note [Uniqueness] in unique.go), and that each accumulator is used exactly once (Note [Linearity] in linear.go).
//
// Input is a definition without unification variables, and the Facts that its text adds: which variables are bound with a unique type, which
// result types are written. It completes the types of functions whose result is unique by itself.
//
// Layer 3: imports lang/check/fault, lang/diag, lang/types.
package uniqueness
