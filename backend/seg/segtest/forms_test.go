package segtest_test

import (
	"testing"

	"raido/backend"
	"raido/backend/seg"
	"raido/backend/seg/segeval"
	"raido/backend/seg/seggen"
	"raido/backend/seg/segtest"
)

// TestForms: kernels that have gone through all passes for a CPU do in several threads what they mean, and in lanes of several widths.
func TestForms(t *testing.T) {
	seeds := uint64(150)
	if testing.Short() {
		seeds = 30
	}
	forms := 0
	segtest.Pass(t, func(p *seg.Prog) *seg.Prog {
		in := *p
		in.Target = seg.Target{CPU: true, Lanes: []int{0, 2, 4, 8, 16}[len(p.Body)%5]}
		out := backend.RunKernelPasses(&in, "")
		for _, k := range out.Kernels {
			if k.Form != nil {
				forms++
			}
		}
		return out
	}, segtest.Options{Seeds: seeds, Tolerance: 1e-12, Gen: seggen.Options{Exact: true},
		Launches: []segeval.Launch{{}, {Threads: 3}, {Threads: 4, Backward: true}, {Lanes: true}}})
	if forms < int(seeds) {
		t.Errorf("only %d forms", forms)
	}
}

// TestGroups: kernels that have gone through all passes for a GPU do in several groups what they mean, in all of their stages.
func TestGroups(t *testing.T) {
	seeds := uint64(100)
	if testing.Short() {
		seeds = 20
	}
	segtest.Pass(t, func(p *seg.Prog) *seg.Prog {
		in := *p
		in.Target = seg.Target{GPU: true, Atomics64: true}
		return backend.RunKernelPasses(&in, "")
	}, segtest.Options{Seeds: seeds, Tolerance: 1e-12, Gen: seggen.Options{Exact: true},
		Launches: []segeval.Launch{{}, {Threads: 3, GroupSize: 4}, {Threads: 2, GroupSize: 4, Rows: true, Atomic: true},
			{Threads: 2, GroupSize: 4, Squares: true, LocalAccs: true, Atomic: true}}})
}
