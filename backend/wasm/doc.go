// Package wasm is the device that is part of the process: kernels as WebAssembly with vectors of 16 bytes, which wazero compiles to machine code in
// a millisecond or a few. It needs no driver, and is the same on every system.
//
// Input: what backend/host asks of a device: a seg.Prog, all of whose kernels have forms in the CPU shape. Output: modules, and launches of them in the threads of
// this process, over one memory.
//
// A kernel is a module of its own with the functions that it calls (printer, control, buffer, place, access, move); operators are rows of tables for scalars (scalar)
// and for vectors (vector: Note [Parts]), quotients go round the processor's where they can (divide: Note [Quotients]), and functions of floats are calls of code that is
// made of backend/fmath (math). What there is no instruction for is computed lane by lane, and what there is no code for by the interpreter's definition, in the host
// (elsewhere). The compiler behind takes code as it stands: what stays the same goes out of loops here (code: Note [Regions]), and accesses share their checks (place:
// Note [Places]).
//
// Invariants: a kernel depends on nothing but its form; nothing outside of the memory can be reached; a kernel gives its thread back to Go often (Note [Breath]);
// results are the same in every run with as many threads.
//
// Machine code is not kept on disk. To compile takes 4 % of the time of a notebook; wazero's cache takes twice as long to write its files, each of which it
// waits for, and gives an error for a damaged one.
//
// Layer 10: imports backend, backend/{fmath,host,mem,plan,seg}, lang/*, wazero.
package wasm
