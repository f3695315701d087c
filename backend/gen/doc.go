// Package gen prints kernels as OpenCL C 1.2: a seg.Prog, all of whose kernels have forms, becomes a plan.Program: for each kernel a text,
// its arguments and stages.
//
// It decides nothing. Each kind of statement has its text (let, move, access, control, check), one statement after the other; a header says who
// the thread is and where its blocks are (header, mem). What an operator is in C is a row of a table (ops, vec, half). Functions that operators call, but those of floats (math),
// lie in cl/*.cl (library); who writes a part of a text notes what it needs (demands), so that a program has what it calls and no more.
//
// Invariants: the text depends only on the meaning of the program (variables are numbered in order of
// appearance), so that equal programs have equal text and share compiled binaries. Every kernel begins
// with a look at the failure words and ends early after a failure.
//
// Layer 7: imports lang/core, lang/diag, lang/limits, lang/prim, backend/fmath, backend/plan, backend/seg.
package gen
