package host

import (
	"raido/backend/mem"
	"raido/backend/plan"
	"raido/backend/seg"
)

// This file says how many threads a launch in the CPU shape has, and what blocks each has.

// Note [Chunks by sizes]
//
// Where floats are combined (seg.Kernel.Rounds), the number of chunks depends on sizes and on limits that are the same on all machines, never on how
// many cores there are: so sums have the same bits wherever they are computed. A core does as many of them as it comes to, one after the other.
// Everything else is spread over the cores that there are.

// chunks is the number of parts of the points, each for a thread that fills the lanes of its kernel.
func (r *run) chunks(k *seg.Kernel, g *plan.Kernel, n int64) int64 {
	rounds := k.Rounds()
	if k.Kind == seg.Task || k.Serial || k.Kind == seg.Scan && r.e.units() == 1 && !rounds { // a scan in chunks reads everything twice
		return 1
	}
	work := n
	if g.Cost > 0 && n < (1<<62)/g.Cost {
		work = n * g.Cost
	}
	p := min(work/r.e.limits.ChunkWork+1, max(n/max(g.Width, 1), 1))
	switch {
	case rounds:
		p = min(p, r.e.limits.Chunks)
	case r.e.units() == 1: // more than one would only have blocks and results of their own
		return 1
	default:
		p = min(p, r.e.limits.ChunksPerCore*r.e.units())
	}
	if len(k.Accs) == 0 {
		return p
	}
	return r.copies(k, p, work, rounds)
}

// copies is how many chunks a kernel with accumulators has, at most p. Copies are worth their setting up and combining only if there are enough points
// for each element.
func (r *run) copies(k *seg.Kernel, p, work int64, rounds bool) int64 {
	elems, bytes := int64(0), int64(0)
	for _, a := range k.Accs {
		len := r.int(a.Len)
		elems += len
		for _, m := range a.Priv {
			bytes += len * int64(m.Elem.Size())
		}
	}
	if rounds {
		p = min(p, r.e.limits.Copies, r.e.limits.CopyBytes/max(bytes, 1))
		if each := elems * r.e.limits.ElemWork; each > 0 {
			p = min(p, work/each)
		}
		return max(p, 1)
	}
	p = min(p, r.e.units())
	if p*elems/r.e.limits.CopyPoints > work || p*bytes > r.e.limits.CopyBytes {
		return 1
	}
	return p
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
	if l.stride > l.e.limits.CoreScratch/l.e.limits.ChunksPerCore && !l.k.Rounds() {
		threads = min(threads, l.e.units())
	}
	return min(threads, max(l.e.limits.ScratchBytes/l.stride, 1))
}
