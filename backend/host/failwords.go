package host

import (
	"sync/atomic"
	"unsafe"

	"raido/backend/plan"
)

// failWords is the buffer in which kernels record a failure and look for a cancellation: word 0 is the
// number of the failed site, word 1 asks to stop, and 64-bit words from the second on are values. The rest tells how far a task is.
type failWords struct {
	dev    Device
	block  Block
	mapped unsafe.Pointer // the words themselves, where the host sees them; else nil
}

const failBytes = 8 * plan.Words

func newFailWords(dev Device) failWords {
	b, seen := dev.Words()
	return failWords{dev: dev, block: b, mapped: unsafe.Pointer(unsafe.SliceData(seen))}
}

func (f *failWords) long(i int) *int64 { return (*int64)(unsafe.Add(f.mapped, 8*i)) }

// loop is how far the outermost loop of a task is: the iterations that are done, and how many there are, as in Status.
func (f *failWords) loop() (done, of int64) {
	if f.mapped == nil {
		return 0, 0
	}
	return atomic.LoadInt64(f.long(plan.WordDone)), atomic.LoadInt64(f.long(plan.WordOf))
}

func (f *failWords) word(i int) *int32 { return (*int32)(unsafe.Add(f.mapped, 4*i)) }

// reset clears the words; nothing may be pending.
func (f *failWords) reset() error {
	if f.mapped != nil {
		for _, w := range [...]*int32{f.word(0), f.word(1)} {
			if atomic.LoadInt32(w) != 0 { // which takes a tenth of the time of a store
				atomic.StoreInt32(w, 0)
			}
		}
		if of := f.long(plan.WordOf); atomic.LoadInt64(of) != 0 {
			atomic.StoreInt64(of, 0)
		}
		return nil
	}
	return f.dev.Write(f.block, 0, make([]byte, failBytes))
}

// again clears the failure and leaves a cancellation; nothing may be pending.
func (f *failWords) again() error {
	if f.mapped != nil {
		atomic.StoreInt32(f.word(0), 0)
		return nil
	}
	return f.dev.Write(f.block, 0, make([]byte, 4))
}

// cancel asks running kernels to stop. A device that does not share memory sees it between launches.
func (f *failWords) cancel() {
	if f.mapped != nil {
		atomic.StoreInt32(f.word(1), 1)
	}
}

// failed reports whether a site has failed, where the host sees that at once.
func (f *failWords) failed() bool { return f.mapped != nil && atomic.LoadInt32(f.word(0)) > 0 }

// read gives the number of the failed site and its values; nothing may be pending.
func (f *failWords) read() (site int32, vals []uint64, err error) {
	if f.mapped != nil {
		if site = atomic.LoadInt32(f.word(0)); site == 0 {
			return 0, nil, nil
		}
	}
	words := make([]uint64, failBytes/8)
	if f.mapped != nil {
		copy(words, unsafe.Slice((*uint64)(f.mapped), len(words)))
	} else {
		raw := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), failBytes)
		err = f.dev.Read(f.block, 0, raw)
		site = int32(uint32(words[0]))
	}
	return site, words[plan.WordVals:], err
}
