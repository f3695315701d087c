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
// Layer 6: imports lang/core, lang/core/alias, lang/core/direct, lang/diag, lang/limits, lang/opt, lang/prim, backend/seg.
package flat

// Note [Views]
//
// An array is a view of a memory: an offset, dimensions and strides. So slices and transposes cost nothing. `iota`, `replicate`, and a
// map that feeds one other node are lazy and never stored. An array that nothing consumes may be shared and read late; a map may
// wait for its reader where nothing changes before then what it reads. Everything else is copied.

// Note [Scalars on the device]
//
// The host waits only for sizes, conditions and results. A scalar that the device computes stays there. So does what a few
// operators compute from it: each kernel that uses it computes it once more (`cell` in val.go). Loops and branches of the host pass
// such scalars on as blocks (carry.go). In loops one thread of the device stores what is computed from them, and copies what would change
// before it is used: a launch for which nobody waits. An if that only updates elements is a launch where its condition is on the device
// (Note [Updates on the device]). A table in tests/device_test.go says what an iteration of a host loop launches, copies and waits for.
