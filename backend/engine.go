package backend

import (
	"context"

	"raido/lang/core"
	"raido/lang/prim"
	"raido/lang/value"
)

// Value is a scalar or array that lives on an engine. It is reference counted: Upload and Run hand out
// values with one reference; Retain adds one, Release drops one and frees the memory at zero.
type Value interface {
	Elem() prim.Type
	Shape() []int64 // empty for a scalar
	// Host is the value on the host: a value.Scalar or *value.Array.
	Host(ctx context.Context) (value.Value, error)
	Retain() Value
	Release()
}

// Engine runs programs on one device.
type Engine interface {
	Name() string   // one of Names
	Device() string // for people: the device's name
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
