// Package dual runs core programs with their derivatives taken at run time: input a program with Diff nodes
// and arguments, output results. It is the second opinion on what ad/fwd and ad/rev make, and shares with them
// the rows of ad/deriv only [Jensen24].
//
// Every scalar is a number of some depth [Jensen24, 3.3]. Depth 0 is a plain number. A number of depth d belongs to
// the derivative that was the d-th to be entered: under jvp it is a dual number, with a tangent [Jensen24, 3.1],
// under vjp a node of that derivative's tape [Jensen24, 3.2]. What it holds is of lower depths, where the other
// derivatives have their turn; so derivatives nest, and perturbations are not confused.
//
// Unlike [Jensen24], which walks a graph from its outputs and meets shared nodes many times, a tape is a list in
// the order of computation, and the return sweep goes through it once, from its end.
//
// It runs what lowering gives, before any pass. As the engine `dual` it runs whatever the other engines run, slowly.
//
// It is simple rather than fast: arrays hold boxed numbers in row-major order, and code is walked as a tree.
//
// Layer 6: imports ad/deriv, lang/core, lang/diag, lang/prim, lang/value.
package dual
