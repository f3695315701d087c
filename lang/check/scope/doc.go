// Package scope is what names mean: the scope of definitions (Env, immutable), what one declaration adds to it (Bindings), what
// modules hold, and the operators that every program has (builtin.go).
//
// Others look names up and add some; how a module or module type is elaborated is package modules' affair.
//
// Layer 3: imports lang/diag, lang/prim, lang/syntax, lang/types.
package scope
