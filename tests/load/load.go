// Package load says how long tests may take that assert a time, on a machine that does other things, too. Layer 0.
package load

import (
	"fmt"
	"os"
	"runtime"
	"time"
)

// Bound is d on an idle machine, and more by as much as others want its processors.
func Bound(d time.Duration) time.Duration {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return d
	}
	var wanted float64 // processors, in the last minute
	fmt.Sscan(string(text), &wanted)
	return time.Duration(float64(d) * max(1, 2*wanted/float64(runtime.NumCPU())))
}
