package auto

import (
	"sync"
	"testing"

	"raido/backend"
	"raido/backend/enginetest"
	"raido/backend/interp"
	"raido/lang/core/coretest"
	"raido/lang/prim"
	"raido/lang/value"
)

// TestConcurrentRuns: many runs of one program at a time, small and large, on the notebook's engine, give
// what one run gives. Run it with -race.
func TestConcurrentRuns(t *testing.T) {
	dev := device(t)
	e := New(dev, nil)
	p, err := e.Compile(t.Context(), coretest.Parse(t, enginetest.CountTo))
	if err != nil {
		t.Fatal(err)
	}
	in := interp.New()
	ip, err := in.Compile(t.Context(), coretest.Parse(t, enginetest.CountTo))
	if err != nil {
		t.Fatal(err)
	}
	shared, err := e.Upload(t.Context(), enginetest.Ints(prim.I64, 30000))
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for g := range 8 {
		wait.Go(func() {
			n := []int64{10, 30000}[g%2]
			args := []value.Value{coretest.I64(n), coretest.I64(int64(20 + g)), enginetest.Ints(prim.I64, n)}
			want, err := enginetest.Run(in, ip, args)
			if err != nil {
				t.Error(err)
				return
			}
			for range 4 {
				got, err := enginetest.Run(e, p, args)
				if err != nil {
					t.Error(err)
				} else if !enginetest.Same(got[0], want[0]) || !enginetest.Same(got[1], want[1]) {
					t.Errorf("n=%d: another result", n)
				}
			}
			if n == 30000 {
				a, b := enginetest.Upload(t, e, coretest.I64(n)), enginetest.Upload(t, e, coretest.I64(1))
				out, _, err := p.Run(t.Context(), []backend.Value{a, b, shared})
				if err != nil {
					t.Error(err)
				}
				backend.ReleaseAll(out)
			}
		})
	}
	wait.Wait()
	shared.Release()
	if n := e.MemoryInUse(); n != 0 {
		t.Errorf("%d bytes are still in use", n)
	}
}
