package rev_test

import (
	"fmt"
	"testing"

	"raido/lang/core/coregen"
)

// TestRandom differentiates random programs and compares with forward mode and with differences.
func TestRandom(t *testing.T) {
	n := uint64(150)
	if testing.Short() {
		n = 30
	}
	for seed := uint64(1); seed <= n; seed++ {
		for _, accs := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d/%v", seed, accs), func(t *testing.T) {
				p, args := coregen.Gen(seed, coregen.Options{Smooth: true, Accs: accs})
				checkDiff(t, p, toValues(args), 1e-4)
			})
		}
	}
}
