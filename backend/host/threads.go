package host

import (
	"raido/backend/mem"
	"raido/backend/plan"
	"raido/backend/seg"
)

// This file says how many threads a launch in the CPU shape has, and what blocks each has.

// chunks is the number of threads: it depends on the device and the sizes only, so that results are the
// same in every run. Each fills the lanes of its kernel.
func (r *run) chunks(k *seg.Kernel, g *plan.Kernel, n int64) int64 {
	if k.Kind == seg.Task || k.Serial || k.Kind == seg.Scan && r.e.units() == 1 { // a scan in chunks reads everything twice
		return 1
	}
	work := n
	if g.Cost > 0 && n < (1<<62)/g.Cost {
		work = n * g.Cost
	}
	p := min(work/r.e.limits.ChunkWork+1, r.atOnce(), max(n/max(g.Width, 1), 1))
	if len(k.Accs) == 0 {
		return p
	}
	p = min(p, r.e.units())
	elems, bytes := int64(0), int64(0)
	for _, a := range k.Accs {
		len := r.int(a.Len)
		elems += len
		for _, m := range a.Priv {
			bytes += len * int64(m.Elem.Size())
		}
	}
	// Copies are worth their setting up and combining only if there are enough points for each element.
	if p*elems/r.e.limits.CopyPoints > work || p*bytes > r.e.limits.CopyBytes {
		return 1
	}
	return p
}

// atOnce is the number of threads that a launch has at most. One core does them one after the other: more than one would only have blocks and
// results of their own.
func (r *run) atOnce() int64 {
	if r.e.units() == 1 {
		return 1
	}
	return r.e.limits.ChunksPerCore * r.e.units()
}

// scratch lays out the blocks of a thread; few threads get along with less.
func (l *launcher) scratch() {
	l.stride, l.offsets = 0, l.offsets[:0]
	for _, m := range l.g.Scratch {
		l.offsets = append(l.offsets, l.stride)
		elems := l.elems(m)
		if n := l.g.Copies[m]; n > 0 {
			elems *= n
		}
		n, ok := mem.Bytes(m.Elem, []int64{elems})
		if !ok || l.stride+n < 0 {
			l.end(l.e.memoryError(m.Elem, []int64{elems}, "more bytes than can be counted", l.src))
		}
		l.stride += (n + 63) / 64 * 64
	}
	l.chunks = l.withBlocks(l.chunks)
}

// withBlocks is how many of so many threads there are if each has blocks of its own: one for each core where the blocks of those that a core
// does one after the other don't stay in its cache, and no more than there is memory for.
func (l *launcher) withBlocks(threads int64) int64 {
	// The number of copies of an accumulator must not depend on what earlier runs needed.
	if l.stride == 0 || threads == 1 || l.k.Kind != seg.Map || len(l.g.Grow) > 0 && len(l.k.Accs) > 0 {
		return threads
	}
	if l.stride > l.e.limits.LaneScratch/l.e.limits.ChunksPerCore {
		threads = min(threads, l.e.units())
	}
	return min(threads, max(l.e.limits.ScratchBytes/l.stride, 1))
}
