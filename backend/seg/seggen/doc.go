// Package seggen makes random well-typed kernel programs for property tests: of passes (the program means the same before and after), and
// of printers.
//
// Input: a seed and Options. Output: a program that passes verify.Prog, with arguments at which it does nothing that no program may do
// (see segeval), and fails no check. The same seed gives the same program.
//
// A program is a chain of launches: maps of one or two dimensions, serial maps, reductions and scans by known and other operators,
// maps with accumulators, tasks, in loops and branches of the host now and then. Kernels read what earlier ones have made.
//
// Layer 6: imports backend/seg, lang/core, lang/diag, lang/prim, lang/value.
package seggen
