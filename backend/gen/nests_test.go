package gen

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// TestNests: nests that differ in names and in where they begin are one function, which leaves what it sets and what it makes as the loops themselves
// do; one that does something else stays where it is.
func TestNests(t *testing.T) {
	for _, c := range []struct {
		name  string
		last  *prim.Op // what the last of three nests does
		size  int      // statements of each of them, roughly
		calls int
	}{
		{"three of one shape", prim.Add, 48, 3},
		{"the last is another one", prim.Sub, 96, 2},
		{"nothing saved", prim.Add, 8, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			want, total := make([]int64, 13), int64(0)
			for k, first := range []int64{0, 4, 8} {
				for i := range int64(4) {
					sum := int64(0)
					for j := range int64(3) {
						sum += first + i + j
					}
					for range c.size {
						if k == 2 && c.last == prim.Sub {
							sum -= i
						} else {
							sum += i
						}
					}
					want[first+i] = sum
					total += sum
				}
			}
			want[12] = total
			form := threeNests(c.last, c.size)
			for _, target := range append(vecTargets, seg.Target{CPU: true, GPU: true}) {
				k, calls := &seg.Kernel{Name: "form", Kind: seg.Task, Form: form}, c.calls
				if target.GPU {
					calls = 0
				}
				text := Generate(&seg.Prog{Target: target, Kernels: []*seg.Kernel{k}}).Kernels[k].Source
				if n := strings.Count(text, "if (k_nest1("); n != calls {
					t.Errorf("%d calls, want %d\n%s", n, calls, text)
				}
			}
			printed(t, form, 4, numbers(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14), numbers(want...))
		})
	}
}

// threeNests sums three neighbours of in at each of 4 places from 0, n and 2*n on, does something with each sum so often, writes it to out at the same
// place, by a scatter, and the sum of all behind them.
func threeNests(last *prim.Op, size int) *seg.Form {
	in, out := seg.NewMem("in", prim.I64, seg.Device), seg.NewMem("out", prim.I64, seg.Device)
	n := core.NewVar("n", core.I64)
	return &seg.Form{Stages: []seg.FormStage{{Body: seg.Block(func(b *seg.Builder) {
		b.Load("in", in, 1, nil)
		b.Add(&seg.Store{Mem: out, Val: core.IntC(0)})
		total := b.Var("total", core.I64, core.IntC(0))
		for k := range int64(3) {
			op, first, part := prim.Add, seg.Index(nil).Plus(n, core.IntC(k)), seg.NewMem(fmt.Sprint("part", k), prim.I64, seg.Private)
			if part.Len = core.IntC(1); k == 2 {
				op = last
			}
			b.For("i", nil, core.IntC(4), 1, func(b *seg.Builder, i *core.Var) {
				b.Add(&seg.Poll{})
				b.Store(part, nil, core.IntC(0))
				b.For("j", nil, core.IntC(3), 1, func(b *seg.Builder, j *core.Var) {
					x := b.Load("x", in, 1, first.Plus(i, nil).Plus(j, nil))
					b.Store(part, nil, b.Op("s", prim.Add, prim.I64, b.Load("old", part, 1, nil), x))
				})
				sum := b.Load("sum", part, 1, nil)
				for range size {
					sum = b.Op("s", op, prim.I64, sum, i)
				}
				one := b.Move("one", seg.Spread, 2, sum)
				on := b.Op("on", prim.Lt, prim.I64, b.Move("ramp", seg.Ramp, 2, core.IntC(0)), b.Move("ones", seg.Spread, 2, core.IntC(1)))
				b.Add(&seg.Scatter{Mem: out, At: b.At(first.Plus(i, nil)), By: core.IntC(1), Mask: on, Val: one})
				b.Set(total, b.Op("t", prim.Add, prim.I64, total, sum))
			})
		}
		b.Store(out, seg.Index{{A: core.IntC(12)}}, total)
	})}}}
}

// numbers are numbers as they lie in memory.
func numbers(xs ...int64) (b []byte) {
	for _, x := range xs {
		b = binary.LittleEndian.AppendUint64(b, uint64(x))
	}
	return b
}
