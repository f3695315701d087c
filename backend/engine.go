package backend

import (
	"context"

	"raido/lang/core"
	"raido/lang/prim"
	"raido/lang/value"
)

// Names of engines.
const (
	Interp = "interp" // the reference interpreter
	OpenCL = "opencl" // an OpenCL device
	Wasm   = "wasm"   // WebAssembly, in this process
	Dual   = "dual"   // the interpreter that takes derivatives at run time
)

// Value is a scalar or array that lives on an engine. It is reference counted: Upload, Run and On hand out
// values with one reference; Retain adds one, Release drops one and frees the memory at zero.
//
// An engine knows the type behind its own values only. Whatever it needs of those of another engine it asks by these methods.
type Value interface {
	Elem() prim.Type
	Shape() []int64 // empty for a scalar
	// Scalar is the scalar, which every engine keeps on the host; false for an array.
	Scalar() (prim.Scalar, bool)
	// Host is the value on the host: a value.Scalar or *value.Array.
	Host(ctx context.Context) (value.Value, error)
	// On is the value on the engine e: itself if it lives there, else a copy.
	On(ctx context.Context, e Engine) (Value, error)
	// OnDevice reports whether an array lies in the memory of a device. Scalars and values of interpreters do not.
	OnDevice() bool
	// Lost reports whether the value was on a device whose process has ended.
	Lost() bool
	Retain() Value
	Release()
}

// Engine runs programs on one device.
type Engine interface {
	Name() string   // one of the names above
	Device() string // for people: the device's name
	// Ready waits until the engine can run programs. The error says why it never will.
	Ready(ctx context.Context) error
	// Warm prepares what the first program would have to wait for: the driver and its compiler. It takes its time.
	Warm()
	// Upload brings a value.Scalar or *value.Array to the engine.
	Upload(ctx context.Context, v value.Value) (Value, error)
	// Passes are those that a program goes through before Compile.
	Passes() []Pass
	// Compile prepares a program that has gone through Passes. Compiling the
	// same program again is a cache hit. An engine that cannot run all of it returns a diag.Unsupported.
	Compile(ctx context.Context, p *core.Prog) (Program, error)
	// MemoryInUse is the number of bytes held by values of the engine.
	MemoryInUse() int64
	Close()
}

// Program is a compiled program.
type Program interface {
	// Run calls the entry point. Arguments are in the order of its Params; they keep their references and
	// their contents (an engine copies what the program consumes). Results are in the order of Ret.
	// User faults are *diag.Diag of class Runtime, Memory, Device; a cancelled ctx gives class Interrupt.
	Run(ctx context.Context, args []Value) ([]Value, *Profile, error)
}

// Elsewhere is a copy of a value on the engine e, for the method On of values that live elsewhere.
func Elsewhere(ctx context.Context, v Value, e Engine) (Value, error) {
	host, err := v.Host(ctx)
	if err != nil {
		return nil, err
	}
	return e.Upload(ctx, host)
}

// ReleaseAll releases the values that are there.
func ReleaseAll(vs []Value) {
	for _, v := range vs {
		if v != nil {
			v.Release()
		}
	}
}

// ByteSize is how many bytes an array has.
func ByteSize(elem prim.Type, shape []int64) int64 {
	n := int64(elem.Size())
	for _, d := range shape {
		n *= d
	}
	return n
}

// KnownInts are the integers among the arguments of a program.
func KnownInts(p *core.Prog, args []Value) map[*core.Var]int64 {
	known := map[*core.Var]int64{}
	for i, v := range p.Entry().Params {
		if i >= len(args) || !v.Type.IsScalar() || !v.Type.Elem.IsInt() {
			continue
		}
		if s, ok := args[i].Scalar(); ok {
			known[v] = s.Int64()
		}
	}
	return known
}
