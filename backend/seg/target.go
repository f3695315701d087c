package seg

import "raido/lang/prim"

// Target says what a program is for. Passes look at it, and printers at what passes have made.
type Target struct {
	// CPU is a CPU device with f64: functions of floats are Raido's own, not the device's.
	CPU bool
	// Plain: the compiler makes no vectors of loops, and keeps no blocks in registers. What passes leave to compilers elsewhere they do themselves.
	Plain bool
	// Small reports whether programs run only where the loops over arrays do little work in all: they need not be stopped.
	Small bool
	// Lanes, if not 0, is the number of lanes that every kernel that can be computed in lanes gets, for tests.
	Lanes int
	// GPU asks for the GPU shape.
	GPU bool
	// Vector is how many bytes a vector register holds, Registers how many of these there are, and Cache how many bytes a
	// core's own cache holds; 0 if unknown.
	Vector, Registers int
	Cache             int64
	// Atomics64 reports whether the device has atomic operators on 64-bit integers.
	Atomics64 bool
	// Functions reports whether the host can call kernels as functions: they say where they are (Note [Kernels as functions] in backend/gen).
	Functions bool
	// Fused asks for products of matrices by fused multiply-adds, whose last bits are others than those of other machines.
	Fused bool
	// Spaces reports whether memories have address spaces of their own, as OpenCL has it: a function of C cannot copy from one to the other.
	Spaces bool
}

// Squeezes reports whether lanes under a mask can be stored side by side by one instruction: only vectors of 64 bytes can, of all elements.
func (t Target) Squeezes() bool { return t.CPU && (t.Vector >= 64 || t.Lanes > 0) }

// WideMasks reports whether a mask is a vector as wide as what it masks: vectors of less than 64 bytes have no masks in registers of their
// own, as those of AVX-512 have.
func (t Target) WideMasks() bool { return t.CPU && !t.GPU && 0 < t.Vector && t.Vector < 64 }

// MostLanes is how many lanes the vectors of explicit code have at most, as those of OpenCL C.
const MostLanes = 16

// HasVector reports whether explicit code may compute an operator on vectors at an operand type.
func HasVector(op *prim.Op, t prim.Type) bool {
	return t != prim.F16 && op.ResultType(t) != prim.F16 && op != prim.Polygamma
}

// MapKernels is the program with f applied to each kernel.
func MapKernels(p *Prog, f func(*Kernel) *Kernel) *Prog {
	now := map[*Kernel]*Kernel{}
	m := Mapper{Kernel: func(k *Kernel) *Kernel {
		if now[k] == nil {
			now[k] = f(k)
		}
		return now[k]
	}}.Through()
	out := *p
	out.Kernels = each(p.Kernels, m.Kernel)
	out.Body = m.Host(p.Body)
	return &out
}

// HasAtomic reports whether explicit code may compute an operator between those of other threads.
func HasAtomic(op *prim.Op, t prim.Type, target Target) bool {
	switch op {
	case prim.Add, prim.Min, prim.Max, prim.And, prim.Or, prim.Xor:
		return t == prim.I32 || t == prim.U32 || target.Atomics64 && (t == prim.I64 || t == prim.U64)
	}
	return false
}
