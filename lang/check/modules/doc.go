// Package modules checks declarations in order, and eliminates modules: their definitions are top-level ones in its output.
//
// decl.go has values, patterns and types, which package infer elaborates. sig.go and with.go elaborate module types,
// match.go compares modules with them and view.go makes what the rest of the program then sees, functor.go
// applies parametric modules by elaborating their bodies again.
//
// Layer 6: imports lang/check/fault, lang/check/final, lang/check/infer, lang/check/scope, lang/check/uniqueness, lang/diag, lang/prim,
// lang/syntax, lang/types.
package modules
