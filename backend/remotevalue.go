package backend

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"raido/lang/diag"
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

// Innocent tells that a run or a value failed for no fault of the program's: its worker was ended since it did not stop
// another run that was interrupted, or was gone already. Once lost arguments are there again, it may be tried again.
func Innocent(err error) bool {
	var d *diag.Diag
	return errors.As(err, &d) && (d.Code == codeEndedFor || d.Code == codeLost)
}

// Lost tells that a value was on a device whose process has ended.
func Lost(v Value) bool {
	r, ok := v.(*remoteValue)
	return ok && r.link != nil && r.copied == nil && r.link.isDead()
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
	out := value.NewArray(v.elem, v.shape...)
	w := wireValue{Handle: v.handle, Shared: len(out.Data) > inline}
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
