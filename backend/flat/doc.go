// Package flat turns a core program into a flat one: core.Prog to seg.Prog.
//
// Input: a program without Diff nodes whose functions are not recursive. Output: the same computation as
// host code and kernels. The outermost parallel nodes become kernels (a perfect nest of maps becomes one
// kernel of several dimensions), everything inside them sequential loops. Loops and ifs outside of kernels
// stay on the host, but for those without parallelism worth a launch, which become one sequential task.
// Task gives the whole program as one sequential task instead: the right form for small inputs.
//
// What cannot be expressed (an array inside a kernel whose size the host cannot bound) is a
// diag.Unsupported.
//
// Invariants: arrays are views, a Mem with an offset, dimensions and strides, so that index, slice,
// rearrange and reshape cost nothing; an array made by iota, replicate, or a map whose results feed one
// other node is lazy and never stored. Views are shared and laziness is allowed only over arrays that
// nothing consumes (classes by memory of lang/core/alias). A loop of the sequential code writes its results where they are wanted
// (see Note [Destinations] in body.go).
//
// Layer 6: imports lang/core, lang/core/alias, lang/diag, lang/prim, backend/seg.
package flat
