package worker

import (
	"context"

	"raido/backend"
	"raido/lang/diag"
	"raido/lang/limits"
	"raido/lang/value"
)

// hold waits for the shared file until ctx is cancelled. Without an error the caller must let go by transfer.unlock.
func (l *link) hold(ctx context.Context) error {
	if err := l.transfer.Enter(ctx); err != nil {
		return err
	}
	if l.isDead() { // the file is closed, or will be
		l.transfer.Unlock()
		return l.ended(ctx, "before it moved an array")
	}
	return nil
}

func (l *link) upload(ctx context.Context, v *value.Array) (backend.Value, error) {
	if ctx.Err() != nil {
		return nil, diag.Interrupted()
	}
	w := wireValue{Elem: v.Elem, Shape: v.Shape, Data: v.Data}
	if len(v.Data) > limits.Now.Inline {
		if err := l.hold(ctx); err != nil {
			return nil, err
		}
		defer l.transfer.Unlock()
		defer l.area.trim()
		m, err := l.area.bytes(len(v.Data))
		if err != nil {
			return nil, backend.DeviceError(err)
		}
		copy(m, v.Data)
		w.Data, w.Shared = nil, true
	}
	a, err := l.call(ctx, &request{Op: opUpload, Value: w}, "while it took an array")
	if err == nil {
		err = a.err(nil)
	}
	if err != nil {
		return nil, err
	}
	return l.value(&a.Values[0]), nil
}

// value is what the worker told of.
func (l *link) value(w *wireValue) backend.Value {
	if w.Handle == 0 {
		return &val{engine: l.engine, elem: w.Elem, scalar: w.Scalar}
	}
	v := &val{engine: l.engine, link: l, handle: w.Handle, elem: w.Elem, shape: w.Shape}
	if w.Data != nil {
		v.copied = &value.Array{Elem: w.Elem, Shape: w.Shape, Data: w.Data}
	}
	v.refs.Store(1)
	return v
}

// arguments are those of the worker of l. What another one had and is on the host, too, is brought to this one and is in uploaded.
func (l *link) arguments(ctx context.Context, args []backend.Value) (out []wireValue, uploaded []backend.Value, err error) {
	out = make([]wireValue, len(args))
	for i, a := range args {
		v, ok := a.(*val)
		switch {
		case !ok:
			diag.Bugf("backend: argument %d is a value of another engine", i)
		case v.link == nil:
			out[i].Scalar = v.scalar
		case v.link == l:
			out[i].Handle = v.handle
		case v.copied == nil:
			return nil, uploaded, v.lost()
		default:
			up, err := l.upload(ctx, v.copied)
			if err != nil {
				return nil, uploaded, err
			}
			uploaded = append(uploaded, up)
			out[i].Handle = up.(*val).handle
		}
	}
	return out, uploaded, nil
}
