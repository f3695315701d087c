package opencl

import (
	"testing"

	"raido/lang/limits"
)

// TestRegisters: how many vector registers there are follows from how large they are and the architecture, if no limits say otherwise.
func TestRegisters(t *testing.T) {
	old := limits.Now
	defer func() { limits.Now = old }()
	limits.Now.Vector = 0
	for _, c := range []struct {
		vector int
		arch   string
		n      int
	}{{64, "amd64", 32}, {32, "amd64", 16}, {16, "amd64", 16}, {0, "amd64", 16}, {16, "arm64", 32}, {16, "386", 8}} {
		if bytes, n := registers(c.vector, c.arch); bytes != c.vector || n != c.n {
			t.Errorf("%d bytes on %s: %d of %d bytes", c.vector, c.arch, n, bytes)
		}
	}
	limits.Now.Vector, limits.Now.Registers = 32, 8
	if bytes, n := registers(64, "amd64"); bytes != 32 || n != 8 {
		t.Errorf("%d of %d bytes, which the limits do not say", n, bytes)
	}
}
