// Package segtest checks passes over kernel programs on random ones, for their tests.
//
// Layer 7: imports backend/seg, backend/seg/segeval, backend/seg/seggen, backend/seg/verify, lang/diag, lang/prim, lang/value.
package segtest

import (
	"math"
	"testing"

	"raido/backend/seg"
	"raido/backend/seg/segeval"
	"raido/backend/seg/seggen"
	"raido/backend/seg/verify"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/value"
)

// Options say how a pass is checked. The zero value asks for the same bits from points in both orders.
type Options struct {
	Seeds    uint64 // the number of programs, 0 is 200
	Gen      seggen.Options
	Launches []segeval.Launch // ways to run what the pass makes; nil is in order, and backward
	// Tolerance is by how much floats may differ, relative to their size, where the pass changes the order of sums.
	Tolerance float64
	Idle      bool // the pass leaves texts as they are
}

// Pass checks that a pass leaves the meaning of random programs: what it makes is verified, reads back from its text, does nothing that no
// program may do, and gives the results of its input, or its failure, which the pass leaves as it was.
func Pass(t testing.TB, pass func(*seg.Prog) *seg.Prog, o Options) {
	t.Helper()
	if o.Seeds == 0 {
		o.Seeds = 200
	}
	if o.Launches == nil {
		o.Launches = []segeval.Launch{{}, {Backward: true, Threads: 3}}
	}
	changed := 0
	for seed := range o.Seeds {
		p, args := seggen.Gen(seed, o.Gen)
		before := seg.Print(p)
		want, err := segeval.Run(p, args, segeval.Launch{})
		failure, fails := err.(*diag.Diag)
		if err != nil && !fails {
			t.Fatalf("seed %d: %v in\n%s", seed, err, before)
		}
		q := pass(p)
		after := seg.Print(q)
		if now := seg.Print(p); now != before {
			t.Fatalf("seed %d: the pass changes its input\n%sto\n%s", seed, before, now)
		}
		if after != before {
			changed++
		}
		if d := fault(q, after, args, outcome{want, failure}, o); d != "" {
			t.Errorf("seed %d: %s in\n%sfrom\n%s", seed, d, after, before)
		}
	}
	if t.Logf("%d of %d programs are changed", changed, o.Seeds); changed == 0 && !o.Idle {
		t.Error("it never does anything")
	}
}

// outcome is what a program gives: results, or a failure.
type outcome struct {
	results []value.Value
	failure *diag.Diag
}

// fault is what is wrong with a program that should give that, "" if nothing is.
func fault(p *seg.Prog, text string, args []value.Value, want outcome, o Options) string {
	if err := verify.Prog(p); err != nil {
		return err.Error()
	}
	if again, err := seg.Parse(text); err != nil {
		return err.Error()
	} else if now := seg.Print(again); now != text {
		return "reads back as\n" + now
	}
	for _, how := range o.Launches {
		got, err := segeval.Run(p, args, how)
		switch {
		case want.failure != nil && err != nil && err.Error() == want.failure.Error():
			continue
		case want.failure != nil:
			return "it does not fail with " + want.failure.Error()
		case err != nil:
			return err.Error()
		}
		for i, w := range want.results {
			if !Same(w, got[i], o.Tolerance) {
				return "result " + value.Print(got[i]) + ", want " + value.Print(w)
			}
		}
	}
	return ""
}

// Same reports whether two values have the same bits, or floats that differ by no more than tolerance; NaNs are the same.
func Same(a, b value.Value, tolerance float64) bool {
	x, ok := a.(*value.Array)
	y, ok2 := b.(*value.Array)
	if !ok || !ok2 {
		return ok == ok2 && sameScalar(a.(value.Scalar).Scalar, b.(value.Scalar).Scalar, tolerance)
	}
	if x.Size() != y.Size() {
		return false
	}
	for i := range x.Size() {
		if !sameScalar(x.At(i), y.At(i), tolerance) {
			return false
		}
	}
	return true
}

func sameScalar(a, b prim.Scalar, tolerance float64) bool {
	if a == b || !a.Type.IsFloat() {
		return a == b
	}
	x, y := a.Float64(), b.Float64()
	return math.IsNaN(x) && math.IsNaN(y) || math.Abs(x-y) <= tolerance*(1+math.Abs(x))
}
