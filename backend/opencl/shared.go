package opencl

import (
	"sync"
	"unsafe"

	"raido/backend"
	"raido/backend/cl"
	"raido/backend/mem"
	"raido/backend/seg"
)

// shared are the buffers of a device whose driver lets kernels use mapped ones. Those that the host, or a kernel that it has called, has used stay mapped: what
// a task gives is read without a command, which would go to a thread of the driver and back, and take as long as the task, and what it begins with is
// written so where nothing is under way.
type shared struct {
	mu sync.Mutex
	at map[mem.Handle]*place
}

// place is a buffer of so many bytes, and where it is mapped; 0 if it is not.
type place struct {
	bytes int64
	at    uintptr
}

// made notes a new buffer.
func (s *shared) made(h mem.Handle, bytes int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at[h] = &place{bytes: bytes}
}

// gone ends the mapping of a buffer that is about to be freed, if there is one.
func (s *shared) gone(q cl.CommandQueue, h mem.Handle) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.at[h]; p != nil && p.at != 0 {
		cl.EnqueueUnmapMemObject(q, cl.Mem(h), p.at)
	}
	delete(s.at, h)
}

// unmapAll ends all mappings while there is a queue.
func (s *shared) unmapAll(q cl.CommandQueue) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for h, p := range s.at {
		if p.at != 0 {
			cl.EnqueueUnmapMemObject(q, cl.Mem(h), p.at)
		}
	}
	clear(s.at)
}

// place is where a CPU device has a buffer of at most so many bytes; 0 if it is larger.
func (d *device) place(h mem.Handle, most int64) (at uintptr, bytes int64, err error) {
	d.shared.mu.Lock()
	defer d.shared.mu.Unlock()
	p := d.shared.at[h]
	if p == nil || p.bytes > most {
		return 0, 0, nil
	}
	if p.at == 0 {
		var code cl.ErrorCode
		if p.at, code = cl.EnqueueMapBuffer(d.queue, cl.Mem(h), cl.MAP_READ|cl.MAP_WRITE, 0, p.bytes+seg.Slack); code != cl.Success {
			p.at = 0
			return 0, 0, backend.DeviceError(code)
		}
	}
	return p.at, p.bytes + seg.Slack, nil
}

// reach is what the host itself may read and write of a small buffer, as no command is still to use it; nil if there must be one.
func (d *device) reach(h mem.Handle) []byte {
	if !d.dev.Mapped || d.pending > 0 && !d.dev.Direct {
		return nil
	}
	at, n, err := d.place(h, smallBuffer)
	if err != nil || at == 0 {
		return nil
	}
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&at)), n) // memory of the driver, not of Go
}
