// Package chunk spreads kernels over the threads of a CPU: each thread takes a part, a chunk, of the points.
//
// Its passes give kernels their forms. In order:
//
//	chunks        each kernel gets a form: the stages, the thread's part of the points, copies of accumulators and partial results
//	unroll        short loops over small arrays are written out
//	swap          blocks that a loop would copy at the end of each iteration change places
//	read-once     what code has read or computed before is not read or computed again
//	aside         what is stored under a condition on data is stored without a branch, aside if the condition does not hold
//	single        loops that store where data say are no vectors
//	copies        loops that copy neighbouring elements become one statement
//	progress      the outermost loops of a task tell how far they are
//	partial-sums  folds get several sums, which compilers make vectors of
//	polls         threads look in loops whether something has failed
//
// Input: a program for a CPU, with kernels in lanes in explicit code. Output: the same with a Form for each kernel and each kernel in lanes. In the
// GPU shape only tasks get their forms here (package group does the rest).
//
// The order of combination depends on the number of chunks only, never on who comes first; that of chunks where floats are combined on sizes only
// (Note [Chunks by sizes] in package host).
//
// Layer 6: imports lang/core, lang/limits, lang/prim, backend/seg.
package chunk
