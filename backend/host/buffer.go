package host

import (
	"fmt"
	"sync/atomic"

	"raido/backend"
	"raido/backend/mem"
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// buffer is a block of device memory with a reference count.
type buffer struct {
	engine *Engine
	Block
	refs atomic.Int32
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
	b := &buffer{engine: e, Block: Block{Handle: h, Bytes: n}}
	b.refs.Store(1)
	if e.limits.Poison && !e.facts.Checks {
		if err := e.spoil(b); err != nil {
			b.release()
			return nil, err
		}
	}
	return b, nil
}

// spoil fills a buffer with what no result is made of.
func (e *Engine) spoil(b *buffer) error {
	if err := e.dev.Fill(b.Block, 0, b.Bytes+seg.Slack, []byte{0xff}); err != nil {
		return err
	}
	return e.dev.Finish() // the host may write next
}

func (e *Engine) memoryError(elem prim.Type, dims []int64, size string, src diag.Span) error {
	return &diag.Diag{Class: diag.Memory, Code: backend.CodeMemory, Span: src,
		Msg: fmt.Sprintf("out of memory: an array of type %s%s needs %s; %s are in use, at most %s may be, and one array may have %s",
			backend.ShapeText(dims), elem, size, backend.ByteText(e.pool.InUse()), backend.ByteText(e.pool.Budget()), backend.ByteText(e.facts.Largest)),
		Hint: "use smaller arrays, or release values that are no longer needed"}
}

func (b *buffer) retain() *buffer {
	b.refs.Add(1)
	return b
}

func (b *buffer) release() {
	if b.refs.Add(-1) == 0 {
		b.engine.pool.Free(b.Handle, b.Bytes)
	}
}
