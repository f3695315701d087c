package opencl

import "testing"

// TestPowerOf16: costs that differ by less than the half of a step on both sides are one.
func TestPowerOf16(t *testing.T) {
	for ops, want := range map[float64]int64{0: 1 << 12, 17_000: 1 << 16, 65_536: 1 << 16, 262_000: 1 << 16, 263_000: 1 << 16, 1e12: 1 << 16} {
		if got := powerOf16(ops); got != want {
			t.Errorf("%g operations: %d, want %d", ops, got, want)
		}
	}
}

// TestLaunchCost: an engine that measures again finds what it found when it opened, so it chooses the same forms in every session.
func TestLaunchCost(t *testing.T) {
	e := device(t)
	for range 20 {
		if got := e.launchOps(); got != e.launched {
			t.Errorf("a launch costs %d operations, and %d before", got, e.launched)
		}
	}
	e.limits.TaskGrain, e.limits.GroupTaskGrain = -1, -1
	if e.grain() != e.launched {
		t.Errorf("the border is %d, measured %d", e.grain(), e.launched)
	}
}
