// Package seg is the flat kernel IR, between core and OpenCL C.
//
//	prog    ::= host statements, kernels
//	host    ::= scalar computations, allocation, copies, launches, loops and ifs of the host
//	kernel  ::= an index space, a thread body for one index, and what joins the threads:
//	            nothing (Map), an operator (Reduce, Scan), accumulators (Map with Accs), or no space (Task)
//	code    ::= sequential statements on scalars, with explicit loads and stores
//	form    ::= how a kernel runs: the functions of its launches, in explicit code
//
// Code of a kernel is first what one point does, whoever does it. Passes (the kernel pipeline of package backend) make of it what the threads of a device do: a Form, whose
// code is explicit (explicit.go): it has vectors, chunks, barriers, and says where a thread looks whether something has failed. Printers write a
// Form line by line and decide nothing.
//
// A value is uniform, affine or varying where points are computed in lanes: the same in all of them, one more from each lane to the next, or
// any. In explicit code what is uniform or affine is a scalar, the value of lane 0, and what varies a vector.
//
// Scalars are core atoms: a *core.Var of scalar type or a constant. Arrays are gone: a Mem is a block of
// elements, and a place in it is an Index, a sum of products of i64 atoms.
//
// Invariants (checked by Verify):
//   - a variable is assigned once, except those declared by Decl or HDecl, which Set and HSet change;
//   - thread code uses scalars of the host freely: they become arguments of the kernel;
//   - kernels say what is computed and not how it is spread: the shape for a device (chunks, groups,
//     stages) is the business of gen;
//   - a Mem of space Device is a variable of the host program: HAlloc and HMove give it a buffer. One of
//     space Private or Scratch belongs to one kernel, and each thread has its own;
//   - what is read has been written before, by the host or by a kernel that was launched;
//   - each kernel of the program is launched in one place.
//
// Layer 5: imports lang/core, lang/diag, lang/prim.
package seg
