// Package modules checks declarations in order, and eliminates modules: their definitions are top-level ones in its output.
//
// decl.go has values, patterns and types, which package infer elaborates. sig.go and with.go elaborate module types,
// match.go compares modules with them and view.go makes what the rest of the program then sees, functor.go
// applies parametric modules by elaborating their bodies again.
//
// The body of a parametric module is checked once with abstract parameters, then elaborated for each application with the argument's
// definitions, so every definition that lowering sees is concrete (Note [Instantiation]). A module type is elaborated anew at each use; its abstract
// types are types.Abstract, whose Rep only lowering (types.Reveal) looks at. An ascribed value whose type differs from its definition's is a
// definition of its own, `def f : specified = definition` (Note [Matching]).
//
// Values and modules share a name space, but only a value with fields hides a module: after `open f64` a name before a dot is the module. In
// a notebook an `open` or `import` defines all names of the module, and follows it (kernel/session).
//
// Layer 6: imports lang/check/fault, lang/check/final, lang/check/infer, lang/check/scope, lang/check/uniqueness, lang/diag, lang/prim,
// lang/syntax, lang/types.
package modules
