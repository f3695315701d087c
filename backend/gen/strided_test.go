package gen

import (
	"strings"
	"testing"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// TestStrided: lanes at a distance of a few elements are shuffled out of whole vectors, those at other distances and under masks are read one by one; all have
// the same elements.
func TestStrided(t *testing.T) {
	in, out := seg.NewMem("in", prim.I64, seg.Device), seg.NewMem("out", prim.I64, seg.Device)
	n := core.NewVar("n", core.I64)
	var from, want []int64
	for i := range int64(128) {
		from = append(from, 3*i+1)
	}
	form := &seg.Form{Stages: []seg.FormStage{{Body: seg.Block(func(b *seg.Builder) {
		for _, w := range []int{2, 4, 8, 16} {
			for by := int64(2); by <= 5; by++ {
				g := core.NewVar("g", core.Vector(prim.I64, w))
				b.Add(&seg.Gather{V: g, Mem: in, At: core.IntC(by + 1), By: core.IntC(by)})
				b.Add(&seg.Store{Mem: out, At: seg.Index{{A: core.IntC(int64(len(want)))}}, Val: g})
				for l := range int64(w) {
					want = append(want, from[by+1+l*by])
				}
			}
		}
		b.Add(&seg.Copy{To: out, ToAt: seg.Index{{A: core.IntC(int64(len(want)))}}, From: in, N: n})
		want = append(want, from[0])
	})}}}
	printed(t, form, 1, numbers(from...), numbers(want...))
	for _, target := range vecTargets {
		k := &seg.Kernel{Name: "form", Kind: seg.Task, Form: form}
		text := Generate(&seg.Prog{Target: target, Kernels: []*seg.Kernel{k}}).Kernels[k].Source
		if n, of := strings.Count(text, "__builtin_shufflevector"), 3*(1+2+3); n != of { // three widths
			t.Errorf("%d shuffles, want %d\n%s", n, of, text)
		}
	}
}
