package segtest_test

import (
	"testing"

	"raido/backend/contract"
	"raido/backend/mem"
	"raido/backend/seg"
	"raido/backend/seg/segeval"
	"raido/backend/seg/seggen"
	"raido/backend/seg/segtest"
	"raido/backend/simplify"
)

// TestGen: a seed makes one program, and programs differ.
func TestGen(t *testing.T) {
	texts := map[string]bool{}
	kinds := map[seg.Kind]int{}
	for seed := range uint64(50) {
		p, _ := seggen.Gen(seed, seggen.Options{})
		again, _ := seggen.Gen(seed, seggen.Options{})
		text := seg.Print(p)
		if seg.Print(again) != text {
			t.Errorf("seed %d makes two programs", seed)
		}
		texts[text] = true
		for _, k := range p.Kernels {
			kinds[k.Kind]++
		}
	}
	if len(texts) < 45 || len(kinds) < 4 {
		t.Errorf("%d programs of kernels of %d kinds", len(texts), len(kinds))
	}
}

// TestPasses: each pass leaves the meaning of programs.
func TestPasses(t *testing.T) {
	for _, pass := range []struct {
		name      string
		fn        func(*seg.Prog) *seg.Prog
		tolerance float64
	}{
		{"renaming", func(p *seg.Prog) *seg.Prog {
			return seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel { return (&seg.Renaming{}).Kernel(k) })
		}, 0},
		{"powers", simplify.Powers, 0}, {"choose", simplify.Choose, 0}, {"once", simplify.Once, 0}, {"ranges", simplify.Ranges, 0},
		{"hoist", simplify.Hoist, 0}, {"sink", simplify.Sink, 0}, {"totals", simplify.Totals, 1e-9}, {"hand-on", simplify.HandOn, 0}, {"take-in", simplify.TakeIn, 0},
		{"choose-sums", simplify.ChooseSums, 0},
		{"contract", contract.Contract, 0}, {"reuse", mem.Reuse, 0}, {"free", mem.Free, 0},
	} {
		t.Run(pass.name, func(t *testing.T) {
			seeds := uint64(100)
			if pass.name == "hand-on" || pass.name == "take-in" || pass.name == "totals" { // which few programs ask for
				seeds = 500
			}
			if testing.Short() {
				seeds = 40
			}
			segtest.Pass(t, pass.fn, segtest.Options{Seeds: seeds, Tolerance: pass.tolerance, Idle: pass.name == "renaming" || pass.name == "take-in" && testing.Short()})
		})
	}
}

// TestOrderOfPoints: a map writes over what it reads for the last time only where its points may go in any order.
func TestOrderOfPoints(t *testing.T) {
	seeds := uint64(1000)
	if testing.Short() {
		seeds = 300
	}
	segtest.Pass(t, mem.Reuse, segtest.Options{Seeds: seeds, Gen: seggen.Options{LastRead: true, Kernels: 2}})
}

// TestFinds: a pass that changes the meaning is found.
func TestFinds(t *testing.T) {
	found := 0
	for seed := range uint64(20) {
		p, args := seggen.Gen(seed, seggen.Options{})
		want, err := segeval.Run(p, args, segeval.Launch{})
		if err != nil {
			t.Fatal(err)
		}
		q := seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel {
			n := *k
			n.Body = k.Body[:len(k.Body)-1] // the store of the result, as a rule
			return &n
		})
		got, err := segeval.Run(q, args, segeval.Launch{})
		same := err == nil
		for i := range got {
			same = same && segtest.Same(got[i], want[i], 0)
		}
		if !same {
			found++
		}
	}
	if found < 15 {
		t.Errorf("%d of 20 are found", found)
	}
}
