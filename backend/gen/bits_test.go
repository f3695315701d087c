package gen

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"raido/backend/seg"
	"raido/lang/prim"
	"raido/tests/turns"
)

// bitsPoints is how many points each operator is tried at, a multiple of 16.
const bitsPoints = 1 << 14

// TestSameBits: every operator on floats gives on scalars, and on vectors, the bits that the interpreter gives (nan is nan). With RAIDO_FULL=1 it is vectors of any
// number of lanes, whose kernels take drivers minutes to compile, else those of a register. Types and numbers of lanes take turns.
func TestSameBits(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	widths := map[prim.Type][]int{prim.F16: {1}, prim.F32: {1, 16}, prim.F64: {1, 8}}
	if os.Getenv("RAIDO_FULL") == "1" {
		widths[prim.F32], widths[prim.F64] = []int{1, 2, 4, 8, 16}, []int{1, 2, 4, 8, 16}
	}
	for _, ty := range []prim.Type{prim.F16, prim.F32, prim.F64} {
		for _, w := range widths[ty] {
			if name := fmt.Sprintf("%s/%d", ty, w); turns.Has(name) {
				t.Run(name, func(t *testing.T) { sameBits(t, ty, w) })
			}
		}
	}
}

func sameBits(t *testing.T, ty prim.Type, w int) {
	var ops []*prim.Op
	var body strings.Builder
	for _, op := range prim.Ops {
		if op.Class.Has(ty) && (w == 1 || !noVec(op, ty)) {
			ops = append(ops, op)
			body.WriteString(opKernel(op, ty, w))
		}
	}
	p := buildProgram(t, body.String())
	for _, op := range ops {
		args := bitsData(op, ty)
		var bufs [][]byte
		for i, a := range args {
			bufs = append(bufs, packed(op.OperandType(ty, i), a))
		}
		out := make([]byte, op.ResultType(ty).Size()*bitsPoints)
		p.run(kernelName(op, ty, w), bitsPoints, append(bufs, out)...)
		differ(t, op, ty, w, args, evaluated(op, ty, args), out)
	}
}

func kernelName(op *prim.Op, ty prim.Type, w int) string {
	return fmt.Sprintf("k_%s_%s_%d", op.Name, ty, w)
}

// opKernel computes an operator at w points at once.
func opKernel(op *prim.Op, ty prim.Type, w int) string {
	p := &printer{demands: newDemands(seg.Target{CPU: true})}
	var params, loads, args []string
	for i := range op.Arity {
		c, ot := ctype(op.OperandType(ty, i)), op.OperandType(ty, i)
		params = append(params, fmt.Sprintf("__global const %s *p%d", c, i))
		load := fmt.Sprintf("p%d[i]", i)
		if w > 1 {
			load = p.fromMemory(ot, w, fmt.Sprintf("vload%d(0, p%d + i)", w, i))
		}
		loads = append(loads, fmt.Sprintf("%s x%d = %s;", p.typeName(ot, w), i, load))
		args = append(args, fmt.Sprintf("x%d", i))
	}
	r := op.ResultType(ty)
	text, _ := p.op(op, ty, w, args)
	store := fmt.Sprintf("o[i] = %s;", text)
	if w > 1 {
		store = fmt.Sprintf("vstore%d(%s, 0, o + i);", w, p.toMemory(r, w, text))
	}
	return fmt.Sprintf("__kernel void %s(%s, __global %s *o, long n) {\n  for (long i = 0; i < n; i += %d) { %s %s }\n}\n",
		kernelName(op, ty, w), strings.Join(params, ", "), ctype(r), w, strings.Join(loads, " "), store)
}

// bitsData are the operands of an operator: special values in all pairs, any bits, and numbers of magnitudes that functions care for.
func bitsData(op *prim.Op, ty prim.Type) [][]prim.Scalar {
	rng := rand.New(rand.NewPCG(7, uint64(ty)))
	special := slices.Concat(mathCorners, []float64{255.5, -0.5, 0x1p63, -0x1p63, 0x1p31, 2147483647, 1e-42, 65504, 0x1p17, 131073.5, 1e5, 4097, 171.62, -170.5, -3.5, 0x1p-149, 0x1p-24, -1e300})
	out := make([][]prim.Scalar, op.Arity)
	for k := range bitsPoints {
		for i := range op.Arity {
			ot := op.OperandType(ty, i)
			var s prim.Scalar
			switch n := len(special); {
			case ot.IsInt() && !ty.IsInt() && op != prim.FromBits: // a count
				s = prim.Int(ot, int64([]int{rng.IntN(12) - 2, rng.IntN(5000) - 2500, int(int32(rng.Uint32()))}[min(2, rng.IntN(20)/9)]))
			case ot.IsInt():
				s = prim.Int(ot, int64(rng.Uint64()))
			case k < n*n:
				s = prim.Float(ot, special[[]int{k % n, k / n, (k / 7) % n}[i]])
			case k%4 == 0:
				s = prim.Float(ot, prim.FloatFromBits(ty, rng.Uint64()))
			default:
				s = prim.Float(ot, math.Ldexp(rng.Float64()*2-1, rng.IntN(40)-28))
				if k%4 == 1 {
					s = prim.Float(ot, math.Ldexp(rng.Float64()*2-1, rng.IntN(11)))
				}
			}
			out[i] = append(out[i], s)
		}
	}
	return out
}

func evaluated(op *prim.Op, ty prim.Type, args [][]prim.Scalar) (out []prim.Scalar) {
	row := make([]prim.Scalar, len(args))
	for k := range args[0] {
		for i := range args {
			row[i] = args[i][k]
		}
		s, _ := op.Eval(ty, row)
		out = append(out, s)
	}
	return out
}

// rawBits is a scalar as a device has it.
func rawBits(s prim.Scalar) uint64 {
	if s.Type.IsFloat() {
		return prim.FloatBits(s.Type, s.Float64())
	}
	return s.Bits
}

func packed(t prim.Type, ss []prim.Scalar) (b []byte) {
	for _, s := range ss {
		b = append(b, binary.LittleEndian.AppendUint64(nil, rawBits(s))[:t.Size()]...)
	}
	return b
}

// differ reports where a device's results are others.
func differ(t *testing.T, op *prim.Op, ty prim.Type, w int, args [][]prim.Scalar, want []prim.Scalar, got []byte) {
	r, bad := op.ResultType(ty), 0
	for k, s := range want {
		x, y := got[k*r.Size():(k+1)*r.Size()], packed(r, []prim.Scalar{s})
		if string(x) == string(y) || isNan(r, x) && isNan(r, y) {
			continue
		}
		if bad++; bad <= 2 {
			var at []prim.Scalar
			for _, a := range args {
				at = append(at, a[k])
			}
			t.Errorf("%s.%s of %d lanes at %v: bytes %x, want %x, which is %v", op.Name, ty, w, at, x, y, s)
		}
	}
	if bad > 0 {
		t.Errorf("%s.%s of %d lanes: %d differ", op.Name, ty, w, bad)
	}
}
