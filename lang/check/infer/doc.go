// Package infer elaborates one definition at a time: names resolved, types and sizes found by unification.
//
// Input is the syntax of a definition, type or specification and the scope it stands in; output is its typed tree, with the faults in
// the Checker. define.go has what package modules calls. exp.go and its kin (apply, array, control, fun, loop, ops, pat, pipe,
// record, update) build the tree with unification variables, typeexp.go the types that are written; finish.go generalises, gives
// overloaded types their defaults, replaces the variables, and hands the definition to package final.
//
// Layer 5: imports lang/check/explain, lang/check/fault, lang/check/final, lang/check/scope, lang/check/uniqueness, lang/diag, lang/prim,
// lang/syntax, lang/types.
package infer
