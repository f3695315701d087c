// Package infer elaborates one definition at a time: names resolved, types and sizes found by unification.
//
// Input is the syntax of a definition, type or specification and the scope it stands in; output is its typed tree, with the faults in
// the Checker. define.go has what package modules calls. exp.go and its kin (apply, array, control, fun, loop, ops, pat, pipe,
// record, update) build the tree with unification variables, typeexp.go the types that are written; finish.go generalises, gives
// overloaded types their defaults, replaces the variables, and hands the definition to package final.
//
// One pass of unification finds types and sizes. Lambdas among the arguments of a call are checked last, when the other arguments have given the
// types of their parameters. Unification alone does not decide two things: the sizes of branches, where sizes that differ become unknown ones
// (join.go; Note [Alike] in lang/types), and the sizes of loops, which vary unless the body says otherwise (Note [Sizes of loops]). What is assumed
// of loops in between may be wrong: then a definition is checked again (Note [Sizes that stay]). Sizes count as available everywhere here; package
// final walks the finished tree in the order of evaluation and reports those that are needed too early or outside of their place.
//
// Layer 5: imports lang/check/explain, lang/check/fault, lang/check/final, lang/check/scope, lang/check/uniqueness, lang/diag, lang/prim,
// lang/syntax, lang/types.
package infer
