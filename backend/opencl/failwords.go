package opencl

import (
	"sync/atomic"
	"unsafe"

	"raido/backend"
	"raido/backend/cl"
	"raido/backend/gen"
)

// failWords is the buffer in which kernels record a failure and look for a cancellation: word 0 is the
// number of the failed site, word 1 asks to stop, and 64-bit words from the second on are values. The rest tells how far a task is, and where
// the function of a kernel is.
type failWords struct {
	engine *Engine
	mem    cl.Mem
	mapped unsafe.Pointer // the words themselves, where they may be mapped while kernels run; else nil
	addr   uintptr
}

const failBytes = 8 * gen.Words

func newFailWords(e *Engine) (*failWords, error) {
	m, code := cl.CreateBuffer(e.ctx, cl.MEM_READ_WRITE|cl.MEM_ALLOC_HOST_PTR, failBytes, nil)
	if code != cl.Success {
		return nil, backend.DeviceError(code)
	}
	f := &failWords{engine: e, mem: m}
	if e.dev.Mapped {
		addr, code := cl.EnqueueMapBuffer(e.queue, m, cl.MAP_READ|cl.MAP_WRITE, 0, failBytes)
		if code != cl.Success {
			return nil, backend.DeviceError(code)
		}
		f.addr = addr
		f.mapped = *(*unsafe.Pointer)(unsafe.Pointer(&addr)) // memory of the driver, not of Go
		f.ask(false)                                         // what memory had before says nothing
	}
	return f, nil
}

func (f *failWords) long(i int) *int64 { return (*int64)(unsafe.Add(f.mapped, 8*i)) }

// loop is how far the outermost loop of a task is: the iterations that are done, and how many there are, as in Status.
func (f *failWords) loop() (done, of int64) {
	if f.mapped == nil {
		return 0, 0
	}
	return atomic.LoadInt64(f.long(gen.WordDone)), atomic.LoadInt64(f.long(gen.WordOf))
}

func (f *failWords) word(i int) *int32 { return (*int32)(unsafe.Add(f.mapped, 4*i)) }

// reset clears the words; the queue must be empty.
func (f *failWords) reset() {
	if f.mapped != nil {
		for _, w := range [...]*int32{f.word(0), f.word(1)} {
			if atomic.LoadInt32(w) != 0 { // which takes a tenth of the time of a store
				atomic.StoreInt32(w, 0)
			}
		}
		if of := f.long(gen.WordOf); atomic.LoadInt64(of) != 0 {
			atomic.StoreInt64(of, 0)
		}
		return
	}
	cl.EnqueueWriteBuffer(f.engine.queue, f.mem, true, 0, make([]byte, failBytes))
}

// ask tells kernels to say where their functions are, or not; the queue must be empty.
func (f *failWords) ask(whether bool) {
	word := int64(0)
	if whether {
		word = 1
		atomic.StoreInt64(f.long(gen.WordWhere), 0)
	}
	atomic.StoreInt64(f.long(gen.WordAsk), word)
}

// where is what a kernel that was asked has said.
func (f *failWords) where() uintptr { return uintptr(atomic.LoadInt64(f.long(gen.WordWhere))) }

// again clears the failure and leaves a cancellation; the queue must be empty.
func (f *failWords) again() {
	if f.mapped != nil {
		atomic.StoreInt32(f.word(0), 0)
		return
	}
	cl.EnqueueWriteBuffer(f.engine.queue, f.mem, true, 0, make([]byte, 4))
}

// cancel asks running kernels to stop. A device that does not share memory sees it between launches.
func (f *failWords) cancel() {
	if f.mapped != nil {
		atomic.StoreInt32(f.word(1), 1)
	}
}

// failed reports whether a site has failed, where the host sees that at once.
func (f *failWords) failed() bool { return f.mapped != nil && atomic.LoadInt32(f.word(0)) > 0 }

// read gives the number of the failed site and its values; the queue must be empty.
func (f *failWords) read() (site int32, vals []uint64) {
	if f.mapped != nil {
		if site = atomic.LoadInt32(f.word(0)); site == 0 {
			return 0, nil
		}
	}
	words := make([]uint64, failBytes/8)
	if f.mapped != nil {
		copy(words, unsafe.Slice((*uint64)(f.mapped), len(words)))
	} else {
		raw := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), failBytes)
		cl.EnqueueReadBuffer(f.engine.queue, f.mem, true, 0, raw)
		site = int32(uint32(words[0]))
	}
	return site, words[2:]
}

func (f *failWords) close() {
	if f.mapped != nil {
		cl.EnqueueUnmapMemObject(f.engine.queue, f.mem, f.addr)
		cl.Finish(f.engine.queue)
	}
	cl.ReleaseMemObject(f.mem)
}
