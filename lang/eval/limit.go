package eval

import (
	"os"
	"strconv"
	"strings"
	"sync"
)

// Limit is the number of bytes that the process may hold when a run allocates an array. 0 means half of the memory that was
// available when the first program ran. It must not be changed while programs run.
var Limit int64

func memoryLimit() int64 {
	if Limit > 0 {
		return Limit
	}
	return defaultLimit()
}

// fallbackLimit is used where the system does not tell its memory.
const fallbackLimit = 2 << 30

var defaultLimit = sync.OnceValue(func() int64 {
	avail := int64(0)
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		avail = meminfoAvailable(string(text))
	}
	if text, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil { // a container's own bound
		if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && (avail == 0 || n < avail) {
			avail = n
		}
	}
	if avail == 0 {
		return fallbackLimit
	}
	return avail / 2
})

// meminfoAvailable finds the line MemAvailable, in bytes; 0 if there is none.
func meminfoAvailable(text string) int64 {
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "MemAvailable:"); ok {
			kb, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			return kb << 10
		}
	}
	return 0
}
