package host

import (
	"testing"

	"raido/backend"
	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/core/coretest"
	"raido/lang/limits"
)

// TestRandomWide compares the engines on random programs, and derivatives of some, whose arrays fill lanes, in f64 and f32: in the forms for large
// data, in both shapes of code, with the limits of every day and some at random.
func TestRandomWide(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs many random programs")
	}
	for seed := firstSeed(); seed < firstSeed()+seeds(40); seed++ {
		l := limits.Normal
		if seed%3 > 0 {
			l = limits.Random(seed)
		}
		l.TaskGrain, l.GroupTaskGrain = 0, 0
		e := smallDevice(t, []string{"cpu", "gpu"}[seed/8%2], l)
		p, args := coregen.Gen(seed, coregen.Options{Large: true, Smooth: seed%4 > 1, Accs: seed%2 == 0, Calls: seed%5 == 0})
		if seed%4 == 2 {
			p = coretest.Derivative(p, core.VJP)
		}
		if seed%2 == 0 {
			p, args = coregen.InF32(p, args)
		}
		q, err := backend.Passes(p)
		if err != nil {
			t.Fatal(err)
		}
		if d := disagreement(e, q, coregen.Values(args)); d != "" {
			t.Errorf("seed %d: %s\n%s", seed, d, core.Print(q))
		}
	}
}
