package host

import (
	"testing"

	"raido/backend/plan"
	"raido/backend/seg"
	"raido/lang/limits"
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
