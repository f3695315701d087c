package gen

import (
	"strings"
	"testing"

	"raido/backend/plan"
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// TestPrint: a form that has all statements of vectors and memories is compiled and computes what it says: the squares of
// a row of 13 numbers, in lanes and backwards, gathered and scattered, and their sum.
func TestPrint(t *testing.T) {
	in, out := seg.NewMem("in", prim.I64, seg.Device), seg.NewMem("out", prim.I64, seg.Device)
	rows := seg.NewMem("rows", prim.I64, seg.Private)
	rows.Len, rows.Lanes = core.IntC(2), 4
	n := core.NewVar("n", core.I64)
	add, mul := prim.Add, prim.Mul
	form := &seg.Form{Stages: []seg.FormStage{{Body: seg.Block(func(b *seg.Builder) {
		b.For("i", nil, core.IntC(12), 4, func(b *seg.Builder, i *core.Var) {
			x := b.Load("x", in, 4, seg.Index{{A: i}})
			b.Add(&seg.Store{Mem: out, At: seg.Index{{A: i}}, Val: b.Op("y", mul, prim.I64, x, x)})
		})
		b.Add(&seg.Pack{To: rows, From: in, At: nil, By: core.IntC(2), N: core.IntC(2)}) // 0 2 4 6, 1 3 5 7
		even := b.Load("even", rows, 4, nil)
		odd := b.Load("odd", rows, 4, seg.Index{{A: core.IntC(4)}})
		zipped := b.Move("z", seg.ZipLo, 4, even, odd) // 0 1 2 3
		back := b.Move("r", seg.Reverse, 4, zipped)    // 3 2 1 0
		ramp := b.Move("ramp", seg.Ramp, 4, core.IntC(1))
		less := b.Op("less", prim.Lt, prim.I64, back, ramp) // 3<1 2<2 1<3 0<4
		g := core.NewVar("g", core.Vector(prim.I64, 4))
		b.Add(&seg.Gather{V: g, Mem: in, At: core.IntC(8), By: core.IntC(1), Mask: less}) // 0 0 10 11
		b.Add(&seg.Scatter{Mem: out, At: ramp, Mask: less, Op: add, Val: g})              // out[3] += 10, out[4] += 11
		wide := b.Load("wide", in, 8, nil)
		some := b.Op("some", prim.Lt, prim.I64, wide, b.Op("squares", mul, prim.I64, wide, wide)) // all but 0 and 1
		b.Add(&seg.Scatter{Mem: out, At: core.IntC(0), By: core.IntC(1), Mask: some, Op: add, Val: wide})
		b.Add(&seg.Store{Mem: out, At: seg.Index{{A: core.IntC(8)}}, Val: b.Select("s", less, back, core.IntC(7)), First: core.IntC(3)})
		sum := b.Op("h", add, prim.I64, b.Move("lo", seg.Lo, 2, back), b.Move("hi", seg.Hi, 2, back))
		all := b.Op("sum", add, prim.I64, b.Extract("a", sum, 0), b.Extract("b", sum, 1))
		b.If(b.Move("any", seg.Any, 0, less), func(b *seg.Builder) { b.Add(&seg.Store{Mem: out, At: seg.Index{{A: core.IntC(12)}}, Val: all}) }, nil)
		b.Add(&seg.Copy{To: out, ToAt: seg.Index{{A: core.IntC(13)}}, From: in, FromAt: seg.Index{{A: core.IntC(2)}}, N: n})
	})}}}
	want := numbers(0, 1, 4+2, 9+10+3, 16+11+4, 25+5, 36+6, 49+7, 7, 7, 1, 121, 6, 2, 3)
	printed(t, form, 2, numbers(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14), want)
}

// printed runs a form on both kinds of masks, with an argument n, what it reads and what it should write.
func printed(t *testing.T, form *seg.Form, n int64, in, want []byte) {
	for _, target := range vecTargets {
		k := &seg.Kernel{Name: "form", Kind: seg.Task, Form: form}
		p := Generate(&seg.Prog{Target: target, Kernels: []*seg.Kernel{k}}).Kernels[k]
		res := make([]byte, len(want))
		buildLean(t, p.Source, p.Builtins).run(Func, n, make([]byte, failBytes), in, res)
		if string(res) != string(want) {
			t.Errorf("%v, want %v\n%s", res, want, p.Source)
		}
	}
}

// TestPrintMasks: vectors of bools go to memory and back, come from scalars, are halved, gathered, scattered and chosen, and are numbers.
func TestPrintMasks(t *testing.T) {
	in, out := seg.NewMem("in", prim.Bool, seg.Device), seg.NewMem("out", prim.Bool, seg.Device)
	n := core.NewVar("n", core.I64)
	form := &seg.Form{Stages: []seg.FormStage{{Body: seg.Block(func(b *seg.Builder) {
		put := func(at int64, v core.Atom) { b.Add(&seg.Store{Mem: out, At: seg.Index{{A: core.IntC(at)}}, Val: v}) }
		x := b.Load("x", in, 16, nil) // 1 0 0 1 0 0 ...
		put(0, b.Op("not", prim.Not, prim.Bool, x))
		lo, hi := b.Move("lo", seg.Lo, 8, x), b.Move("hi", seg.Hi, 8, x)
		put(16, b.Op("less", prim.Lt, prim.Bool, lo, hi))
		even := b.Op("even", prim.Eq, prim.I64, b.Op("n", prim.And, prim.I64, n, core.IntC(1)), core.IntC(0)) // true
		put(24, b.Select("s", lo, b.Move("all", seg.Spread, 8, even), hi))
		put(32, b.Extract("e", x, 3))
		put(33, b.Extract("e", x, 4))
		last := b.Move("h", seg.Hi, 0, b.Move("h", seg.Hi, 2, b.Move("h", seg.Hi, 4, hi))) // of 16: 1
		put(34, last)
		g := core.NewVar("g", core.Vector(prim.Bool, 4))
		b.Add(&seg.Gather{V: g, Mem: in, At: core.IntC(0), By: core.IntC(3)}) // all
		put(35, b.Op("xor", prim.Xor, prim.Bool, g, core.BoolC(true)))
		b.Add(&seg.Scatter{Mem: out, At: core.IntC(39), By: core.IntC(2), Val: g})
		b.Add(&seg.Update{Mem: out, At: seg.Index{{A: core.IntC(48)}}, Op: prim.Or, Val: lo})
		ones := b.Op("ones", prim.To(prim.I64), prim.Bool, lo)
		put(56, b.Op("one", prim.Eq, prim.I64, ones, core.IntC(1)))
		b.Add(&seg.Store{Mem: out, At: seg.Index{{A: core.IntC(64)}}, Val: hi, First: core.IntC(3)})
	})}}}
	const third = "\x01\x00\x00\x01\x00\x00\x01\x00\x00\x01\x00\x00\x01\x00\x00\x01"
	bits := func(s string) (b []byte) {
		for _, c := range strings.ReplaceAll(s, " ", "") {
			b = append(b, byte(c-'0'))
		}
		return b
	}
	want := bits("0110110110110110 01001001 11011011 1 0 1 0000 10101010 0 10010010 10010010 01000000")
	printed(t, form, 2, []byte(third), want)
}

const failBytes = 8 * plan.Words
