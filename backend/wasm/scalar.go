package wasm

import (
	"math"

	"raido/backend/fmath"
	"raido/lang/core"
	"raido/lang/prim"
)

// Scalars: integers of up to 32 bits are i32, extended as their type says; bools are 0 or 1, and floats of 16 bits their bits.

// typeOf is the type in which a scalar is held.
func typeOf(t prim.Type) valtype {
	switch t {
	case prim.I64, prim.U64:
		return i64
	case prim.F32:
		return f32
	case prim.F64:
		return f64
	}
	return i32
}

// constant is a scalar of the program.
func constant(s prim.Scalar) val {
	if s.Type.IsFloat() {
		return number(typeOf(s.Type), prim.FloatBits(s.Type, s.Float64()))
	}
	return number(typeOf(s.Type), s.Bits)
}

// float is a constant of a type.
func float(t prim.Type, x float64) val { return constant(prim.Float(t, x)) }

// integer is a constant of a type.
func integer(t prim.Type, n int64) val { return constant(prim.Int(t, n)) }

// at are the codes of an operator on the four types of scalars, 0 where there is none.
type at struct{ i32, i64, f32, f64 byte }

func (a at) of(t valtype) []byte {
	return []byte{map[valtype]byte{i32: a.i32, i64: a.i64, f32: a.f32, f64: a.f64}[t]}
}

var (
	opAdd   = at{0x6a, 0x7c, 0x92, 0xa0}
	opSub   = at{0x6b, 0x7d, 0x93, 0xa1}
	opMul   = at{0x6c, 0x7e, 0x94, 0xa2}
	opDiv   = at{0x6d, 0x7f, 0x95, 0xa3}
	opDivU  = at{i32: 0x6e, i64: 0x80}
	opAnd   = at{i32: 0x71, i64: 0x83}
	opOr    = at{i32: 0x72, i64: 0x84}
	opXor   = at{i32: 0x73, i64: 0x85}
	opShl   = at{i32: 0x74, i64: 0x86}
	opShr   = at{i32: 0x75, i64: 0x87}
	opShrU  = at{i32: 0x76, i64: 0x88}
	opEq    = at{0x46, 0x51, 0x5b, 0x61}
	opNe    = at{0x47, 0x52, 0x5c, 0x62}
	opLt    = at{0x48, 0x53, 0x5d, 0x63}
	opLtU   = at{i32: 0x49, i64: 0x54}
	opGt    = at{0x4a, 0x55, 0x5e, 0x64}
	opLe    = at{0x4c, 0x57, 0x5f, 0x65}
	opLeU   = at{i32: 0x4d, i64: 0x58}
	opAbs   = at{f32: 0x8b, f64: 0x99}
	opNeg   = at{f32: 0x8c, f64: 0x9a}
	opClz   = at{i32: 0x67, i64: 0x79}
	opCtz   = at{i32: 0x68, i64: 0x7a}
	opPopc  = at{i32: 0x69, i64: 0x7b}
	wrap64  = []byte{0xa7}
	extendS = []byte{0xac}
	extendU = []byte{0xad}
	choose  = []byte{0x1b}
	isZero  = []byte{0x45} // of i32
)

// direct are the operators that one instruction is, at the types where it is.
var direct = map[*prim.Op]at{
	prim.Add: opAdd, prim.Sub: opSub, prim.Mul: opMul, prim.Weigh: opMul, prim.Eq: opEq,
	prim.And: opAnd, prim.Or: opOr, prim.Xor: opXor,
	prim.Div: {f32: opDiv.f32, f64: opDiv.f64}, prim.Neg: opNeg, prim.Abs: opAbs,
	prim.Ceil: {f32: 0x8d, f64: 0x9b}, prim.Floor: {f32: 0x8e, f64: 0x9c}, prim.Trunc: {f32: 0x8f, f64: 0x9d}, prim.Round: {f32: 0x90, f64: 0x9e},
	prim.Sqrt: {f32: 0x91, f64: 0x9f},
}

// scalar computes an operator on scalars. Lanes of points that take another way may divide by anything: then safe is set.
func (p *printer) scalar(op *prim.Op, t prim.Type, safe bool, a ...val) val {
	w := typeOf(t)
	if f, ok := fmath.Of(op, t); ok {
		return p.math(f, 1, scalars(op, t, a))[0].parts[0]
	}
	if t == prim.F16 && op != prim.ToBits && op != prim.FromBits || op.ResultType(t) == prim.F16 && op != prim.FromBits {
		return p.elsewhere(op, t, a)
	}
	if t.IsInt() && t.Size() >= 4 && (op == prim.Add || op == prim.Sub || op == prim.Mul) {
		return p.arithmetic(op, t, a[0], a[1])
	}
	if d, ok := direct[op]; ok {
		if code := d.of(w); code[0] != 0 {
			if op == prim.Eq {
				return p.pure(i32, code, a...)
			}
			return p.narrow(t, p.pure(w, code, a...))
		}
	}
	switch op {
	case prim.Neg:
		return p.narrow(t, p.pure(w, opSub.of(w), number(w, 0), a[0]))
	case prim.Abs:
		return p.narrow(t, p.choice(w, p.less(t, a[0], number(w, 0)), p.pure(w, opSub.of(w), number(w, 0), a[0]), a[0]))
	case prim.Sgn:
		return p.sign(t, a[0])
	case prim.Min, prim.Max:
		return p.choice(w, p.prefers(op, t, a[0], a[1]), a[0], a[1])
	case prim.Lt:
		return p.less(t, a[0], a[1])
	case prim.Le:
		if t.IsUnsigned() || t == prim.Bool {
			return p.pure(i32, opLeU.of(w), a...)
		}
		return p.pure(i32, opLe.of(w), a...)
	case prim.Not:
		if t == prim.Bool {
			return p.pure(i32, isZero, a[0])
		}
		return p.narrow(t, p.pure(w, opXor.of(w), a[0], number(w, math.MaxUint64)))
	case prim.Div, prim.Mod, prim.Quot, prim.Rem:
		if t.IsInt() {
			return p.divide(op, t, safe, a[0], a[1])
		}
	case prim.Shl, prim.Shr, prim.Lshr:
		return p.shift(op, t, a[0], a[1])
	case prim.Popc, prim.Clz, prim.Ctz:
		return p.count(op, t, a[0])
	case prim.MulHi, prim.MadHi:
		return p.high(t, a)
	}
	return p.float(op, t, a)
}

// float computes operators on floats, and conversions.
func (p *printer) float(op *prim.Op, t prim.Type, a []val) val {
	w := typeOf(t)
	switch op {
	case prim.IsNaN:
		return p.pure(i32, opNe.of(w), a[0], a[0])
	case prim.IsInf:
		return p.pure(i32, opEq.of(w), p.pure(w, opAbs.of(w), a[0]), float(t, math.Inf(1)))
	case prim.Signbit:
		i := p.bitsOf(t, a[0])
		return p.pure(i32, opLt.of(i.typ), i, number(i.typ, 0))
	case prim.Rsqrt:
		return p.pure(w, opDiv.of(w), float(t, 1), p.pure(w, direct[prim.Sqrt].of(w), a[0]))
	case prim.Lerp:
		d := p.pure(w, opSub.of(w), a[1], a[0])
		return p.pure(w, opAdd.of(w), a[0], p.pure(w, opMul.of(w), d, a[2]))
	case prim.Copysign: // by bits: Note [One step at a time]
		i := typeOf(prim.ToBits.ResultType(t))
		sign := number(i, 1<<(8*t.Size()-1))
		bare := p.pure(i, opAnd.of(i), p.bitsOf(t, a[0]), number(i, sign.bits[0]-1))
		return p.float(prim.FromBits, t, []val{p.pure(i, opOr.of(i), bare, p.pure(i, opAnd.of(i), p.bitsOf(t, a[1]), sign))})
	case prim.ToBits:
		return p.bitsOf(t, a[0])
	case prim.FromBits:
		switch t {
		case prim.F32:
			return p.pure(f32, []byte{0xbe}, a[0])
		case prim.F64:
			return p.pure(f64, []byte{0xbf}, a[0])
		}
		return a[0]
	}
	if to := op.ResultType(t); op == prim.To(to) {
		return p.convert(t, to, a[0])
	}
	return p.elsewhere(op, t, a)
}

// choice is one of two values.
func (p *printer) choice(w valtype, cond, then, els val) val {
	if then.isConst || w == i32 || w == i64 {
		return p.pure(w, choose, then, els, cond)
	}
	return p.anew(w, choose, 1, then, els, cond) // Note [One step at a time]
}

func (p *printer) less(t prim.Type, a, b val) val {
	if t.IsUnsigned() || t == prim.Bool {
		return p.pure(i32, opLtU.of(a.typ), a, b)
	}
	return p.pure(i32, opLt.of(typeOf(t)), a, b)
}

// prefers reports whether min or max takes a: it ignores nan, and takes b where both are the same, of integers.
func (p *printer) prefers(op *prim.Op, t prim.Type, a, b val) val {
	if !t.IsFloat() {
		if op == prim.Max {
			a, b = b, a
		}
		return p.less(t, a, b)
	}
	w := typeOf(t)
	test := opLt
	if op == prim.Max {
		test = opGt
	}
	return p.pure(i32, opOr.of(i32), p.pure(i32, test.of(w), a, b), p.pure(i32, opNe.of(w), b, b))
}

// sign is -1, 0 or 1; floats keep zeros and nan.
func (p *printer) sign(t prim.Type, a val) val {
	w := typeOf(t)
	zero, one, minus := number(w, 0), integer(t, 1), integer(t, -1)
	rest := zero
	if t.IsFloat() {
		one, minus, rest = float(t, 1), float(t, -1), a
		zero = float(t, 0)
	}
	if t.IsUnsigned() {
		return p.choice(w, p.pure(i32, opNe.of(w), a, zero), one, zero)
	}
	return p.choice(w, p.pure(i32, opGt.of(w), a, zero), one, p.choice(w, p.less(t, a, zero), minus, rest))
}

// equal reports whether an integer is a number.
func (p *printer) equal(a val, n uint64) val { return p.pure(i32, opEq.of(a.typ), a, number(a.typ, n)) }

// shift shifts; counts of the width and above shift everything out.
func (p *printer) shift(op *prim.Op, t prim.Type, a, n val) val {
	w, width := typeOf(t), uint64(8*t.Size())
	most := number(w, width-1)
	n = p.bare(t, n)
	fits := p.pure(i32, opLtU.of(w), n, number(w, width))
	if n.isConst {
		fits = number(i32, 1)
		if n.bits[0] >= width {
			fits = number(i32, 0)
		}
	}
	some := func(x val) val {
		switch {
		case !fits.isConst:
			return p.choice(w, fits, x, number(w, 0))
		case fits.bits[0] == 0:
			return number(w, 0)
		}
		return x
	}
	switch {
	case op == prim.Shl:
		return some(p.narrow(t, p.pure(w, opShl.of(w), a, n)))
	case op == prim.Shr && t.IsSigned():
		if !fits.isConst {
			n = p.choice(w, fits, n, most)
		} else if fits.bits[0] == 0 {
			n = most
		}
		return p.pure(w, opShr.of(w), a, n)
	}
	return some(p.narrow(t, p.pure(w, opShrU.of(w), p.bare(t, a), n)))
}

// count counts bits; the result is of type i32.
func (p *printer) count(op *prim.Op, t prim.Type, a val) val {
	w, a := typeOf(t), p.bare(t, a)
	size := uint64(8 * t.Size())
	var n val
	switch op {
	case prim.Popc:
		n = p.pure(w, opPopc.of(w), a)
	case prim.Clz:
		n = p.pure(w, opClz.of(w), a)
	default:
		if size < 32 {
			a = p.pure(w, opOr.of(w), a, number(w, 1<<size))
		}
		n = p.pure(w, opCtz.of(w), a)
	}
	if w == i64 {
		n = p.pure(i32, wrap64, n)
	}
	if op == prim.Clz && size < 32 {
		n = p.pure(i32, opSub.of(i32), n, number(i32, 32-size))
	}
	return n
}

// high is the upper half of a product, plus the third operand if there is one.
func (p *printer) high(t prim.Type, a []val) val {
	out := p.highOf(t, a[0], a[1])
	if len(a) > 2 {
		out = p.narrow(t, p.arithmetic(prim.Add, t, out, a[2]))
	}
	return out
}

// highOf is the upper half of a product. That of 64 bits is the sum of the products of halves, in which no part carries.
func (p *printer) highOf(t prim.Type, a, b val) val {
	if t.Size() < 8 {
		extend, shift := extendS, opShr
		if t.IsUnsigned() {
			extend, shift = extendU, opShrU
		}
		x := p.pure(i64, opMul.of(i64), p.pure(i64, extend, a), p.pure(i64, extend, b))
		return p.narrow(t, p.pure(i32, wrap64, p.pure(i64, shift.of(i64), x, number(i64, uint64(8*t.Size())))))
	}
	low := func(x val) val { return p.pure(i64, opAnd.of(i64), x, number(i64, math.MaxUint32)) }
	top := func(x val) val { return p.pure(i64, opShrU.of(i64), x, number(i64, 32)) }
	add := func(x, y val) val { return p.pure(i64, opAdd.of(i64), x, y) }
	times := func(x, y val) val { return p.pure(i64, opMul.of(i64), x, y) }
	one := add(times(top(a), low(b)), top(times(low(a), low(b))))
	other := add(times(low(a), top(b)), low(one))
	out := add(times(top(a), top(b)), add(top(one), top(other)))
	if t.IsUnsigned() {
		return out
	}
	negative := func(x, y val) val { // y if x is negative
		return p.pure(i64, opAnd.of(i64), p.pure(i64, opShr.of(i64), x, number(i64, 63)), y)
	}
	return p.pure(i64, opSub.of(i64), out, add(negative(a, b), negative(b, a)))
}

// atom is a scalar operand.
func (p *printer) atom(a core.Atom) val {
	if c, ok := a.(core.Const); ok {
		return constant(c.Scalar)
	}
	return p.operand(a, 1).parts[0]
}
