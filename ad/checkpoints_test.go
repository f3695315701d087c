package ad_test

import (
	"fmt"
	"testing"

	"raido/ad"
	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/core/coretest"
	"raido/lang/opt"
	"raido/lang/value"
)

// TestCheckpointsRandom: with checkpoints, derivatives of random programs are what they are without.
func TestCheckpointsRandom(t *testing.T) {
	marked := 0
	for seed := range uint64(120) {
		for _, mode := range []core.DiffMode{core.JVP, core.VJP} {
			p, args := coregen.Gen(seed, coregen.Options{Smooth: true, Accs: seed%2 == 0, InPlace: seed%3 > 0})
			p = opt.Inline(coretest.Derivative(p, mode))
			want := coretest.Run(t, ad.Apply(p), coregen.Values(args))
			for _, deep := range []bool{false, true} {
				q := ad.Checkpoints(p, deep)
				if q == p {
					continue
				}
				if marked++; mode == core.JVP {
					t.Fatalf("seed %d: forward mode has checkpoints", seed)
				}
				t.Run(fmt.Sprint(seed, deep), func(t *testing.T) {
					got := coretest.Run(t, coretest.Verified(t, ad.Apply(q)), coregen.Values(args))
					for i := range want {
						if err := value.Compare(want[i], got[i], 1e-9); err != nil {
							t.Error(err)
						}
					}
				})
			}
		}
	}
	if marked < 20 {
		t.Errorf("%d programs with checkpoints", marked)
	}
}
