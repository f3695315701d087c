package backend

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"raido/lang/diag"
	"raido/lang/limits"
	"raido/lang/memlimit"
	"raido/lang/prim"
	"raido/lang/value"
)

// remoteValue is a value of a worker, or a scalar.
type remoteValue struct {
	link   *link // nil for a scalar
	handle int64
	elem   prim.Type
	shape  []int64
	scalar prim.Scalar
	refs   atomic.Int32

	mu     sync.Mutex
	copied *value.Array // the contents on the host, if they came along
}

// Elem implements Value.
func (v *remoteValue) Elem() prim.Type { return v.elem }

// Shape implements Value.
func (v *remoteValue) Shape() []int64 { return v.shape }

// Retain implements Value.
func (v *remoteValue) Retain() Value {
	v.refs.Add(1)
	return v
}

// Release implements Value.
func (v *remoteValue) Release() {
	if v.link != nil && v.refs.Add(-1) == 0 && !v.link.isDead() {
		v.link.put(&request{Op: opRelease, Value: wireValue{Handle: v.handle}})
	}
}

func (v *remoteValue) lost() error {
	return &diag.Diag{Class: diag.Device, Code: codeLost, Msg: fmt.Sprintf("a value was on the device, whose process ended (%s)", v.link.how),
		Hint: "%refresh computes lost values again"}
}

// WorkerLost reports whether something failed since a worker ended. Once lost arguments are there again, it may be tried again. It is guilty
// if it was what the worker did when it ended by itself, and may have ended it.
func WorkerLost(err error) (lost, guilty bool) {
	var d *diag.Diag
	if !errors.As(err, &d) {
		return false, false
	}
	return d.Code == codeWorker || d.Code == codeEndedFor || d.Code == codeLost, d.Code == codeWorker
}

// Lost reports whether a value was on a device whose process has ended.
func Lost(v Value) bool {
	r, ok := v.(*remoteValue)
	return ok && r.link != nil && r.copied == nil && r.link.isDead()
}

// room gives an error unless there is memory for an array on the host, and for its way there.
func (v *remoteValue) room() error {
	n := int64(v.elem.Size())
	for _, d := range v.shape {
		n *= d
	}
	const small = 16 << 20
	if n <= small {
		return nil
	}
	if available := memlimit.Here.Available(); n > available/2 {
		return &diag.Diag{Class: diag.Memory, Code: codeMemory, Msg: fmt.Sprintf("out of memory: an array of type %s%s needs %s on the host and as much on its way there; %s are available",
			shapeText(v.shape), v.elem, byteText(n), byteText(available)), Hint: "show a part of it, or a sum"}
	}
	return nil
}

// Host implements Value.
func (v *remoteValue) Host(ctx context.Context) (value.Value, error) {
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
	if err := v.room(); err != nil {
		return nil, err
	}
	out := value.NewArray(v.elem, v.shape...)
	w := wireValue{Handle: v.handle, Shared: len(out.Data) > limits.Now.Inline}
	if w.Shared {
		if err := l.hold(ctx); err != nil {
			return nil, err
		}
		defer l.transfer.unlock()
		defer l.area.trim()
		if _, err := l.area.bytes(len(out.Data)); err != nil {
			return nil, deviceError(err)
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
