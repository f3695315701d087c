package eval

import (
	"runtime/metrics"
	"sync"

	"raido/lang/memlimit"
)

// Limit is the number of bytes that the process may hold when a run allocates an array. 0 means what the system has room for at that
// time. It must not be changed while programs run.
var Limit int64

// memoryLimit is what the process may hold: beside what the heap has from the system already three quarters of what is available, so
// that there is room for what is made of a result. A large block must find room in what is available, since what the heap has may be in pieces.
func memoryLimit() (limit, block int64) {
	if Limit > 0 {
		return Limit, Limit
	}
	available := memlimit.Here.Available()
	if available == memlimit.Unlimited {
		return fallbackLimit, fallbackLimit
	}
	held := int64(0)
	for _, s := range readMetrics("/memory/classes/heap/objects:bytes", "/memory/classes/heap/free:bytes", "/memory/classes/heap/unused:bytes") {
		held += int64(s.Value.Uint64())
	}
	return held + available/4*3, max(largeBlock, available/4*3)
}

// fallbackLimit is used where the system does not tell its memory.
const fallbackLimit = 2 << 30

// firstLimit is the limit when the first program ran, for what need not be exact.
var firstLimit = sync.OnceValue(func() int64 {
	limit, _ := memoryLimit()
	return limit
})

// largeBlock is how many bytes the heap finds room for wherever it has some.
const largeBlock = 4 << 20

func readMetrics(names ...string) []metrics.Sample {
	s := make([]metrics.Sample, len(names))
	for i, n := range names {
		s[i].Name = n
	}
	metrics.Read(s)
	return s
}
