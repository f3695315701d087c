package host

import (
	"context"
	"fmt"

	"raido/backend"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/value"
)

// val is a value of the engine: an array in a buffer, or a scalar on the host.
type val struct {
	engine *Engine
	elem   prim.Type
	shape  []int64
	room   [2]int64 // for the shape of most arrays
	buf    *buffer
	scalar prim.Scalar
	copied *value.Array // the contents on the host, if the run has read them: buffers of values never change
}

// Elem implements backend.Value.
func (v *val) Elem() prim.Type { return v.elem }

// Shape implements backend.Value.
func (v *val) Shape() []int64 { return v.shape }

// Scalar implements backend.Value.
func (v *val) Scalar() (prim.Scalar, bool) { return v.scalar, v.buf == nil }

// OnDevice implements backend.Value.
func (v *val) OnDevice() bool { return v.buf != nil }

// Lost implements backend.Value.
func (v *val) Lost() bool { return false }

// On implements backend.Value.
func (v *val) On(ctx context.Context, e backend.Engine) (backend.Value, error) {
	if e == backend.Engine(v.engine) {
		return v.Retain(), nil
	}
	return backend.Elsewhere(ctx, v, e)
}

// Retain implements backend.Value.
func (v *val) Retain() backend.Value {
	if v.buf != nil {
		v.buf.retain()
	}
	return v
}

// Release implements backend.Value.
func (v *val) Release() {
	if v.buf != nil {
		v.buf.release()
	}
}

// Host implements backend.Value.
func (v *val) Host(ctx context.Context) (value.Value, error) {
	if v.buf == nil {
		return value.Scalar{Scalar: v.scalar}, nil
	}
	if v.copied != nil {
		return v.copied, nil
	}
	if err := v.engine.hold(ctx); err != nil {
		return nil, err
	}
	defer v.engine.gate.Unlock()
	return v.read()
}

// Upload implements backend.Engine.
func (e *Engine) Upload(ctx context.Context, v value.Value) (backend.Value, error) {
	switch v := v.(type) {
	case value.Scalar:
		return &val{engine: e, elem: v.Type, scalar: v.Scalar}, nil
	case *value.Array:
		if err := e.hold(ctx); err != nil {
			return nil, err
		}
		defer e.gate.Unlock()
		b, err := e.newBuffer(v.Elem, v.Shape, diag.Span{})
		if err != nil {
			return nil, err
		}
		if err := e.dev.Write(b.Block, 0, v.Data); err != nil {
			b.release()
			return nil, err
		}
		return &val{engine: e, elem: v.Elem, shape: v.Shape, buf: b}, nil
	default: // no leaf
	}
	return nil, fmt.Errorf("a value of type %T cannot be sent to an engine", v)
}

// read brings an array to the host. The engine must be held.
func (v *val) read() (*value.Array, error) {
	a := value.NewArray(v.elem, v.shape...)
	if err := v.readInto(a.Data); err != nil {
		return nil, err
	}
	return a, nil
}

// readInto is read into memory that is there.
func (v *val) readInto(data []byte) error {
	return v.engine.dev.Read(v.buf.Block, 0, data)
}

// ReadInto copies the contents of an array of the engine.
func (e *Engine) ReadInto(ctx context.Context, v backend.Value, data []byte) error {
	if err := e.hold(ctx); err != nil {
		return err
	}
	defer e.gate.Unlock()
	return v.(*val).readInto(data)
}

// Copied is the contents of an array of the engine if they came to the host with the run that made it, else nil.
func (e *Engine) Copied(v backend.Value) []byte {
	if a := v.(*val).copied; a != nil {
		return a.Data
	}
	return nil
}
