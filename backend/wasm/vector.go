package wasm

import (
	"math"

	"raido/backend/fmath"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Parts]
//
// A vector of seg has any number of lanes. It is held in parts, registers of 16 bytes, the first lanes in the first one; a vector of less than 16 bytes
// has one part, in whose other bytes may be anything. Bools are masks, lanes of all bits or none, of any size: as a comparison gives them, and
// made larger or smaller where something else is masked.

// vec is a value of seg: a scalar (w is 1), or a vector in parts.
type vec struct {
	elem  prim.Type
	w     int
	size  int // bytes of a lane
	parts []val
}

const register = 16

// partsOf is how many registers w lanes of a size take.
func partsOf(w, size int) int { return max(1, w*size/register) }

func single(t prim.Type, v val) vec { return vec{elem: t, w: 1, size: t.Size(), parts: []val{v}} }

// onParts is a vector whose parts are computed from the parts of others.
func (p *printer) onParts(t prim.Type, w, size int, code uint64, args ...vec) vec {
	out := vec{elem: t, w: w, size: size}
	for k := range partsOf(w, size) {
		in := make([]val, len(args))
		for i, a := range args {
			in[i] = a.parts[k]
		}
		out.parts = append(out.parts, p.vector(code, in...))
	}
	return out
}

// Note [One step at a time]
//
// The engine's compiler makes of some instructions several, which change a register step by step. Where an operand lies on the stack, it is read between them into the
// register in which the next iteration wants it, even if that is the one that is just being changed: what was changed so far is lost. So what takes one operand
// after the other is written in other ways: a choice by bits, and the sign of another number, as three instructions of one step each; before a product of numbers of 64
// bits, and a choice of floats by a condition, operands are computed once more, so that they are in registers then. TestEngine looks for others.

// vector is an instruction on registers of lanes.
func (p *printer) vector(code uint64, args ...val) val {
	switch code {
	case vecBlend:
		return p.vector(vecOr, p.vector(vecAnd, args[0], args[2]), p.vector(vecBut, args[1], args[2]))
	case vecMul[3]:
		return p.anew(v128, simd(code), 2, args...)
	}
	return p.pure(v128, simd(code), args...)
}

// anew is what an instruction gives, before which its first n operands are computed once more.
func (p *printer) anew(t valtype, op []byte, n int, args ...val) val {
	return p.composed(op, anywhere, args, func() *variable {
		for i, a := range args {
			if p.now.push(a); i < n {
				p.again(a)
			}
		}
		p.now.op(op...)
		out := p.variable(t)
		p.now.set(out.local)
		return out
	})
}

// again computes a value once more, which lies on the stack: of lanes as themselves or themselves, of a float as the first of lanes that are all the same.
func (p *printer) again(a val) {
	switch a.typ {
	case v128:
		p.now.push(a)
		p.now.op(simd(vecOr)...)
	case f32:
		p.now.op(append(simd(vecSplat[4]), append(simd(31), 0)...)...)
	case f64:
		p.now.op(append(simd(vecSplat[5]), append(simd(33), 0)...)...)
	}
}

// simdAt are the codes of an operator on lanes of i8, i16, i32, i64, f32 and f64, 0 where there is none.
type simdAt [6]uint64

// laneKind is the column of a type in simdAt.
func laneKind(t prim.Type) int {
	switch {
	case t == prim.F32:
		return 4
	case t == prim.F64:
		return 5
	}
	return map[int]int{1: 0, 2: 1, 4: 2, 8: 3}[t.Size()]
}

var (
	vecAdd   = simdAt{110, 142, 174, 206, 228, 240}
	vecSub   = simdAt{113, 145, 177, 209, 229, 241}
	vecMul   = simdAt{0, 149, 181, 213, 230, 242}
	vecEq    = simdAt{35, 45, 55, 214, 65, 71}
	vecNe    = simdAt{36, 46, 56, 215, 66, 72}
	vecLt    = simdAt{37, 47, 57, 216, 67, 73}
	vecGt    = simdAt{39, 49, 59, 217, 68, 74}
	vecLtU   = simdAt{38, 48, 58}
	vecLe    = simdAt{41, 51, 61, 218, 69, 75}
	vecLeU   = simdAt{42, 52, 62}
	vecShl   = simdAt{107, 139, 171, 203}
	vecShr   = simdAt{108, 140, 172, 204}
	vecShrU  = simdAt{109, 141, 173, 205}
	vecSplat = simdAt{15, 16, 17, 18, 19, 20}
	vecAbs   = simdAt{96, 128, 160, 192, 224, 236}
	vecAll   = uint64(195) // whether both lanes of 64 bits have bits
	vecNot   = uint64(77)
	vecAnd   = uint64(78)
	vecBut   = uint64(79) // the first but not the second
	vecOr    = uint64(80)
	vecXor   = uint64(81)
	vecBlend = uint64(82) // bits of the first where the third has them, else of the second
)

// simple are the operators that one instruction is on vectors.
var simple = map[*prim.Op]simdAt{
	prim.Add: vecAdd, prim.Sub: vecSub, prim.Mul: vecMul, prim.Weigh: vecMul, prim.Div: {4: 231, 5: 243},
	prim.Neg: {97, 129, 161, 193, 225, 237}, prim.Sqrt: {4: 227, 5: 239}, prim.Ceil: {4: 103, 5: 116}, prim.Floor: {4: 104, 5: 117},
	prim.Trunc: {4: 105, 5: 122}, prim.Round: {4: 106, 5: 148},
	prim.And: {vecAnd, vecAnd, vecAnd, vecAnd}, prim.Or: {vecOr, vecOr, vecOr, vecOr}, prim.Xor: {vecXor, vecXor, vecXor, vecXor},
	prim.Not: {vecNot, vecNot, vecNot, vecNot},
}

// operate computes an operator on vectors of w lanes.
func (p *printer) operate(op *prim.Op, t prim.Type, w int, args ...vec) vec {
	if w == 1 {
		in := make([]val, len(args))
		for i, a := range args {
			in[i] = a.parts[0]
		}
		return single(op.ResultType(t), p.scalar(op, t, false, in...))
	}
	if t == prim.Bool {
		return p.logic(op, w, args)
	}
	if f, ok := fmath.Of(op, t); ok {
		return p.math(f, w, args)[0]
	}
	if code := simple[op][laneKind(t)]; code != 0 {
		return p.onParts(t, w, t.Size(), code, args...)
	}
	if to := op.ResultType(t); op == prim.To(to) {
		return p.convertAll(t, to, args[0])
	}
	if out, ok := p.compare(op, t, w, args); ok {
		return out
	}
	switch op {
	case prim.Abs:
		if t.IsUnsigned() {
			return args[0]
		}
		return p.onParts(t, w, t.Size(), vecAbs[laneKind(t)], args[0])
	case prim.Min, prim.Max:
		if t.IsFloat() || t.Size() < 8 || t == prim.I64 {
			return p.extreme(op, t, w, args[0], args[1])
		}
	case prim.Div, prim.Mod, prim.Quot, prim.Rem:
		if t.IsInt() {
			return p.quotients(op, t, w, args[0], args[1])
		}
	case prim.Shl, prim.Shr, prim.Lshr:
		if n, ok := args[1].everywhere(); ok && n.bits[0] < uint64(8*t.Size()) {
			if op == prim.Shr && t == prim.I64 {
				return p.signedShift(w, args[0], int64(n.bits[0]))
			}
			code := map[*prim.Op]simdAt{prim.Shl: vecShl, prim.Shr: vecShr, prim.Lshr: vecShrU}[op]
			if op == prim.Shr && t.IsUnsigned() {
				code = vecShrU
			}
			by := vec{parts: make([]val, len(args[0].parts))}
			for k := range by.parts {
				by.parts[k] = number(i32, n.bits[0])
			}
			return p.onParts(t, w, t.Size(), code[laneKind(t)], args[0], by)
		}
	case prim.ToBits, prim.FromBits:
		out := args[0]
		out.elem = op.ResultType(t)
		return out
	case prim.Rsqrt:
		return p.operate(prim.Div, t, w, p.spread(t, float(t, 1), w), p.operate(prim.Sqrt, t, w, args[0]))
	case prim.Lerp:
		d := p.operate(prim.Sub, t, w, args[1], args[0])
		return p.operate(prim.Add, t, w, args[0], p.operate(prim.Mul, t, w, d, args[2]))
	case prim.Copysign:
		sign := p.spread(t, float(t, math.Copysign(0, -1)), w)
		return p.onParts(t, w, t.Size(), vecBlend, args[1], args[0], sign)
	}
	return p.laneByLane(op, t, w, args)
}

// signedShift are numbers of 64 bits shifted to the right, for which processors have no instruction: without a sign, which is taken away before and after.
func (p *printer) signedShift(w int, a vec, n int64) vec {
	top := p.spread(prim.I64, number(i64, 1<<63), w)
	bare := p.operate(prim.Lshr, prim.I64, w, p.onParts(prim.I64, w, 8, vecXor, a, top), p.spread(prim.I64, number(i64, uint64(n)), w))
	return p.operate(prim.Sub, prim.I64, w, bare, p.spread(prim.I64, number(i64, 1<<63>>n), w))
}

// everywhere is the constant that all lanes of a vector are, if it is known.
func (v vec) everywhere() (val, bool) {
	if v.w == 1 || v.elem == prim.Bool || len(v.parts) == 0 || !v.parts[0].isConst {
		return val{}, false
	}
	bits := v.parts[0].bits[0]
	if v.size < 8 {
		bits &= 1<<(8*v.size) - 1
	}
	for _, part := range v.parts {
		if !part.isConst || part.bits != repeated(bits, v.size) {
			return val{}, false
		}
	}
	return number(i64, bits), true
}

// repeated are the bits of a register with a number in each lane of a size.
func repeated(bits uint64, size int) [2]uint64 {
	for n := size; n < 8; n *= 2 {
		bits &= 1<<(8*n) - 1
		bits |= bits << (8 * n)
	}
	return [2]uint64{bits, bits}
}

// laneByLane computes what there is no instruction on vectors for.
func (p *printer) laneByLane(op *prim.Op, t prim.Type, w int, args []vec) vec {
	lanes := make([]val, w)
	for l := range lanes {
		in := make([]val, len(args))
		for i, a := range args {
			in[i] = p.lane(a, l)
		}
		lanes[l] = p.scalar(op, t, true, in...)
	}
	return p.gathered(op.ResultType(t), lanes)
}

// gathered is the vector of scalars.
func (p *printer) gathered(t prim.Type, lanes []val) vec {
	if t == prim.Bool {
		for l, v := range lanes {
			lanes[l] = p.pure(i32, opSub.of(i32), number(i32, 0), v)
		}
	}
	out := vec{elem: t, w: len(lanes), size: t.Size()}
	n, kind := register/out.size, laneKind(t)
	for k := range partsOf(out.w, out.size) {
		first := lanes[min(k*n, len(lanes)-1)]
		part := p.splat(kind, first)
		for l := 1; l < n && k*n+l < len(lanes); l++ {
			if v := lanes[k*n+l]; string(v.id(nil)) != string(first.id(nil)) {
				part = p.pure(v128, append(simd([]uint64{23, 26, 28, 30, 32, 34}[kind]), byte(l)), part, v)
			}
		}
		out.parts = append(out.parts, part)
	}
	return out
}

// splat is a scalar in each lane of a register.
func (p *printer) splat(kind int, v val) val {
	if v.isConst {
		size := []int{1, 2, 4, 8, 4, 8}[kind]
		bits := v.bits[0]
		if size < 8 {
			bits &= 1<<(8*size) - 1
		}
		return val{typ: v128, isConst: true, bits: repeated(bits, size)}
	}
	return p.pure(v128, simd(vecSplat[kind]), v)
}

// spread is a scalar in each of w lanes.
func (p *printer) spread(t prim.Type, v val, w int) vec {
	if w == 1 {
		return single(t, v)
	}
	out := vec{elem: t, w: w, size: t.Size()}
	if t == prim.Bool {
		out.size = min(8, register/w)
		v = p.folded(v, func(b uint64) uint64 { return -(b & 1) }, func() val { return p.pure(i32, opSub.of(i32), number(i32, 0), v) })
		if out.size == 8 {
			v = p.folded(v, func(b uint64) uint64 { return b }, func() val { return p.pure(i64, extendS, v) })
			if v.isConst {
				v.typ = i64
			}
		}
	}
	kind := map[int]int{1: 0, 2: 1, 4: 2, 8: 3}[out.size]
	if t.IsFloat() {
		kind = laneKind(t)
	}
	part := p.splat(kind, v)
	for range partsOf(w, out.size) {
		out.parts = append(out.parts, part)
	}
	return out
}

// folded computes of a constant at once, and else by code.
func (p *printer) folded(v val, of func(uint64) uint64, code func() val) val {
	if v.isConst {
		v.bits[0] = of(v.bits[0])
		return v
	}
	return code()
}

// lane is one lane of a vector; a scalar is all of its lanes.
func (p *printer) lane(v vec, l int) val {
	if v.w == 1 {
		return v.parts[0]
	}
	if v.elem == prim.Bool {
		x := p.laneOf(prim.Types[map[int]int{1: 0, 2: 1, 4: 2, 8: 3}[v.size]], v, l)
		if x.typ == i64 {
			x = p.pure(i32, wrap64, x)
		}
		return p.pure(i32, opAnd.of(i32), x, number(i32, 1))
	}
	return p.laneOf(v.elem, v, l)
}

func (p *printer) laneOf(t prim.Type, v vec, l int) val {
	n := register / v.size
	part := v.parts[l/n]
	if at := l % n * v.size; part.isConst {
		bits := part.bits[at/8] >> (8 * (at % 8))
		if t.IsFloat() {
			return number(typeOf(t), prim.ZeroExtend(t, bits))
		}
		return integer(t, int64(bits))
	}
	code := []uint64{21, 24, 27, 29, 31, 33}[laneKind(t)]
	if t.IsUnsigned() && t.Size() < 4 {
		code++
	}
	return p.pure(typeOf(t), append(simd(code), byte(l%n)), part)
}

// extreme computes min and max: of floats nan is ignored.
func (p *printer) extreme(op *prim.Op, t prim.Type, w int, a, b vec) vec {
	kind := laneKind(t)
	if t.IsInt() && t.Size() < 8 {
		codes := simdAt{118, 150, 182}
		if op == prim.Max {
			codes = simdAt{120, 152, 184}
		}
		code := codes[kind]
		if t.IsUnsigned() {
			code++
		}
		return p.onParts(t, w, t.Size(), code, a, b)
	}
	test := vecLt
	if op == prim.Max {
		test = vecGt
	}
	mask := p.onParts(prim.Bool, w, t.Size(), test[kind], a, b)
	if t.IsFloat() {
		mask = p.onParts(prim.Bool, w, t.Size(), vecOr, mask, p.onParts(prim.Bool, w, t.Size(), vecNe[kind], b, b))
	}
	return p.onParts(t, w, t.Size(), vecBlend, a, b, mask)
}

// operand is an atom as a vector of w lanes: a scalar stands for a vector of itself.
func (p *printer) operand(a core.Atom, w int) vec {
	var v vec
	switch a := a.(type) {
	case core.Const:
		v = single(a.Type, constant(a.Scalar))
	case *core.Var:
		v = p.of(a)
	}
	if v.w == 1 && w > 1 {
		return p.spread(v.elem, v.parts[0], w)
	}
	return v
}
