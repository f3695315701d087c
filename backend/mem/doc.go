// Package mem plans and accounts for device memory. Its passes take and give seg.Progs:
//
//	overwrite  lets nests of loops in threads write over the array that their result is copied to
//	reuse      lets kernels write over what they read last
//	free       puts the releases of buffers into the code of the host
//
// A Pool hands out buffers of size classes within a budget.
//
// Input: a program without HFree statements. Output: the same with an HFree after the last use of every memory that is no result. Invariant: a
// memory is freed in the innermost statement list that holds all its uses, so that what a loop body makes is freed in every iteration and what
// it was given is not.
//
// Layer 6: imports lang/core, lang/memlimit, lang/prim, backend/seg.
package mem
