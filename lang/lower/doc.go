// Package lower turns the typed tree into core: it monomorphises, defunctionalises, makes records and
// sums into separate arrays, and names every intermediate result.
//
// Input: a *types.Def with everything it reaches (lang/check). Output: a core.Prog whose last function
// is the entry, and an iface.Iface that says how user values become its arguments and results (lang/value).
//
// Lowering is static evaluation. An environment (frame) maps symbols to static values (val): scalars and
// arrays are atoms of core, records and sums are trees of them, functions are closures; applying a
// closure lowers its body in place. Definitions that are first-order and not small become functions of
// their own, once for each instantiation. A rep describes a type with its dimensions as atoms.
//
// Futhark's rules guarantee that functions are always known statically, so defunctionalisation and monomorphisation are one
// thing. Size parameters are bound from the shapes of arguments, or from the instantiation where no argument has them. Small definitions, and those with
// functions among their arguments, are lowered where they are used. Constants are computed at the start of each function that uses them. A recursive
// definition is always a function (Note [Recursion]). A bound on the number of statements refuses programs that grow without end.
//
// Calling convention of a core.Fun: parameters are the i64 size variables, in the order in which they first occur, then the leaves of each argument
// in order; results are existential sizes (i64), then leaves.
//
// An accumulator is a static value that carries the operator of its stream: a stream that adds is a WithAcc around a map, any other a loop
// that updates in place.
//
// Invariants of the output:
//   - types are exact. Where two sizes are equal only by the type checker's word (not the same atom), an
//     array is given the wanted dimensions by a Reshape;
//   - sizes not known outside of a branch, loop or function are returned as i64 to the left;
//   - what an Update, Scatter or Hist consumes is owned here: made in the same iteration and shared with
//     nothing (see emit/own.go); otherwise it is copied first;
//   - every statement has the place in the user's program that it comes from.
//
// Layer 4: imports lang/core, lang/diag, lang/lower/emit, lang/lower/iface, lang/prim, lang/types.
package lower
