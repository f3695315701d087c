package gen

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/backend/seg"
	"raido/lang/prim"
	"raido/tests/turns"
)

// noVec reports whether an operator has no text for vectors at a type.
func noVec(op *prim.Op, t prim.Type) bool {
	return t == prim.F16 || op == prim.ToF16
}

const vecPoints = 512 // of each operand

// vecOperand is the name of the array for an operand: every type has its values in a, b and c, n is for
// numbers of type i32, d holds divisors, exponents and the like.
func vecOperand(op *prim.Op, t prim.Type, i int) (name string, ty prim.Type) {
	ty = op.OperandType(t, i)
	switch {
	case op == prim.FromBits:
		return "u", ty
	case ty != t:
		return "n", ty
	case op.Fails && t.IsInt() && i == 1:
		return "d", ty
	}
	return string("abc"[i]), ty
}

// vecTargets are a target where masks are bytes and one where they are wide: Note [Wide masks].
var vecTargets = []seg.Target{{CPU: true}, {CPU: true, Vector: 32}}

// vecKernel computes all operators at a type, w points at once, into one buffer: results of an operator
// lie one after the other.
func vecKernel(t prim.Type, w int, target seg.Target) string {
	var b strings.Builder
	p := &printer{demands: newDemands(target)}
	u, _ := prim.ByName(fmt.Sprintf("u%d", 8*max(t.Size(), 1)))
	c := ctype(t)
	fmt.Fprintf(&b, "__kernel void k_%s_%d_%d(__global const %s *a_, __global const %s *b_, __global const %s *c_, __global const %s *d_, __global const %s *u_, __global const int *n_, __global char *out, long count) {\n",
		t, w, target.Vector, c, c, c, c, ctype(u))
	fmt.Fprintf(&b, "  for (long i = 0; i < count; i += %d) {\n", w)
	for _, x := range []struct {
		name string
		t    prim.Type
	}{{"a", t}, {"b", t}, {"c", t}, {"d", t}, {"u", u}, {"n", prim.I32}} {
		load := x.name + "_[i]"
		if w > 1 {
			load = p.fromMemory(x.t, w, fmt.Sprintf("vload%d(0, %s_ + i)", w, x.name))
		}
		fmt.Fprintf(&b, "    %s %s = %s;\n", p.typeName(x.t, w), x.name, load)
	}
	at := 0
	for _, op := range vecOps(t) {
		var args []string
		for i := range op.Arity {
			name, _ := vecOperand(op, t, i)
			args = append(args, name)
		}
		text, _ := opText(op, t, args)
		if w > 1 {
			text, _ = p.op(op, t, w, args)
			text = p.toMemory(op.ResultType(t), w, text)
		}
		r := op.ResultType(t)
		dest := fmt.Sprintf("((__global %s *)(out + %d * count))", ctype(r), at)
		if w > 1 {
			fmt.Fprintf(&b, "    vstore%d(%s, 0, %s + i);\n", w, text, dest)
		} else {
			fmt.Fprintf(&b, "    %s[i] = %s;\n", dest, text)
		}
		at += r.Size()
	}
	b.WriteString("  }\n}\n")
	return b.String()
}

func vecOps(t prim.Type) (out []*prim.Op) {
	for _, size := range []int{8, 4, 2, 1} { // so that results are aligned
		for _, op := range prim.Ops {
			if op.Class.Has(t) && !noVec(op, t) && op.ResultType(t).Size() == size {
				out = append(out, op)
			}
		}
	}
	return out
}

// vecData are the operands of a type: ordinary values and borders in any combination.
func vecData(t prim.Type) (bufs [][]byte) {
	rng := rand.New(rand.NewPCG(1, uint64(t)))
	put := func(t prim.Type, value func() prim.Scalar) {
		var b []byte
		for range vecPoints {
			s := value()
			bits := s.Bits
			if t.IsFloat() {
				bits = prim.FloatBits(t, s.Float64())
			}
			b = append(b, binary.LittleEndian.AppendUint64(nil, bits)[:t.Size()]...)
		}
		bufs = append(bufs, b)
	}
	value := func() prim.Scalar { return vecValue(t, rng) }
	put(t, value)
	put(t, value)
	put(t, value)
	put(t, func() prim.Scalar {
		s := value()
		for t.IsInt() && s.Bits == 0 {
			s = value()
		}
		return s
	})
	u, _ := prim.ByName(fmt.Sprintf("u%d", 8*t.Size()))
	put(u, func() prim.Scalar { return prim.Int(u, int64(rng.Uint64())) })
	put(prim.I32, func() prim.Scalar { return prim.Int(prim.I32, int64(rng.IntN(200)-100)<<rng.IntN(6)) })
	return bufs
}

func vecValue(t prim.Type, rng *rand.Rand) prim.Scalar {
	switch {
	case t == prim.Bool:
		return prim.BoolOf(rng.IntN(2) == 1)
	case t.IsInt():
		borders := []prim.Scalar{prim.IntMin(t), prim.IntMax(t), prim.Int(t, 0), prim.Int(t, 1), prim.Int(t, -1), prim.Int(t, 8*int64(t.Size()))}
		if rng.IntN(3) == 0 {
			return borders[rng.IntN(len(borders))]
		}
		return prim.Int(t, int64(rng.Uint64())>>rng.IntN(64))
	case rng.IntN(4) == 0:
		borders := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, math.Inf(1), math.Inf(-1), math.NaN(), 1e-310, 0x1p63, -0x1p63, 0x1p31, 2147483647, 255.5, -0.5, 1e300, 1e-42}
		return prim.Float(t, borders[rng.IntN(len(borders))])
	case rng.IntN(4) == 0:
		return prim.Float(t, math.Float64frombits(rng.Uint64()))
	}
	return prim.Float(t, math.Ldexp(rng.Float64()*2-1, rng.IntN(12)-3))
}

// TestVecRows: every operator gives on vectors, lane by lane, the bits that it gives on scalars (nan is nan).
func TestVecRows(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	widths := map[int][]int{1: {16}, 2: {16}, 4: {16, 8}, 8: {8, 4}}
	var body strings.Builder
	for _, ty := range prim.Types {
		if ty == prim.F16 || !turns.Has(ty.String()) {
			continue
		}
		for _, w := range append([]int{1}, widths[ty.Size()]...) {
			for _, target := range vecTargets {
				if w > 1 || target.Vector == 0 {
					body.WriteString(vecKernel(ty, w, target))
				}
			}
		}
	}
	p := buildProgram(t, body.String())
	for _, ty := range prim.Types {
		if ty == prim.F16 || !turns.Has(ty.String()) {
			continue
		}
		bufs, size := vecData(ty), 0
		for _, op := range vecOps(ty) {
			size += op.ResultType(ty).Size()
		}
		want := make([]byte, size*vecPoints)
		p.run(fmt.Sprintf("k_%s_1_0", ty), vecPoints, append(bufs[:6:6], want)...)
		for _, w := range widths[ty.Size()] {
			for _, target := range vecTargets {
				got := make([]byte, size*vecPoints)
				p.run(fmt.Sprintf("k_%s_%d_%d", ty, w, target.Vector), vecPoints, append(bufs[:6:6], got)...)
				compareVec(t, ty, w, bufs, got, want)
			}
		}
	}
}

func compareVec(t *testing.T, ty prim.Type, w int, bufs [][]byte, got, want []byte) {
	at := 0
	for _, op := range vecOps(ty) {
		r, bad := op.ResultType(ty), 0
		for i := range vecPoints {
			k := at*vecPoints + i*r.Size()
			x, y := got[k:k+r.Size()], want[k:k+r.Size()]
			if bytes.Equal(x, y) || isNan(r, x) && isNan(r, y) {
				continue
			}
			if bad++; bad <= 2 {
				var args []string
				for j := range op.Arity {
					name, at := vecOperand(op, ty, j)
					args = append(args, fmt.Sprintf("%x", bufs[strings.Index("abcdun", name)][i*at.Size():(i+1)*at.Size()]))
				}
				t.Errorf("%s.%s of %d lanes at %s (bytes): %x, but the scalar form gives %x", op.Name, ty, w, strings.Join(args, " "), x, y)
			}
		}
		if bad > 0 {
			t.Errorf("%s.%s: %d differ", op.Name, ty, bad)
		}
		at += r.Size()
	}
}

func isNan(t prim.Type, b []byte) bool {
	u := binary.LittleEndian.Uint64(append(append([]byte{}, b...), make([]byte, 8)...))
	return t.IsFloat() && math.IsNaN(prim.FloatFromBits(t, u))
}

// TestVecTexts: every operator but those of noVec has a text.
func TestVecTexts(t *testing.T) {
	for _, op := range prim.Ops {
		for _, ty := range prim.Types {
			if !op.Class.Has(ty) {
				continue
			}
			text, ok := vecText(op, ty, 8, []string{"a", "b", "c"}[:op.Arity])
			if ok == noVec(op, ty) || strings.Contains(text, "$") {
				t.Errorf("%s.%s: text %q, %v", op.Name, ty, text, ok)
			}
		}
	}
}

func TestVecSelect(t *testing.T) {
	const want = "((convert_long8(c) != (long8)0) ? a : b)"
	if got := vecSelect(prim.F64, 8, "c", "a", "b"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
