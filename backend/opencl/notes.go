package opencl

// Note [Built kernels]
//
// A built kernel is kept by its text, in memory and on disk. It is taken for the disk after its first launch, since PoCL compiles a kernel only
// then. PoCL's header of built-in functions would cost 110 of the 125 ms that a program takes at least: texts declare what they
// call instead (Note [Declared built-ins] in backend/gen).
//
// The driver's compiler takes half a second to load. While it loads, nothing else can compile or read binaries. It is loaded by the
// first program that is not in the cache, or when no cell has run for half a second (kernel/session/engine.go).

// Note [Timed queue]
//
// A measured run uses a second command queue, whose events say when the device ran each command. What the host does itself, as reading small
// buffers, it times. Kernels are launched then and not called, so that all kernels are measured alike.
