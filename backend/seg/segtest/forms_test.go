package segtest_test

import (
	"fmt"
	"slices"
	"testing"

	"raido/backend"
	"raido/backend/seg"
	"raido/backend/seg/segeval"
	"raido/backend/seg/seggen"
	"raido/backend/seg/segtest"
	"raido/lang/limits"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/turns"
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
		Launches: []segeval.Launch{{}, {Threads: 3}, {Threads: 4, Backward: true}, {Threads: 3, Alone: true}, {Lanes: true}}})
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

// cpus are targets that differ as CPUs and the compilers for them do.
var cpus = []seg.Target{
	{CPU: true, Vector: 64, Registers: 32, Cache: 1 << 20},
	{CPU: true, Vector: 32, Registers: 16, Cache: 1 << 18, Functions: true},
	{CPU: true, Vector: 16, Registers: 32, Spaces: true},
	{CPU: true, Plain: true, Vector: 16, Registers: 16},
	{CPU: true},
}

// uneven are arguments of which sums are rounded.
func uneven(args []value.Value) []value.Value {
	third := func(s prim.Scalar, i int64) prim.Scalar {
		return prim.Float(s.Type, s.Float64()*1.1+float64(i%7)/3)
	}
	out := slices.Clone(args)
	for j, v := range args {
		switch v := v.(type) {
		case value.Scalar:
			if v.Type.IsFloat() {
				out[j] = value.Scalar{Scalar: third(v.Scalar, 1)}
			}
		case *value.Array:
			if v.Elem.IsFloat() {
				elems := make([]prim.Scalar, v.Size())
				for i := range elems {
					elems[i] = third(v.At(int64(i)), int64(i))
				}
				out[j] = value.FromScalars(v.Elem, v.Shape, elems)
			}
		default: // programs take scalars and arrays
		}
	}
	return out
}

// TestSameBits: the kernels for all CPUs give the same bits, in lanes and without, whether one thread does all chunks or several do.
func TestSameBits(t *testing.T) {
	seeds := uint64(40)
	if testing.Short() {
		seeds = 10
	}
	usual := limits.Now
	defer func() { limits.Now = usual }()
	compared := 0
	for _, gen := range []seggen.Options{{}, {Products: true}, {Rows: true}, {Nests: true}} {
		for seed := range seeds {
			if !testing.Short() && !turns.Has(fmt.Sprint(gen, seed)) {
				continue
			}
			p, args := seggen.Gen(seed, gen)
			args = uneven(args)
			if limits.Now = usual; seed%4 > 0 {
				limits.Now = limits.Random(seed)
			}
			for _, lanes := range []bool{false, true} {
				var first []value.Value
				for i, target := range cpus {
					in := *p
					in.Target = target
					out := backend.RunKernelPasses(&in, "")
					for _, alone := range []bool{false, true} {
						got, err := segeval.Run(out, args, segeval.Launch{Threads: 4, Alone: alone, Lanes: lanes, Blocks: true})
						if err != nil {
							break // TestForms looks at it
						}
						if first == nil {
							first = got
						}
						for j := range got {
							if compared++; !segtest.Same(first[j], got[j], 0) {
								t.Fatalf("%+v, seed %d, lanes %t, target %d, alone %t: %s, not %s as target 0 in\n%s", gen, seed, lanes, i, alone,
									value.Print(got[j]), value.Print(first[j]), seg.Print(p))
							}
						}
					}
				}
			}
		}
	}
	if compared < 300 {
		t.Errorf("only %d results are compared", compared)
	}
}
