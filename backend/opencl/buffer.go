package opencl

import (
	"fmt"
	"sync/atomic"

	"raido/backend"
	"raido/backend/cl"
	"raido/backend/mem"
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// buffer is a block of device memory with a reference count.
type buffer struct {
	engine *Engine
	handle mem.Handle
	bytes  int64
	refs   atomic.Int32
}

// newBuffer allocates; dims and elem are for the message when there is no room.
func (e *Engine) newBuffer(elem prim.Type, dims []int64, src diag.Span) (*buffer, error) {
	for _, d := range dims {
		if d < 0 {
			return nil, &diag.Diag{Class: diag.Runtime, Code: core.CodeSize, Span: src, Msg: fmt.Sprintf("negative size %d in shape %s", d, backend.ShapeText(dims))}
		}
	}
	n, ok := mem.Bytes(elem, dims)
	if !ok {
		return nil, e.memoryError(elem, dims, "more bytes than can be counted", src)
	}
	return e.rawBuffer(n, func() error { return e.memoryError(elem, dims, backend.ByteText(n), src) })
}

func (e *Engine) rawBuffer(n int64, full func() error) (*buffer, error) {
	h, err := e.pool.Alloc(n)
	if err != nil {
		return nil, full()
	}
	b := &buffer{engine: e, handle: h, bytes: n}
	b.refs.Store(1)
	if e.limits.Poison && !e.dev.Checks {
		cl.EnqueueFillBuffer(e.queue, b.mem(), []byte{0xff}, 0, n+seg.Slack, nil)
		cl.Finish(e.queue) // the host may write next
	}
	return b, nil
}

func (e *Engine) memoryError(elem prim.Type, dims []int64, size string, src diag.Span) error {
	return &diag.Diag{Class: diag.Memory, Code: backend.CodeMemory, Span: src,
		Msg: fmt.Sprintf("out of memory: an array of type %s%s needs %s; %s are in use, at most %s may be, and one array may have %s",
			backend.ShapeText(dims), elem, size, backend.ByteText(e.pool.InUse()), backend.ByteText(e.pool.Budget()), backend.ByteText(int64(e.dev.MaxAlloc))),
		Hint: "use smaller arrays, or release values that are no longer needed"}
}

func (b *buffer) mem() cl.Mem { return cl.Mem(b.handle) }

func (b *buffer) retain() *buffer {
	b.refs.Add(1)
	return b
}

func (b *buffer) release() {
	if b.refs.Add(-1) == 0 {
		b.engine.pool.Free(b.handle, b.bytes)
	}
}
