package gen

import (
	"strings"
	"testing"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// TestFarLoads: in an innermost loop, loads of elements that are not neighbours are alone, on CPUs, unless it calls functions of floats; those of
// neighbours, of one element again and again, and of memories of a thread are not.
func TestFarLoads(t *testing.T) {
	for _, c := range []struct {
		name string
		at   func(b *seg.Builder, in *seg.Mem, i, n core.Atom) seg.Index
		far  bool
	}{
		{"neighbours", func(_ *seg.Builder, _ *seg.Mem, i, n core.Atom) seg.Index { return seg.Index{{A: i}, {A: n, B: n}} }, false},
		{"backwards", func(b *seg.Builder, _ *seg.Mem, i, n core.Atom) seg.Index {
			return seg.Index{{A: b.Op("back", prim.Sub, prim.I64, n, i)}}
		}, false},
		{"shifted", func(b *seg.Builder, _ *seg.Mem, i, n core.Atom) seg.Index {
			return seg.Index{{A: b.Op("next", prim.Add, prim.I64, i, n)}}
		}, false},
		{"still", func(_ *seg.Builder, _ *seg.Mem, _, n core.Atom) seg.Index { return seg.Index{{A: n, B: core.IntC(3)}} }, false},
		{"in a column", func(_ *seg.Builder, _ *seg.Mem, i, n core.Atom) seg.Index { return seg.Index{{A: i, B: n}} }, true},
		{"on a diagonal", func(_ *seg.Builder, _ *seg.Mem, i, n core.Atom) seg.Index { return seg.Index{{A: i}, {A: i, B: n}} }, true},
		{"twice as far", func(_ *seg.Builder, _ *seg.Mem, i, _ core.Atom) seg.Index { return seg.Index{{A: i}, {A: i}} }, true},
		{"where data say", func(b *seg.Builder, in *seg.Mem, i, _ core.Atom) seg.Index {
			return seg.Index{{A: b.Load("place", in, 1, seg.Index{{A: i}})}}
		}, true},
		{"where one datum says", func(b *seg.Builder, in *seg.Mem, _, n core.Atom) seg.Index {
			return seg.Index{{A: b.Load("place", in, 1, seg.Index{{A: n}})}}
		}, false},
		{"at the border", func(b *seg.Builder, _ *seg.Mem, i, n core.Atom) seg.Index {
			return seg.Index{{A: b.Select("clamped", b.Op("in", prim.Lt, prim.I64, i, n), i, n)}}
		}, true},
		{"counted in the loop", func(b *seg.Builder, _ *seg.Mem, _, _ core.Atom) seg.Index {
			k := b.Var("k", core.I64, core.IntC(0))
			b.Set(k, b.Op("more", prim.Add, prim.I64, k, core.IntC(1)))
			return seg.Index{{A: k}}
		}, true},
	} {
		for _, other := range []struct {
			name   string
			target seg.Target
			space  seg.Space
			op     *prim.Op
			never  bool
		}{
			{name: "", target: seg.Target{CPU: true}, space: seg.Device},
			{name: " on a GPU", target: seg.Target{GPU: true}, space: seg.Device, never: true},
			{name: " of a thread", target: seg.Target{CPU: true}, space: seg.Private, never: true},
			{name: " with a function", target: seg.Target{CPU: true}, space: seg.Device, op: prim.Exp, never: true},
			{name: " negated", target: seg.Target{CPU: true}, space: seg.Device, op: prim.Neg},
		} {
			places, in := seg.NewMem("places", prim.I64, seg.Device), seg.NewMem("in", prim.F64, other.space)
			in.Len = core.IntC(99)
			out := seg.NewMem("out", prim.F64, seg.Device)
			n := core.NewVar("n", core.I64)
			form := &seg.Form{Stages: []seg.FormStage{{Body: seg.Block(func(b *seg.Builder) {
				b.For("i", nil, n, 1, func(b *seg.Builder, i *core.Var) {
					x := core.Atom(b.Load("x", in, 1, c.at(b, places, i, n)))
					if other.op != nil {
						x = b.Op("y", other.op, prim.F64, x)
					}
					b.Add(&seg.Store{Mem: out, At: seg.Index{{A: i}}, Val: x})
				})
			})}}}
			k := &seg.Kernel{Name: "form", Kind: seg.Task, Form: form}
			text := Generate(&seg.Prog{Target: other.target, Kernels: []*seg.Kernel{k}}).Kernels[k].Source
			if got, want := strings.Contains(text, "((volatile __global double *)"), c.far && !other.never; got != want {
				t.Errorf("%s%s: alone is %v, want %v\n%s", c.name, other.name, got, want, text)
			}
		}
	}
}

// TestGatherAlone: a gather is a load for each lane.
func TestGatherAlone(t *testing.T) {
	in, out, n := seg.NewMem("in", prim.F64, seg.Device), seg.NewMem("out", prim.F64, seg.Device), core.NewVar("n", core.I64)
	form := &seg.Form{Stages: []seg.FormStage{{Body: seg.Block(func(b *seg.Builder) {
		g := core.NewVar("g", core.Vector(prim.F64, 4))
		b.Add(&seg.Gather{V: g, Mem: in, At: n, By: n}, &seg.Store{Mem: out, Val: g})
	})}}}
	k := &seg.Kernel{Name: "form", Kind: seg.Task, Form: form}
	text := Generate(&seg.Prog{Target: seg.Target{CPU: true}, Kernels: []*seg.Kernel{k}}).Kernels[k].Source
	if loads := strings.Count(text, "((volatile __global double *)"); loads != 4 {
		t.Errorf("%d loads are alone, want 4\n%s", loads, text)
	}
}
