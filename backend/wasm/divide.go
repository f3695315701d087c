package wasm

import (
	"math"
	"math/bits"

	"raido/lang/prim"
)

// Note [Quotients]
//
// Processors take long for quotients of 64 bits, and have none of vectors. Those by powers of two are shifts. Else it matters that most numbers are small:
//
//	x, y below 2^32, scalars		as unsigned numbers of 32 bits
//	x, y between -2^50 and 2^50, lanes	floor(x/y) as floats, and x - y*floor(x/y) of that (or trunc, as the operator says)
//	others					as they are, lane by lane
//
// The floats are exact: x, y and all products are below 2^53. If x/y is no integer it is 1/|y| away from any at least, and is rounded by at most
// |x/y| / 2^53 < 1/|y|: to the same side of all integers. Numbers become floats by the bits of those between 2^52 and 2^53, which are apart by 1.

// Between 2^52 and 2^53 the last bits of floats count.
const (
	countBits  = 0x4338000000000000 // of 2^52 + 2^51
	countFloat = 1<<52 + 1<<51
	smallBits  = 50
)

// divide computes div and mod, which round down, and quot and rem, which round towards zero.
func (p *printer) divide(op *prim.Op, t prim.Type, safe bool, a, b val) val {
	w := typeOf(t)
	if safe && b.isConst && b.bits[0] == 0 {
		b = integer(t, 1)
	}
	if n := int64(b.bits[0]); b.isConst && n > 0 && n&(n-1) == 0 {
		return p.byPower(op, t, a, n)
	}
	moves := stays
	if safe || b.isConst && b.bits[0] != 0 {
		moves = anywhere
	}
	if safe && !b.isConst {
		b = p.choice(w, p.equal(b, 0), integer(t, 1), b)
	}
	if w != i64 {
		return p.divided(op, t, moves, a, b)
	}
	return p.composed(named(op, t), moves, []val{a, b}, func() *variable {
		out := p.variable(i64)
		high := p.pure(i64, opShrU.of(i64), p.pure(i64, opOr.of(i64), a, b), number(i64, 32))
		p.branch(p.pure(i32, []byte{0x50}, high), func() {
			x, y := p.address(a), p.address(b)
			short := p.pinned(i32, opDivU.of(i32), x, y)
			if op == prim.Rem || op == prim.Mod {
				short = p.rest(i32, x, short, y)
			}
			p.assign(out, p.pure(i64, extendU, short))
		}, func() { p.assign(out, p.divided(op, t, stays, a, b)) })
		return out
	})
}

// named is the name of an operator, which no instruction has.
func named(op *prim.Op, t prim.Type) []byte { return append([]byte{0xff, byte(t)}, op.Name...) }

// byPower is a quotient or rest by a power of two.
func (p *printer) byPower(op *prim.Op, t prim.Type, a val, n int64) val {
	w := typeOf(t)
	shift, x := opShr, a
	switch {
	case t.IsUnsigned():
		shift = opShrU
	case op == prim.Quot || op == prim.Rem: // towards zero: negative ones round up
		sign := p.pure(w, opShr.of(w), a, number(w, 63))
		x = p.arithmetic(prim.Add, t, a, p.pure(w, opAnd.of(w), sign, number(w, uint64(n-1))))
	}
	switch {
	case op == prim.Div || op == prim.Quot:
		return p.pure(w, shift.of(w), x, number(w, uint64(bits.TrailingZeros64(uint64(n)))))
	case op == prim.Rem && t.IsSigned():
		return p.arithmetic(prim.Sub, t, a, p.pure(w, opAnd.of(w), x, number(w, uint64(-n))))
	}
	return p.pure(w, opAnd.of(w), a, number(w, uint64(n-1)))
}

// divided computes them by the processor's instructions; those go out of loops if they do not trap.
func (p *printer) divided(op *prim.Op, t prim.Type, moves motion, a, b val) val {
	w, run := typeOf(t), p.pinned
	if moves == anywhere {
		run = p.pure
	}
	if t.IsUnsigned() {
		q := run(w, opDivU.of(w), a, b)
		if op == prim.Div || op == prim.Quot {
			return q
		}
		return p.rest(w, a, q, b)
	}
	minus := number(i32, 0) // whether it is by -1, whose quotient may not be there
	by := b
	if !b.isConst || int64(b.bits[0]) == -1 {
		minus = p.pure(i32, opEq.of(w), b, integer(t, -1))
		by = p.choice(w, minus, integer(t, 1), b)
	}
	q := run(w, opDiv.of(w), a, by)
	r := func() val { return p.rest(w, a, q, by) } // a multiple of 1 and of -1 leaves nothing
	apart := func() val {                          // whether the rest is not of the divisor's sign
		return p.pure(i32, opAnd.of(i32), p.pure(i32, opNe.of(w), r(), number(w, 0)), p.pure(i32, opLt.of(w), p.pure(w, opXor.of(w), r(), b), number(w, 0)))
	}
	switch op {
	case prim.Rem:
		return r()
	case prim.Mod:
		return p.choice(w, apart(), p.pure(w, opAdd.of(w), r(), b), r())
	}
	out := q
	if !minus.isConst {
		out = p.choice(w, minus, p.narrow(t, p.pure(w, opSub.of(w), number(w, 0), a)), q)
	}
	if op == prim.Div {
		one := apart()
		if w == i64 {
			one = p.pure(i64, extendU, one)
		}
		out = p.pure(w, opSub.of(w), out, one)
	}
	return p.narrow(t, out)
}

// rest is what is left of a number that has been divided.
//
// There are instructions for remainders, but they are not used: the compiler of wazero 1.12 for arm64 loses the quotient of one where
// registers are short (github.com/wazero/wazero/pull/2508). And a quotient and a remainder of the same numbers are one division.
func (p *printer) rest(w valtype, a, quotient, by val) val {
	return p.pure(w, opSub.of(w), a, p.pure(w, opMul.of(w), quotient, by))
}

// quotients computes div, mod, quot and rem of all lanes.
func (p *printer) quotients(op *prim.Op, t prim.Type, w int, a, b vec) vec {
	if n, ok := b.everywhere(); ok {
		if k := prim.Int(t, int64(n.bits[0])).Int64(); k > 0 && k&(k-1) == 0 {
			return p.byPowers(op, t, w, a, bits.TrailingZeros64(uint64(k)))
		}
	}
	if t.Size() < 8 {
		return p.laneByLane(op, t, w, []vec{a, b})
	}
	out := vec{elem: t, w: w, size: 8}
	lanes := min(w, register/8)
	for k := range partsOf(w, 8) {
		x, y := vec{elem: t, w: lanes, size: 8, parts: a.parts[k : k+1]}, vec{elem: t, w: lanes, size: 8, parts: b.parts[k : k+1]}
		out.parts = append(out.parts, p.composed(named(op, t), anywhere, []val{x.parts[0], y.parts[0]}, func() *variable {
			return p.quotientsOf(op, t, x, y)
		}))
	}
	return out
}

// quotientsOf are those of a register.
func (p *printer) quotientsOf(op *prim.Op, t prim.Type, x, y vec) *variable {
	out := p.variable(v128)
	from := func(v val) val { // none of the first bits is set if a number fits
		if t.IsUnsigned() {
			return v
		}
		return p.vector(vecAdd[3], v, both(1<<smallBits))
	}
	large := p.pure(v128, simd(vecShrU[3]), p.vector(vecOr, from(x.parts[0]), from(y.parts[0])), number(i32, smallBits+1))
	p.branch(p.pure(i32, simd(83), large), func() { p.assign(out, p.laneByLane(op, t, x.w, []vec{x, y}).parts[0]) }, func() {
		toFloat := func(v val) val {
			return p.vector(vecSub[5], p.vector(vecAdd[3], v, both(countBits)), bothFloats(countFloat))
		}
		fx, fy := toFloat(x.parts[0]), toFloat(y.parts[0])
		round := simple[prim.Trunc][5]
		if op == prim.Div || op == prim.Mod {
			round = simple[prim.Floor][5]
		}
		q := p.vector(round, p.vector(simple[prim.Div][5], fx, fy))
		if op == prim.Mod || op == prim.Rem {
			q = p.vector(vecSub[5], fx, p.vector(vecMul[5], q, fy))
		}
		p.assign(out, p.ofWhole(q))
	})
	return out
}

// ofWhole are two small floats that are whole, as integers.
func (p *printer) ofWhole(whole val) val {
	return p.vector(vecSub[3], p.vector(vecAdd[5], whole, bothFloats(countFloat)), both(countBits))
}

// both is a register with the same 64 bits in both lanes, and bothFloats one with the same number.
func both(n uint64) val { return val{typ: v128, isConst: true, bits: [2]uint64{n, n}} }

func bothFloats(x float64) val { return both(math.Float64bits(x)) }

// byPowers is byPower of all lanes.
func (p *printer) byPowers(op *prim.Op, t prim.Type, w int, a vec, power int) vec {
	ones := p.spread(t, integer(t, 1<<power-1), w)
	x := a
	if t.IsSigned() && (op == prim.Quot || op == prim.Rem) { // towards zero: negative ones round up
		negative := p.onParts(t, w, t.Size(), vecLt[laneKind(t)], a, p.spread(t, integer(t, 0), w))
		x = p.operate(prim.Add, t, w, a, p.onParts(t, w, t.Size(), vecAnd, negative, ones))
	}
	switch op {
	case prim.Div, prim.Quot:
		return p.operate(prim.Shr, t, w, x, p.spread(t, integer(t, int64(power)), w))
	case prim.Rem:
		if t.IsSigned() {
			whole := p.onParts(t, w, t.Size(), vecBut, x, ones)
			return p.operate(prim.Sub, t, w, a, whole)
		}
	}
	return p.onParts(t, w, t.Size(), vecAnd, a, ones)
}
