package cl

import (
	"bytes"
	"runtime"
	"slices"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
)

// This file is for drivers that look for faults of kernels: Ways.OneThread and Ways.Checks.

// work is a call that waits for the thread of a driver that must have all calls from one.
type work struct {
	fn   uintptr
	args []uintptr
	out  chan<- uintptr
}

// alone takes the calls if there is such a driver, else it is nil.
var alone chan work

// callAlone begins to have all calls come from one thread.
var callAlone = sync.OnceFunc(func() {
	alone = make(chan work)
	go func() {
		runtime.LockOSThread()
		for w := range alone {
			r, _, _ := purego.SyscallN(w.fn, w.args...)
			w.out <- r
		}
	}()
})

// enter calls a function of the driver. The caller keeps alive what args point to.
func enter(fn uintptr, args []uintptr) uintptr {
	if alone == nil {
		r, _, _ := purego.SyscallN(fn, args...)
		return r
	}
	out := make(chan uintptr)
	alone <- work{fn, slices.Clone(args), out} // args stay where they are: no other driver pays for this one
	return <-out
}

// whole are the sizes of buffers if the host must write them as a whole, else nil.
var whole *sync.Map

// writeWhole begins to have buffers written as a whole.
var writeWhole = sync.OnceFunc(func() { whole = &sync.Map{} })

// writePart writes a part of a buffer with all of the rest.
func writePart(q CommandQueue, m Mem, offset int64, src []byte, event *Event) ErrorCode {
	size, ok := whole.Load(m)
	if !ok {
		return InvalidValue
	}
	all := make([]byte, size.(int64))
	if e := EnqueueReadBuffer(q, m, true, 0, all); e != Success {
		return e
	}
	copy(all[offset:], src)
	return call(sym.enqueueWriteBuffer, uintptr(q), uintptr(m), flag(true), 0, uintptr(len(all)), uintptr(first(all)), 0, 0, uintptr(unsafe.Pointer(event)))
}

// fillPart fills a part of a buffer by a write.
func fillPart(q CommandQueue, m Mem, pattern []byte, offset, size int64, event *Event) ErrorCode {
	return writePart(q, m, offset, bytes.Repeat(pattern, int(size)/len(pattern)), event)
}
