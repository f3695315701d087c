package opencl

import (
	"raido/backend/cl"
	"raido/backend/gen"
	"raido/backend/plan"
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
func (l *launcher) ask(kernel cl.Kernel) {
	e := l.e
	if !e.target.Functions || e.fail.mapped == nil {
		return
	}
	cl.Finish(e.queue)
	e.fail.ask(true)
	defer e.fail.ask(false)
	if cl.EnqueueNDRangeKernel(e.plain, kernel, 1, 1, nil) != cl.Success || cl.Finish(e.plain) != cl.Success {
		return
	}
	at := e.fail.where()
	f := cl.FindFunction(at, gen.Func, len(l.g.Args))
	if f == nil {
		return
	}
	for i, a := range l.g.Args {
		if a.Kind == plan.ArgFail {
			f.Set(i, uint64(e.fail.addr))
		}
	}
	e.fail.ask(true) // nothing is there now
	if f.Call(1); e.fail.where() != at {
		f.Release()
		return
	}
	l.build.callee = &callee{function: f, freed: -1, words: make([]uint64, len(l.g.Args))}
}

// calls reports whether the host shall do itself what so many threads would. Where there are threads it does what one of them would do alone,
// if that has nothing to wait for.
func (l *launcher) calls(threads int64) bool {
	return l.build.callee != nil && l.clock == nil && (l.e.dev.Direct || l.pending == 0 && threads == 1)
}

// call does a stage; false if a buffer has no address.
func (l *launcher) call(stage int32, threads int64) bool {
	c := l.build.callee
	freed := l.e.freed.Load()
	held := c.freed == freed
	c.freed = -1
	for i, a := range l.g.Args {
		word, _ := l.arg(i, a, stage)
		if held && c.words[i] == word {
			continue
		}
		c.words[i] = word
		if a.Kind == plan.ArgFail {
			word = uint64(l.e.fail.addr)
		} else if b := l.buffer(i, a); b != nil {
			at, err := l.e.place(b.handle, b.bytes)
			if err != nil {
				return false
			}
			word = uint64(at)
		}
		c.function.Set(i, word)
	}
	c.freed = freed
	c.function.Call(threads)
	l.track.Loop(l.begun, l.of)
	if l.e.fail.failed() {
		l.sync(l.src)
	}
	return true
}

// buffer is the buffer that an argument is, nil if it is none.
func (l *launcher) buffer(i int, a plan.Arg) *buffer {
	if a.Kind == plan.ArgMem {
		return l.buf(a.Mem)
	}
	return l.buffers[i]
}
