package host

import (
	"testing"

	"raido/backend"
	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/core/coretest"
)

// TestRandomDerivatives runs derivatives of random programs through the whole pipeline and compares the
// engines.
func TestRandomDerivatives(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs many random programs")
	}
	e := device(t)
	e.limits.ChunkWork = 2
	for seed := range seeds(4) {
		for _, mode := range []core.DiffMode{core.JVP, core.VJP} {
			p, args := coregen.Gen(seed, coregen.Options{Smooth: true, Accs: seed%2 == 0})
			q, err := backend.Passes(coretest.Derivative(p, mode))
			if err != nil {
				t.Logf("seed %d: %v", seed, err)
				continue
			}
			if d := disagreement(e, q, coregen.Values(args)); d != "" {
				t.Errorf("seed %d, mode %d: %s\n%s", seed, mode, d, core.Print(q))
			}
		}
	}
}
