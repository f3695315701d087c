package opencl

import (
	"math"
	"time"

	"raido/backend/cl"
)

// Note [The cost of a launch]
//
// Whether a loop is one task or launches (Note [Two forms of a program]) depends on what a launch costs. On CPUs that is a constant, limits.TaskGrain:
// both forms must be the same everywhere, since they add up floats in different orders. Among GPUs it differs from driver to driver. So when such a
// device opens, it measures commands that follow each other and do next to nothing, the fastest of some batches. A
// launch costs a few of them: its arguments are set, and its groups go to the units. The time is turned into operations of one
// item and rounded to a power of 16: the choice, and with it the last bits of sums, is the same in every session on a machine. A
// launch that takes longer than mostLaunch is a busy machine's.

const (
	launchBatches  = 12
	launchBatch    = 32
	launchCommands = 5      // commands that cost what a launch does
	itemOps        = 1. / 8 // operations of an item of a GPU in a nanosecond
	leastLaunch    = 1 << 12
	mostLaunch     = 1 << 16
)

// launchOps is what a launch costs, in operations of one item.
func (d *device) launchOps() int64 {
	if d.dev.Checks { // a simulator, whose times say nothing
		return leastLaunch
	}
	m, err := d.NewBuffer(64)
	if err != nil {
		return leastLaunch
	}
	defer d.FreeBuffer(m)
	best := time.Second
	for range launchBatches {
		start := time.Now()
		for range launchBatch {
			if cl.EnqueueFillBuffer(d.queue, cl.Mem(m), make([]byte, 4), 0, 64, nil) != cl.Success {
				return leastLaunch
			}
		}
		cl.Finish(d.queue)
		best = min(best, time.Since(start)/launchBatch)
	}
	return powerOf16(launchCommands * itemOps * float64(best.Nanoseconds()))
}

// powerOf16 is the power of 16 that is nearest to a number of operations in proportion, within bounds.
func powerOf16(ops float64) int64 {
	return 1 << (4 * int(math.Round(math.Log2(min(max(ops, leastLaunch), mostLaunch))/4)))
}
