package worker

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"raido/backend"
	"raido/lang/diag"
	"raido/lang/limits"
	"raido/lang/memlimit"
	"raido/lang/prim"
	"raido/lang/value"
)

// val is a value of a worker, or a scalar.
type val struct {
	engine *Engine
	link   *link // nil for a scalar
	handle int64
	elem   prim.Type
	shape  []int64
	scalar prim.Scalar
	refs   atomic.Int32

	mu     sync.Mutex
	copied *value.Array // the contents on the host, if they came along
}

// Elem implements backend.Value.
func (v *val) Elem() prim.Type { return v.elem }

// Shape implements backend.Value.
func (v *val) Shape() []int64 { return v.shape }

// Scalar implements backend.Value.
func (v *val) Scalar() (prim.Scalar, bool) { return v.scalar, v.link == nil }

// OnDevice implements backend.Value.
func (v *val) OnDevice() bool { return v.link != nil }

// Lost implements backend.Value.
func (v *val) Lost() bool { return v.link != nil && v.copied == nil && v.link.isDead() }

// On implements backend.Value.
func (v *val) On(ctx context.Context, e backend.Engine) (backend.Value, error) {
	if e == backend.Engine(v.engine) {
		return v.Retain(), nil
	}
	return backend.Elsewhere(ctx, v, e)
}

// Retain implements backend.Value.
func (v *val) Retain() backend.Value {
	v.refs.Add(1)
	return v
}

// Release implements backend.Value.
func (v *val) Release() {
	if v.link != nil && v.refs.Add(-1) == 0 && !v.link.isDead() {
		v.link.put(&request{Op: opRelease, Value: wireValue{Handle: v.handle}})
	}
}

func (v *val) lost() error {
	return &diag.Diag{Class: diag.Device, Code: codeLost, Msg: fmt.Sprintf("a value was on the device, whose process ended (%s)", v.link.how),
		Hint: "%refresh computes lost values again"}
}

// Ended reports whether something failed since a worker ended. Once lost arguments are there again, it may be tried again. It is guilty
// if it was what the worker did when it ended by itself, and may have ended it.
func Ended(err error) (lost, guilty bool) {
	var d *diag.Diag
	if !errors.As(err, &d) {
		return false, false
	}
	guilty = d.Code == codeWorker || d.Code == codeDriver
	return guilty || d.Code == codeEndedFor || d.Code == codeLost, guilty
}

// Broke reports whether something failed since the driver ended its process over it, and not for lack of memory: it may be done without the driver.
func Broke(err error) bool {
	var d *diag.Diag
	return errors.As(err, &d) && d.Code == codeDriver
}

// checkMemory gives an error unless there is memory for an array on the host and for its way there.
func (v *val) checkMemory() error {
	n := backend.ByteSize(v.elem, v.shape)
	const small = 16 << 20
	if n <= small {
		return nil
	}
	if available := memlimit.Here.Available(); n > available/2 {
		return &diag.Diag{Class: diag.Memory, Code: backend.CodeMemory, Msg: fmt.Sprintf("out of memory: an array of type %s%s needs %s on the host and as much on its way there; %s are available",
			backend.ShapeText(v.shape), v.elem, backend.ByteText(n), backend.ByteText(available)), Hint: "show a part of it, or a sum"}
	}
	return nil
}

// Host implements backend.Value.
func (v *val) Host(ctx context.Context) (value.Value, error) {
	if v.link == nil {
		return value.Scalar{Scalar: v.scalar}, nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.copied != nil {
		return v.copied, nil
	}
	l := v.link
	if l.isDead() {
		return nil, v.lost()
	}
	if err := v.checkMemory(); err != nil {
		return nil, err
	}
	out := value.NewArray(v.elem, v.shape...)
	w := wireValue{Handle: v.handle, Shared: len(out.Data) > limits.Now.Inline}
	if w.Shared {
		if err := l.hold(ctx); err != nil {
			return nil, err
		}
		defer l.transfer.Unlock()
		defer l.area.trim()
		if _, err := l.area.bytes(len(out.Data)); err != nil {
			return nil, backend.DeviceError(err)
		}
	}
	a, err := l.call(ctx, &request{Op: opHost, Value: w}, "while it gave an array")
	if err == nil {
		err = a.err(nil)
	}
	switch {
	case err != nil:
		return nil, err
	case w.Shared:
		copy(out.Data, l.area.mem)
	default:
		copy(out.Data, a.Values[0].Data)
	}
	return out, nil
}
