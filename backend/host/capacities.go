package host

import (
	"raido/backend/seg"
	"raido/lang/diag"
)

// Note [Blocks that grow]
//
// A kernel may hold arrays whose sizes only it finds out. Each has a block in the thread's scratch, whose
// capacity starts at a few elements. A thread that needs more says how much in the failure words and
// ends, the others end early, and the host launches the kernel again with at least half as much again; what
// the kernel had changed by then is put back. So the cost of a kernel is at most about three times what it is, and only
// in the first run: a form keeps the capacities that it has found. A tape that is full asks for twice its rows (ad/rev/tape.go), and gets no more.

// elems is the capacity of a thread's block, in elements.
func (l *launcher) elems(m *seg.Mem) int64 {
	if m.Grow {
		return max(l.form.capacities[m], l.e.limits.FirstCapacity)
	}
	return max(l.int(m.Len), 0)
}

// growing launches a kernel until its blocks are large enough.
func (l *launcher) growing() {
	l.sync() // after it, a request in the failure words is this kernel's
	saved := l.save()
	defer func() {
		for _, b := range saved {
			b.release()
		}
	}()
	for {
		l.outputs()
		l.once()
		l.finish()
		site, vals := l.failure()
		if site >= 0 {
			l.sync()
			return
		}
		if l.stopped() {
			l.end(diag.Interrupted())
		}
		l.widen(l.g.Grow[-site-1], int64(vals[0]))
		l.must(l.e.fail.again())
		for i, m := range l.k.Updates {
			l.move(l.buf(m), 0, saved[i], 0, saved[i].Bytes)
		}
	}
}

// widen gives the block m a capacity of need elements, and the others of the kernel some more, too: each might
// ask for a run of its own.
func (l *launcher) widen(m *seg.Mem, need int64) {
	capacities := l.form.capacities
	old := l.elems(m)
	for _, other := range l.g.Grow {
		capacities[other] = max(l.elems(other), min(need/2, 1<<12))
	}
	capacities[m] = max(need, old+old/2)
}

// end ends the run with an error. After one of memory, a later run starts with small blocks again.
func (l *launcher) end(err error) {
	clear(l.form.capacities)
	l.run.end(err)
}

// save copies what the kernel changes.
func (l *launcher) save() []*buffer {
	var out []*buffer
	for _, m := range l.k.Updates {
		old := l.buf(m)
		b, err := l.e.rawBuffer(old.Bytes, func() error { return l.full(old.Bytes) })
		if err != nil {
			for _, b := range out {
				b.release()
			}
			l.end(err)
		}
		out = append(out, b)
		l.move(b, 0, old, 0, old.Bytes)
	}
	return out
}

// outputs gives the blocks of the device that grow their buffers.
func (l *launcher) outputs() {
	for _, m := range l.g.Grow {
		if m.Space != seg.Device {
			continue
		}
		n := l.elems(m)
		b, err := l.e.newBuffer(m.Elem, []int64{n}, l.src)
		if err != nil {
			l.end(err)
		}
		l.set(m, b)
	}
}
