// Package check is Futhark's type checker: it resolves names, infers types with their sizes, checks
// uniqueness, and elaborates a syntax tree to the typed tree of package types.
//
// Input is syntax.Decl, syntax.Exp or syntax.File and an immutable Env; output is the extended Env,
// definitions (*types.Def) in order, and all faults as a diag.List. A tree without faults has no
// unification variables and no anonymous sizes left. Inference works on one top-level definition at a
// time, in these steps: exp.go and its kin (apply, array, control, fun, loop, ops, pat, pipe, record)
// build the tree with unification variables; finish.go
// generalises, gives overloaded types their defaults and replaces the variables; then passes over the
// finished tree check that sizes are known where they are needed (scope.go), that matches are
// exhaustive (exhaust.go), and uniqueness (unique.go).
//
// The rules that it holds to are those of the language reference: tests/reference has them sentence by sentence, each with programs
// that keep and that break it.
//
// Modules are gone from the output: their definitions are top-level ones. sig.go and with.go elaborate module types,
// match.go compares modules with them and view.go makes what the rest of the program then sees, functor.go
// applies parametric modules by elaborating their bodies again.
//
// Layer 3: imports lang/diag, lang/prim, lang/prelude, lang/syntax, lang/types.
package check
