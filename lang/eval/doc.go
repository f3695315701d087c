// Package eval is the reference interpreter: the meaning of core, and the engine where no other is there.
//
// Input: a core program without Diff nodes, which package lang/core/verify accepts, and host values in the order of the entry point's
// parameters. Output: host values in the order of its results, or a *diag.Diag at the place of the
// statement that failed.
//
// Compile turns a program into Go closures over one frame. Binders are unique, so every variable and constant of
// the whole program has one fixed slot: scalars in one slice (as the Bits of a prim.Scalar), arrays in another; a
// call of a recursive function puts the function's slots aside (Note [Recursion]). An array is a strided view of a buffer. Index,
// Slice, Rearrange, Reshape and Use make views, exactly the nodes that core says are views (core.View); all
// others make fresh buffers. Update and its kin write in place, except into buffers of the caller, which
// are copied at their first consumption.
//
// Layer 3: imports lang/core, lang/core/alias, lang/diag, lang/memlimit, lang/prim, lang/value.
package eval
