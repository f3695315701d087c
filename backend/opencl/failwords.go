package opencl

import (
	"sync/atomic"
	"unsafe"

	"raido/backend"
	"raido/backend/cl"
	"raido/backend/host"
	"raido/backend/mem"
	"raido/backend/plan"
)

// failWords is the buffer of the failure words, which the host reads (backend/host). Here they say where the function of a kernel is.
type failWords struct {
	device *device
	mem    cl.Mem
	mapped unsafe.Pointer // the words themselves, where they may be mapped while kernels run; else nil
	words  []uint64       // the same
	addr   uintptr
}

const failBytes = 8 * plan.Words

func newFailWords(d *device) (*failWords, error) {
	m, code := cl.CreateBuffer(d.ctx, cl.MEM_READ_WRITE|cl.MEM_ALLOC_HOST_PTR, failBytes, nil)
	if code != cl.Success {
		return nil, backend.DeviceError(code)
	}
	f := &failWords{device: d, mem: m}
	if d.dev.Mapped {
		addr, code := cl.EnqueueMapBuffer(d.queue, m, cl.MAP_READ|cl.MAP_WRITE, 0, failBytes)
		if code != cl.Success {
			return nil, backend.DeviceError(code)
		}
		f.addr = addr
		f.mapped = *(*unsafe.Pointer)(unsafe.Pointer(&addr)) // memory of the driver, not of Go
		f.words = unsafe.Slice((*uint64)(f.mapped), plan.Words)
		f.ask(false) // what memory had before says nothing
	}
	return f, nil
}

func (f *failWords) long(i int) *int64 { return (*int64)(unsafe.Add(f.mapped, 8*i)) }

// ask tells kernels to say where their functions are, or not; the queue must be empty.
func (f *failWords) ask(whether bool) {
	word := int64(0)
	if whether {
		word = 1
		atomic.StoreInt64(f.long(plan.WordWhere), 0)
	}
	atomic.StoreInt64(f.long(plan.WordAsk), word)
}

// where is what a kernel that was asked has said.
func (f *failWords) where() uintptr { return uintptr(atomic.LoadInt64(f.long(plan.WordWhere))) }

// Words implements host.Device.
func (d *device) Words() (host.Block, []uint64) {
	return host.Block{Handle: mem.Handle(d.fail.mem), Bytes: failBytes}, d.fail.words
}

func (f *failWords) close() {
	if f.mapped != nil {
		cl.EnqueueUnmapMemObject(f.device.queue, f.mem, f.addr)
		cl.Finish(f.device.queue)
	}
	cl.ReleaseMemObject(f.mem)
}
