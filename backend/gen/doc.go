// Package gen writes OpenCL C 1.2 from the flat IR: seg.Prog to a Program, which is one source text and,
// for each kernel, its arguments and stages.
//
// A kernel of seg is written in the shape of the device. The CPU shape gives each of a few threads a contiguous chunk of the index space: a sequential loop over it
// that the driver's compiler can vectorise, 16 private accumulators for reductions with known commutative
// operators, two-stage reduce, reduce-then-rescan scan, and a private copy of accumulators for each thread.
// Stages are launches of the same function with a different stage argument: it compiles once.
//
// The GPU shape has a function for each stage, run by work-groups (Note [Groups]): items take points in turns, groups
// reduce and scan in local memory, and accumulators are atomic where the order makes no difference, else copies
// that are combined in rounds.
//
// Invariants: the text depends only on the meaning of the program (variables are numbered in order of
// appearance), so that equal programs have equal text and share compiled binaries. Every function begins
// with a look at the failure words and ends early after a failure.
//
// Layer 6: imports lang/core, lang/diag, lang/prim, backend/seg.
package gen
