package opencl

import (
	"math"
	"time"

	"raido/backend/cl"
	"raido/lang/system"
)

// Note [The cost of a launch]
//
// Whether a loop is one task or launches (Note [Two forms of a program]) depends on what a launch costs, and that differs from
// driver to driver. So when a device opens, it measures commands that follow each other and do next to nothing, the fastest of some batches. A
// launch costs a few of them: its arguments are set, and its groups go to threads. The time is turned into operations of one
// thread and rounded to a power of 16: the choice, and with it the last bits of sums, is the same in every session on a machine.
//
// On a busy machine commands wait for a core, each of them if the driver's threads are the ones that wait. What the process itself used of its cores
// does not grow by that, so it bounds the time from above. A launch that takes longer than mostLaunch is a busy machine's, too.

const (
	launchBatches  = 12
	launchBatch    = 32
	launchCommands = 5      // commands that cost what a launch does
	threadOps      = 9      // operations of a thread of a CPU in a nanosecond, in lanes
	itemOps        = 1. / 8 // of an item of a GPU
	leastLaunch    = 1 << 12
	mostLaunch     = 1 << 16
)

// launchOps is what a launch costs, in operations of one thread.
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
		start, used := time.Now(), system.ProcessorTime()
		for range launchBatch {
			if cl.EnqueueFillBuffer(d.queue, cl.Mem(m), make([]byte, 4), 0, 64, nil) != cl.Success {
				return leastLaunch
			}
		}
		cl.Finish(d.queue)
		took := time.Since(start)
		if !targetOf(d.dev).GPU { // what a GPU does is not the process's
			took = min(took, system.ProcessorTime()-used)
		}
		best = min(best, took/launchBatch)
	}
	ops := float64(threadOps)
	if targetOf(d.dev).GPU {
		ops = itemOps
	}
	return powerOf16(launchCommands * ops * float64(best.Nanoseconds()))
}

// powerOf16 is the power of 16 that is nearest to a number of operations in proportion, within bounds.
func powerOf16(ops float64) int64 {
	return 1 << (4 * int(math.Round(math.Log2(min(max(ops, leastLaunch), mostLaunch))/4)))
}
