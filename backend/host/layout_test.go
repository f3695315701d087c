package host

import (
	"testing"

	"raido/backend"
	"raido/lang/core"
	"raido/lang/core/coregen"
)

// TestLayout compares the engines on random programs that move elements about, as they are and through the pipeline.
func TestLayout(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs many random programs")
	}
	e := device(t)
	e.limits.ChunkWork = 2
	for seed := range seeds(12) {
		p, args := coregen.Layout(seed)
		if seed%2 == 1 {
			q, err := backend.Passes(p)
			if err != nil {
				t.Fatal(err)
			}
			p = q
		}
		if d := disagreement(e, p, coregen.Values(args)); d != "" {
			t.Errorf("seed %d: %s\n%s", seed, d, core.Print(p))
		}
	}
}
