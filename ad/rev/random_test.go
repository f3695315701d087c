package rev_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/core/coretest"
	"raido/lang/value"
)

// TestRandom differentiates random programs and compares with forward mode and with differences.
func TestRandom(t *testing.T) {
	for seed := uint64(1); seed <= count(200); seed++ {
		for _, accs := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d/%v", seed, accs), func(t *testing.T) {
				p, args := coregen.Gen(seed, coregen.Options{Smooth: true, Accs: accs})
				checkDiff(t, p, coregen.Values(args), 1e-4)
			})
		}
	}
}

// TestRandomRough takes programs with branches on values, minima and maxima: forward and reverse mode must
// agree, whatever differences say.
func TestRandomRough(t *testing.T) {
	for seed := uint64(1); seed <= count(150); seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			p, args := coregen.Gen(seed, coregen.Options{Accs: true})
			checkInner(t, p, vjp(t, p), coregen.Values(args), 1e-9)
		})
	}
}

// TestRandomInPlace takes programs that consume arrays wherever they may: the return sweep must have copies of what is gone.
func TestRandomInPlace(t *testing.T) {
	for seed := uint64(1); seed <= count(400); seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			p, args := coregen.Gen(seed, coregen.Options{Smooth: true, Accs: seed%2 == 0, InPlace: true})
			checkInner(t, p, vjp(t, p), coregen.Values(args), 1e-7)
		})
	}
}

// TestRandomGeneral: the special cases of rules agree with the general rules.
func TestRandomGeneral(t *testing.T) {
	for seed := uint64(1); seed <= count(150); seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			p, args := coregen.Gen(seed, coregen.Options{Smooth: true})
			checkInner(t, p, vjpGeneral(t, p), coregen.Values(args), 1e-7)
		})
	}
}

// TestRandomVec: a vector of seeds gives what each seed gives.
func TestRandomVec(t *testing.T) {
	const k = 3
	for seed := uint64(1); seed <= count(80); seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			p, args := coregen.Gen(seed, coregen.Options{Smooth: true, Accs: true})
			one, many := vjp(t, p), mjp(t, p)
			in := coregen.Values(args)
			primal := coretest.Run(t, p, in)
			r := rand.New(rand.NewPCG(seed, 3))
			var seeds [][]value.Value
			for range k {
				seeds = append(seeds, direction(r, primal))
			}
			vec := append([]value.Value{coretest.I64(k)}, in...)
			for i := range primal {
				var col []value.Value
				for _, s := range seeds {
					col = append(col, s[i])
				}
				vec = append(vec, stack(col))
			}
			got := coretest.Run(t, many, vec)[len(primal):]
			var want [][]value.Value
			for _, s := range seeds {
				want = append(want, coretest.Run(t, one, append(append([]value.Value{}, in...), s...))[len(primal):])
			}
			for i := range got {
				var col []value.Value
				for _, w := range want {
					col = append(col, w[i])
				}
				if w := stack(col); !value.Equal(w, got[i]) {
					t.Fatalf("adjoint %d: %v, one by one %v\n%s", i, show(got[i]), show(w), core.Print(many))
				}
			}
		})
	}
}

// count is the number of random programs to take.
func count(n uint64) uint64 {
	if testing.Short() {
		return n / 5
	}
	return n
}

// TestRandomLayout: programs that move elements about, and their derivatives, which move them back.
func TestRandomLayout(t *testing.T) {
	for seed := uint64(1); seed <= count(300); seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			p, args := coregen.Layout(seed)
			checkInner(t, p, vjp(t, p), coregen.Values(args), 1e-9)
		})
	}
}

// TestRandomNests: loops that update arrays in place read later versions in the return sweep only where they agree.
func TestRandomNests(t *testing.T) {
	for seed := uint64(1); seed <= count(500); seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			p, args := coregen.Nest(seed)
			checkInner(t, p, vjp(t, p), coregen.Values(args), 1e-8)
			if seed%5 == 0 {
				checkInner(t, p, vjpGeneral(t, p), coregen.Values(args), 1e-8)
			}
		})
	}
}
