package opencl

import (
	"sync"
	"unsafe"

	"raido/backend"
	"raido/backend/cl"
	"raido/backend/mem"
)

// shared are the buffers of a device whose driver lets kernels use mapped ones that the host, or a kernel that it has called, has used. They stay mapped: what a task gives is read without a command, which
// would go to a thread of the driver and back, and take as long as the task, and what it begins with is written so where nothing is under way.
type shared struct {
	mu sync.Mutex
	at map[mem.Handle]uintptr
}

// address is where the host sees a buffer of so many bytes, or nil if a command must read it. The engine must be held.
func (e *Engine) address(h mem.Handle, bytes int64) (unsafe.Pointer, error) {
	if !e.dev.Mapped || bytes > smallBuffer {
		return nil, nil
	}
	at, err := e.place(h, bytes)
	return *(*unsafe.Pointer)(unsafe.Pointer(&at)), err // memory of the driver, not of Go
}

// place is where a CPU device has a buffer of so many bytes. The engine must be held.
func (e *Engine) place(h mem.Handle, bytes int64) (uintptr, error) {
	e.shared.mu.Lock()
	defer e.shared.mu.Unlock()
	at, ok := e.shared.at[h]
	if !ok {
		var code cl.ErrorCode
		if at, code = cl.EnqueueMapBuffer(e.queue, cl.Mem(h), cl.MAP_READ|cl.MAP_WRITE, 0, mem.Class(bytes)); code != cl.Success {
			return 0, backend.DeviceError(code)
		}
		e.shared.at[h] = at
	}
	return at, nil
}

// unmap ends the mapping of a buffer that is about to be freed, if there is one.
func (e *Engine) unmap(h mem.Handle) {
	e.shared.mu.Lock()
	defer e.shared.mu.Unlock()
	if at, ok := e.shared.at[h]; ok {
		cl.EnqueueUnmapMemObject(e.plain, cl.Mem(h), at)
		delete(e.shared.at, h)
	}
}

// unmapAll ends all mappings while there is a queue.
func (e *Engine) unmapAll() {
	e.shared.mu.Lock()
	defer e.shared.mu.Unlock()
	for h, at := range e.shared.at {
		cl.EnqueueUnmapMemObject(e.plain, cl.Mem(h), at)
	}
	clear(e.shared.at)
}

// fetch copies from a buffer to the host. The queue must be empty.
func (e *Engine) fetch(b *buffer, offset int64, data []byte) error {
	at, err := e.address(b.handle, b.bytes)
	switch {
	case err != nil:
		return err
	case len(data) == 0:
	case at != nil:
		copy(data, unsafe.Slice((*byte)(unsafe.Add(at, offset)), len(data)))
	default:
		if code := cl.EnqueueReadBuffer(e.queue, b.mem(), true, offset, data); code != cl.Success {
			return backend.DeviceError(code)
		}
	}
	return nil
}

// reach is what the host itself may read and write of a buffer, as no command is still to use it; nil if there must be one.
func (r *run) reach(b *buffer) []byte {
	if r.pending > 0 && !r.e.dev.Direct {
		return nil
	}
	at, err := r.e.address(b.handle, b.bytes)
	if err != nil || at == nil {
		return nil
	}
	return unsafe.Slice((*byte)(at), b.bytes)
}

// move copies n bytes of a buffer to another one.
func (r *run) move(dst *buffer, at int64, src *buffer, from, n int64) {
	start := r.begin()
	if to, have := r.reach(dst), r.reach(src); to != nil && have != nil {
		copy(to[at:at+n], have[from:from+n])
		r.moved("copy", n, n, start)
		return
	}
	r.enqueued(cl.EnqueueCopyBuffer(r.e.queue, src.mem(), dst.mem(), from, at, n, r.event()))
	r.transfer("copy", n, n)
}

// repeat fills bytes with a pattern.
func repeat(to, pattern []byte) {
	for n := copy(to, pattern); 0 < n && n < len(to); n *= 2 {
		copy(to[n:], to[:n])
	}
}
