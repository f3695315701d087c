package host

import (
	"testing"

	"raido/backend/plan"
	"raido/backend/seg"
	"raido/lang/limits"
	"raido/lang/prim"
)

// TestThreads: cores have several threads each, which fill their lanes; one core has one; and large blocks are there once for each core.
func TestThreads(t *testing.T) {
	mib := int64(1 << 20)
	for _, c := range []struct {
		units, points, width int64
		kind                 seg.Kind
		stride               int64
		threads, withBlocks  int64
	}{
		{1, 1 << 20, 0, seg.Map, 0, 1, 1},
		{1, 1 << 20, 8, seg.Reduce, mib, 1, 1},
		{2, 1 << 20, 0, seg.Map, 0, 8, 8},
		{2, 1 << 20, 8, seg.Map, 1 << 10, 8, 8},
		{2, 16, 8, seg.Map, 1 << 10, 2, 2},
		{2, 16, 0, seg.Map, 1 << 10, 8, 8},
		{2, 7, 8, seg.Map, 0, 1, 1},
		{4, 1 << 20, 8, seg.Map, mib, 16, 4},
		{4, 1 << 20, 8, seg.Reduce, mib, 16, 16},
		{4, 1 << 20, 8, seg.Map, 128 * mib, 16, 2},
		{4, 0, 8, seg.Map, 0, 1, 1},
	} {
		e := &Engine{facts: Facts{Units: int(c.units)}, limits: limits.Normal}
		e.limits.ChunkWork = 1
		l := &launcher{run: &run{e: e}, k: &seg.Kernel{Kind: c.kind}, g: &plan.Kernel{Width: c.width, Cost: 1}, stride: c.stride}
		n := l.run.chunks(l.k, l.g, c.points)
		if m := l.withBlocks(n); n != c.threads || m != c.withBlocks {
			t.Errorf("%+v: %d threads, %d with blocks", c, n, m)
		}
	}
}

// TestChunksBySizes: where floats are combined the number of chunks is the same on all machines, elsewhere it is not.
func TestChunksBySizes(t *testing.T) {
	for _, elem := range []prim.Type{prim.F64, prim.I64} {
		seen := map[int64]bool{}
		for _, units := range []int{1, 2, 5, 64} {
			e := &Engine{facts: Facts{Units: units}, limits: limits.Normal}
			k := &seg.Kernel{Kind: seg.Scan, Op: &seg.Operator{}, Outs: []*seg.Mem{seg.NewMem("sum", elem, seg.Device)}}
			seen[(&run{e: e}).chunks(k, &plan.Kernel{Cost: 2}, 1<<20)] = true
		}
		if (len(seen) == 1) != elem.IsFloat() || seen[1] == elem.IsFloat() {
			t.Errorf("%s: %v chunks", elem, seen)
		}
	}
}
