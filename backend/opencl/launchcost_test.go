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
