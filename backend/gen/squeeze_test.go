package gen

import (
	"bytes"
	"encoding/binary"
	"testing"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// TestSqueeze: the lanes of a mask are counted, and written side by side, and nothing behind them; integers are summed up along lanes; at
// the widths and types that have a text of their own, and at others.
func TestSqueeze(t *testing.T) {
	for _, elem := range []prim.Type{prim.I64, prim.F64, prim.U64, prim.I32, prim.F32, prim.U32, prim.I16} {
		for _, w := range []int{2, 4, 8, 16} {
			in, out := seg.NewMem("in", elem, seg.Device), seg.NewMem("out", elem, seg.Device)
			first := core.NewVar("first", core.I64)
			num := func(x float64) core.Const {
				if elem.IsFloat() {
					return core.Const{Scalar: prim.Float(elem, x)}
				}
				return core.Const{Scalar: prim.Int(elem, int64(x))}
			}
			form := &seg.Form{Stages: []seg.FormStage{{Body: seg.Block(func(b *seg.Builder) {
				x := b.Load("x", in, w, nil)
				less := b.Op("less", prim.Lt, elem, x, num(3))
				n := b.Move("n", seg.Count, 0, less)
				b.Store(out, nil, b.Op("count", prim.To(elem), prim.I64, n))
				b.Add(&seg.Squeeze{Mem: out, At: first, Mask: less, Val: x})
				if elem.IsInt() {
					b.Store(out, seg.At(core.IntC(int64(w+2))), b.Move("sums", seg.Sums, w, x))
				}
			})}}}
			var xs, want []float64
			for l := range w {
				xs = append(xs, float64(5*l%7))
			}
			want = append(want, 0)
			for _, x := range xs {
				if x < 3 {
					want[0]++
					want = append(want, x)
				}
			}
			want = append(want, make([]float64, 2*w+2-len(want))...)
			for l, sum := 0, 0.0; l < w && elem.IsInt(); l++ {
				sum += xs[l]
				want[w+2+l] = sum
			}
			printed(t, form, 1, encoded(elem, xs), encoded(elem, want))
		}
	}
}

// encoded are numbers as they lie in memory.
func encoded(t prim.Type, xs []float64) []byte {
	var b bytes.Buffer
	for _, x := range xs {
		var v any
		switch t {
		case prim.I64, prim.U64:
			v = int64(x)
		case prim.I32, prim.U32:
			v = int32(x)
		case prim.I16:
			v = int16(x)
		case prim.F32:
			v = float32(x)
		default:
			v = x
		}
		if err := binary.Write(&b, binary.LittleEndian, v); err != nil {
			panic(err)
		}
	}
	return b.Bytes()
}
