package eval

import (
	"fmt"
	"math/bits"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// machine is the state of one run: the frame, the failure and interrupt machinery, the accounts.
type machine struct {
	s       []uint64 // scalars, as Bits of prim.Scalar
	a       []array
	args    [3]prim.Scalar // operands of an operator without a fast path
	n       Counts
	scratch []*buffer // those in use, when counting
	stop    atomic.Bool
	// What calls of recursive functions have put aside, how many there are, and a buffer for their operands.
	ss    []uint64
	as    []array
	depth int
	ts    []uint64
	ta    []array
	// trace takes what the program shows on the side.
	trace func(text string)
	// progress takes how many iterations of an outer loop are done, of how many.
	progress func(done, of int64)

	budget               int64 // operations
	limit, used, trigger int64 // bytes: the limit, the account, when to ask the collector next
}

// op is one compiled statement.
type op func(m *machine)

func newMachine(p *Program) *machine {
	m := &machine{s: make([]uint64, p.ns), a: make([]array, p.na), limit: Limit}
	for _, c := range p.consts {
		m.s[c.slot] = c.bits
	}
	if m.limit == 0 {
		m.limit = firstLimit()
	}
	m.used = heapBytes()
	m.trigger = min(m.limit, m.used+checkEvery)
	return m
}

// failure is what the interpreter panics with and run recovers.
type failure struct{ diag *diag.Diag }

func (m *machine) fail(src diag.Span, code, format string, args ...any) {
	panic(failure{&diag.Diag{Class: diag.Runtime, Code: code, Span: src, Msg: fmt.Sprintf(format, args...)}})
}

func (m *machine) interrupt(src diag.Span) {
	panic(failure{&diag.Diag{Class: diag.Interrupt, Span: src, Msg: "interrupted"}})
}

// step is called in each iteration of what runs a body, which is so many operations.
func (m *machine) step(src diag.Span, ops int64) {
	m.spend(ops)
	m.tick(src)
}

// tick is called in each iteration of anything that iterates.
func (m *machine) tick(src diag.Span) {
	if m.stop.Load() {
		m.interrupt(src)
	}
}

// alloc makes a buffer for elements of the given shape, zeroed.
func (m *machine) alloc(src diag.Span, elem prim.Type, dims []dim) *buffer {
	for _, d := range dims {
		if d.n < 0 {
			m.fail(src, core.CodeSize, "negative size %d in shape %s", d.n, dimsText(dims))
		}
	}
	n, ok := count(dims)
	size, ok := mulSize(n, int64(elem.Size()), ok)
	m.charge(src, elem, dims, size, ok)
	m.spend(size / bulk)
	return newBuffer(elem, make([]byte, size))
}

// count is the number of elements; it reports whether that is a number at all.
func count(dims []dim) (n int64, ok bool) {
	n, ok = 1, true
	for _, d := range dims {
		if d.n == 0 {
			return 0, true
		}
	}
	for _, d := range dims {
		n, ok = mulSize(n, d.n, ok && d.n > 0)
	}
	return n, ok
}

func mulSize(a, b int64, ok bool) (int64, bool) {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	return int64(lo), ok && hi == 0 && lo < 1<<62
}

// charge accounts for size bytes, beside all that the process holds already. Buffers are freed by the garbage collector, so the account is only an
// upper bound. Now and then the system is asked how much there may be; when the account passes that, the collector says what is really in use. It is
// not asked again before a sixteenth of the limit has been allocated.
func (m *machine) charge(src diag.Span, elem prim.Type, dims []dim, size int64, ok bool) {
	m.used += size
	if ok && m.used <= m.trigger {
		return
	}
	block := int64(0)
	m.limit, block = memoryLimit()
	if ok && m.used <= m.limit && size <= block {
		m.trigger = min(m.limit, m.used+checkEvery)
		return
	}
	if ok && size <= m.limit {
		if runtime.GC(); size > block {
			debug.FreeOSMemory()
		}
		m.used = heapBytes() + size
		if m.limit, block = memoryLimit(); m.used <= m.limit && size <= block {
			m.trigger = max(min(m.limit, m.used+checkEvery), m.used+m.limit/16)
			return
		}
	}
	m.used -= size
	what := fmt.Sprintf("an array of type %s%s needs %s", dimsText(dims), elem, sizeText(size, ok))
	panic(failure{&diag.Diag{Class: diag.Memory, Span: src,
		Msg: fmt.Sprintf("out of memory: %s, the limit is %d bytes", what, m.limit)}})
}

// checkEvery is how many bytes are allocated before the system is asked again how much there may be.
const checkEvery = 64 << 20

func sizeText(size int64, ok bool) string {
	if !ok {
		return "more bytes than can be addressed"
	}
	return fmt.Sprintf("%d bytes", size)
}

// heapBytes is what the garbage collector holds, without stopping the world.
func heapBytes() int64 {
	return int64(readMetrics("/memory/classes/heap/objects:bytes")[0].Value.Uint64())
}

func dimsText(dims []dim) string {
	var b strings.Builder
	for _, d := range dims {
		fmt.Fprintf(&b, "[%d]", d.n)
	}
	return b.String()
}

func shapeText(shape []int64) string {
	var b strings.Builder
	for _, d := range shape {
		fmt.Fprintf(&b, "[%d]", d)
	}
	return b.String()
}
