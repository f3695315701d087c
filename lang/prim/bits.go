package prim

import "math/bits"

// Bit operations. A shift count is read as an unsigned number: counts of the width and above shift
// everything out, so that shl and lshr give 0 and shr of a signed type gives 0 or -1. (Futhark leaves
// such counts undefined.)
var (
	// And is x and y, bit by bit.
	And = bitwise("and", func(x, y uint64) uint64 { return x & y }).assoc().commutative()
	// Or is x or y, bit by bit.
	Or = bitwise("or", func(x, y uint64) uint64 { return x | y }).assoc().commutative()
	// Xor is either x or y, bit by bit.
	Xor = bitwise("xor", func(x, y uint64) uint64 { return x ^ y }).assoc().commutative()
	// Not is the complement of all bits.
	Not = row("not", 1, Bits, func(t Type, a []Scalar) Scalar { return Scalar{t, wrap(t, ^a[0].Bits)} })
	// Shl is x shifted left by y.
	Shl = row("shl", 2, Ints, func(t Type, a []Scalar) Scalar {
		return Scalar{t, wrap(t, a[0].Bits<<shiftCount(t, a[1]))}
	})
	// Shr is x shifted right by y, arithmetic for signed types.
	Shr = row("shr", 2, Ints, func(t Type, a []Scalar) Scalar {
		if t.IsSigned() {
			return Int(t, a[0].Int64()>>shiftCount(t, a[1]))
		}
		return Scalar{t, a[0].Bits >> shiftCount(t, a[1])}
	})
	// Lshr is x shifted right by y, logical for every type.
	Lshr = row("lshr", 2, Ints, func(t Type, a []Scalar) Scalar {
		return Scalar{t, wrap(t, wrap(bitsType(t), a[0].Bits)>>shiftCount(t, a[1]))}
	})
	// Popc is the number of bits that are set.
	Popc = row("popc", 1, Ints, func(t Type, a []Scalar) Scalar {
		return Int(I32, int64(bits.OnesCount64(wrap(bitsType(t), a[0].Bits))))
	}).gives(I32)
	// Clz is the number of leading zero bits.
	Clz = row("clz", 1, Ints, func(t Type, a []Scalar) Scalar {
		return Int(I32, int64(bits.LeadingZeros64(wrap(bitsType(t), a[0].Bits))-64+8*t.Size()))
	}).gives(I32)
	// Ctz is the number of trailing zero bits, the width for 0.
	Ctz = row("ctz", 1, Ints, func(t Type, a []Scalar) Scalar {
		return Int(I32, int64(min(bits.TrailingZeros64(a[0].Bits), 8*t.Size())))
	}).gives(I32)
	// MulHi is the upper half of the product of double width.
	MulHi = row("mul_hi", 2, Ints, func(t Type, a []Scalar) Scalar { return Scalar{t, mulHi(t, a[0].Bits, a[1].Bits)} }).commutative()
	// MadHi is mul_hi x y + z.
	MadHi = row("mad_hi", 3, Ints, func(t Type, a []Scalar) Scalar {
		return Scalar{t, wrap(t, mulHi(t, a[0].Bits, a[1].Bits)+a[2].Bits)}
	})
)

var bitOps = []*Op{And, Or, Xor, Not, Shl, Shr, Lshr, Popc, Clz, Ctz, MulHi, MadHi}

func bitwise(name string, f func(x, y uint64) uint64) *Op {
	return row(name, 2, Bits, func(t Type, a []Scalar) Scalar { return Scalar{t, wrap(t, f(a[0].Bits, a[1].Bits))} })
}

// shiftCount is the count as a number of at most 64.
func shiftCount(t Type, s Scalar) uint64 {
	c := wrap(bitsType(t), s.Bits)
	if c >= uint64(8*t.Size()) {
		return 64
	}
	return c
}

// mulHi is the upper half of the product of double width.
func mulHi(t Type, x, y uint64) uint64 {
	if t.Size() < 8 {
		w := 8 * t.Size()
		if t.IsSigned() {
			return wrap(t, uint64(int64(x)*int64(y)>>w))
		}
		return wrap(t, x*y>>w)
	}
	hi, _ := bits.Mul64(x, y)
	if t.IsSigned() { // from unsigned to signed: each negative factor counts 2^64 too much
		if int64(x) < 0 {
			hi -= y
		}
		if int64(y) < 0 {
			hi -= x
		}
	}
	return hi
}
