// Package check is Futhark's type checker: it resolves names, infers types with their sizes, checks
// uniqueness, and elaborates a syntax tree to the typed tree of package types.
//
// Input is syntax.Decl, syntax.Exp or syntax.File and an immutable scope.Env; output is the extended Env,
// definitions (*types.Def) in order, and all faults as a diag.List. A tree without faults has no
// unification variables and no anonymous sizes left. This package is the door: whole files, cells and the library
// (file.go). Each step behind it has a package, which reports to a fault.Reporter:
//
//	scope       what names mean: Env, Module, Bindings
//	modules     declarations in order; modules, module types and parametric modules, which it eliminates
//	infer       one definition at a time: its tree, types and sizes, by unification
//	explain     why two types do not fit, and what to do about it
//	final       a finished definition: sizes known where they are needed, matches without gaps, entry points
//	uniqueness  a finished definition: what shares memory, what is consumed, accumulators
//
// The rules that it holds to are those of the language reference: tests/reference has them sentence by sentence, each with programs
// that keep and that break it.
//
// Layer 7: imports the packages below it, lang/diag, lang/prim, lang/prelude, lang/syntax/parser, lang/syntax, lang/types.
package check
