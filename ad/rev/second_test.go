package rev_test

import (
	"fmt"
	"testing"

	"raido/lang/core/coregen"
	"raido/lang/core/coretest"
)

// TestSecondOrder differentiates the reverse derivative of random programs again, in both modes.
func TestSecondOrder(t *testing.T) {
	for seed := uint64(1); seed <= count(60); seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			p, args := coregen.Gen(seed, coregen.Options{Smooth: true, Accs: true, Budget: 25})
			q := vjp(t, p)
			in := coregen.Values(args)
			res := coretest.Run(t, p, in)
			k := 0.5
			for _, y := range res {
				in = append(in, like(y, func() float64 { k = 3.7 * k * (1 - k); return k }))
			}
			checkDiff(t, q, in, 1e-3)
		})
	}
}

// TestSecondOrderNests: the derivatives of loops that update arrays in place are such loops.
func TestSecondOrderNests(t *testing.T) {
	for seed := uint64(1); seed <= count(60); seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			p, args := coregen.Nest(seed)
			in := coregen.Values(args)
			for _, y := range coretest.Run(t, p, in) {
				in = append(in, like(y, func() float64 { return 0.5 }))
			}
			q := vjp(t, p)
			checkInner(t, q, vjp(t, q), in, 1e-8)
		})
	}
}
