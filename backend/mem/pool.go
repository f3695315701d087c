package mem

import (
	"errors"
	"math/bits"
	"sync"
	"time"

	"raido/lang/memlimit"
	"raido/lang/prim"
)

// Handle names a buffer of a device.
type Handle uintptr

// Source makes and frees buffers.
type Source interface {
	NewBuffer(bytes int64) (Handle, error)
	FreeBuffer(h Handle)
}

// ErrFull is what Alloc returns when a request does not fit.
var ErrFull = errors.New("out of device memory")

// Pool hands out buffers of size classes and keeps the freed ones for the next request of their class:
// touching fresh memory costs far more than using it. All methods may be called concurrently.
type Pool struct {
	src      Source
	maxAlloc int64
	fixed    int64 // the device's memory, or a limit that the user set

	mu     sync.Mutex
	free   map[int64]*[]Handle // by class
	inUse  int64
	cached int64
	peak   int64

	asked  time.Time // the system, which then gave that budget
	system int64
}

// NewPool makes a pool for a device with that much memory and that largest buffer. Drivers take memory when a buffer is first used: so
// what the process's own limits leave now is all that there will be, and half of it is for the driver's compiler and what lies between the blocks.
func NewPool(src Source, memory, maxAlloc int64) *Pool {
	memory = min(memory, memlimit.Here.Own()/2)
	return &Pool{src: src, maxAlloc: maxAlloc, fixed: memory, free: map[int64]*[]Handle{}}
}

// Class is the number of bytes that a request really takes: an eighth step of a power of two.
func Class(n int64) int64 {
	if n <= 256 {
		return 256
	}
	step := int64(1) << (bits.Len64(uint64(n-1)) - 4)
	return (n + step - 1) / step * step
}

// Alloc gives a buffer of at least n bytes. The error is ErrFull if it does not fit into the budget.
func (p *Pool) Alloc(n int64) (Handle, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := Class(n)
	if list := p.free[c]; list != nil && len(*list) > 0 {
		last := len(*list) - 1
		h := (*list)[last]
		*list = (*list)[:last]
		p.cached -= c
		p.use(c)
		return h, nil
	}
	if n > p.maxAlloc {
		return 0, ErrFull
	}
	if c > p.maxAlloc {
		c = n
	}
	if p.inUse+p.cached+c > p.budget() {
		p.drop()
		if p.inUse+c > p.budget() {
			return 0, ErrFull
		}
	}
	h, err := p.src.NewBuffer(c)
	if err != nil {
		p.drop()
		if h, err = p.src.NewBuffer(c); err != nil {
			return 0, ErrFull
		}
	}
	p.use(c)
	return h, nil
}

func (p *Pool) use(c int64) {
	p.inUse += c
	p.peak = max(p.peak, p.inUse)
}

// Free takes a buffer back; n is what it was asked for.
func (p *Pool) Free(h Handle, n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := Class(n)
	p.inUse -= c
	if c > p.maxAlloc {
		p.inUse += c - n
		p.src.FreeBuffer(h)
		return
	}
	if list := p.free[c]; list != nil {
		*list = append(*list, h)
	} else {
		p.free[c] = &[]Handle{h}
	}
	p.cached += c
	if p.cached > p.fixed/4 {
		p.drop()
	}
}

func (p *Pool) drop() {
	for c, list := range p.free {
		for _, h := range *list {
			p.src.FreeBuffer(h)
		}
		delete(p.free, c)
	}
	p.cached = 0
}

// Drop frees the buffers that are kept for later requests.
func (p *Pool) Drop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drop()
}

// InUse is the number of bytes handed out.
func (p *Pool) InUse() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.inUse
}

// Peak is the largest InUse since the last ResetPeak.
func (p *Pool) Peak() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.peak
}

// ResetPeak starts a new measurement.
func (p *Pool) ResetPeak() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.peak = p.inUse
}

// Budget is how many bytes may be in use in all.
func (p *Pool) Budget() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.budget()
}

// SetLimit replaces the device's memory as the upper bound.
func (p *Pool) SetLimit(n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fixed = n
}

// budget is the smallest of the device's memory, the process's limit, and what the system has available beside what is held already. A tenth
// is left to others. The system is asked at most so often as askEvery says.
func (p *Pool) budget() int64 {
	if now := time.Now(); now.Sub(p.asked) > askEvery {
		p.asked, p.system = now, memlimit.Here.Limit()/10*9
		if n := memlimit.Here.Available(); n < memlimit.Unlimited {
			p.system = min(p.system, p.inUse+p.cached+n/10*9)
		}
	}
	return min(p.fixed, p.system)
}

const askEvery = 10 * time.Millisecond

// Bytes is the size of an array; ok is false if the product overflows or a dimension is negative.
func Bytes(elem prim.Type, dims []int64) (n int64, ok bool) {
	n, ok = int64(elem.Size()), true
	zero := false
	for _, d := range dims {
		if d < 0 {
			return 0, false
		}
		zero = zero || d == 0
		hi, lo := bits.Mul64(uint64(n), uint64(d))
		ok = ok && hi == 0 && lo < 1<<62
		n = int64(lo)
	}
	if zero {
		return 0, true
	}
	return n, ok
}
