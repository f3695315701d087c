package backend

import (
	"raido/backend/cl"
	"raido/lang/value"
)

// read brings an array to the host. The engine must be held.
func (v *clValue) read() (*value.Array, error) {
	a := value.NewArray(v.elem, v.shape...)
	if err := v.readInto(a); err != nil {
		return nil, err
	}
	return a, nil
}

// readInto is read into memory that is there.
func (v *clValue) readInto(a *value.Array) error {
	if code := cl.EnqueueReadBuffer(v.engine.queue, v.buf.mem(), true, 0, a.Data); code != cl.Success {
		return deviceError(code)
	}
	return nil
}
