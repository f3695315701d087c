package opencl

import (
	"math"

	"raido/backend/cl"
	"raido/backend/gen"
	"raido/backend/mem"
)

// This file calls kernels as functions, in the thread of the host. Note [Kernels as functions] in backend/gen.

// callee is a kernel that the host can call. Its arguments hold as long as no buffer is freed, whose handle another one may get.
type callee struct {
	function *cl.Function
	freed    int64
	words    []uint64 // the arguments as the driver would have them
}

func (c *callee) release() {
	if c != nil {
		c.function.Release()
	}
}

// ask finds the function of a kernel that has just been compiled.
func (b *build) ask(kernel cl.Kernel) {
	d := b.device
	if !d.dev.Functions || !b.tells || d.fail.mapped == nil {
		return
	}
	d.Finish()
	d.fail.ask(true)
	defer d.fail.ask(false)
	if cl.EnqueueNDRangeKernel(d.plain, kernel, 1, 1, nil) != cl.Success || cl.Finish(d.plain) != cl.Success {
		return
	}
	at := d.fail.where()
	f := cl.FindFunction(at, gen.Func, len(b.args))
	if f == nil {
		return
	}
	for i, a := range b.args {
		if a.fail {
			f.Set(i, uint64(d.fail.addr))
		}
	}
	d.fail.ask(true) // nothing is there now
	if f.Call(1); d.fail.where() != at {
		f.Release()
		return
	}
	b.callee = &callee{function: f, freed: -1, words: make([]uint64, len(b.args))}
}

// calls reports whether the host shall do itself what so many threads would. Where there are threads it does what one of them would do alone,
// if that has nothing to wait for.
func (b *build) calls(threads int64) bool {
	return b.callee != nil && b.device.clock == nil && (b.device.dev.Direct || b.device.pending == 0 && threads == 1)
}

// call computes so many groups; false if a buffer has no address.
func (b *build) call(words []uint64, threads int64) bool {
	c, d := b.callee, b.device
	freed := d.freed.Load()
	held := c.freed == freed
	c.freed = -1
	for i, word := range words {
		if held && c.words[i] == word {
			continue
		}
		c.words[i] = word
		if a := &b.args[i]; a.fail {
			word = uint64(d.fail.addr)
		} else if a.buffer {
			at, _, err := d.place(mem.Handle(word), math.MaxInt64)
			if err != nil || at == 0 {
				return false
			}
			word = uint64(at)
		}
		c.function.Set(i, word)
	}
	c.freed = freed
	c.function.Call(threads)
	return true
}
