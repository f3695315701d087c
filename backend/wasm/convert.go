package wasm

import (
	"math"

	"raido/lang/prim"
)

// Conversions.

// bitsOf are the bits of a float.
func (p *printer) bitsOf(t prim.Type, a val) val {
	switch t {
	case prim.F32:
		return p.pure(i32, []byte{0xbc}, a)
	case prim.F64:
		return p.pure(i64, []byte{0xbd}, a)
	}
	return a
}

// narrow makes a result of a small integer what its type holds.
func (p *printer) narrow(t prim.Type, a val) val {
	switch t {
	case prim.I8:
		return p.pure(i32, []byte{0xc0}, a)
	case prim.I16:
		return p.pure(i32, []byte{0xc1}, a)
	case prim.U8:
		return p.pure(i32, opAnd.of(i32), a, number(i32, 0xff))
	case prim.U16:
		return p.pure(i32, opAnd.of(i32), a, number(i32, 0xffff))
	}
	return a
}

// bare is an integer without what extends its sign.
func (p *printer) bare(t prim.Type, a val) val {
	switch t {
	case prim.I8:
		return p.narrow(prim.U8, a)
	case prim.I16:
		return p.narrow(prim.U16, a)
	}
	return a
}

// convert is a value of another type.
func (p *printer) convert(from, to prim.Type, a val) val {
	w, r := typeOf(from), typeOf(to)
	switch {
	case from == to:
		return a
	case to == prim.Bool && from.IsFloat():
		return p.pure(i32, opNe.of(w), a, float(from, 0))
	case to == prim.Bool:
		return p.pure(i32, opNe.of(w), a, number(w, 0))
	case from.IsFloat() && to.IsFloat():
		return p.pure(r, []byte{map[valtype]byte{f32: 0xb6, f64: 0xbb}[r]}, a)
	case from.IsFloat():
		return p.truncate(from, to, a)
	case to.IsFloat():
		unsigned := from.IsUnsigned() || from == prim.Bool
		code := map[valtype]byte{f32: 0xb2, f64: 0xb7}[r]
		if w == i64 {
			code += 2
		}
		if unsigned {
			code++
		}
		return p.pure(r, []byte{code}, a)
	}
	if to.IsUnsigned() {
		a = p.bare(from, a)
	}
	switch {
	case w == i32 && r == i64 && (from.IsUnsigned() || from == prim.Bool || to.IsUnsigned()):
		a = p.pure(i64, extendU, a)
	case w == i32 && r == i64:
		a = p.pure(i64, extendS, a)
	case w == i64 && r == i32:
		a = p.pure(i32, wrap64, a)
	}
	return p.narrow(to, a)
}

// truncate makes an integer of a float: saturating, and 0 of nan and infinities.
func (p *printer) truncate(from, to prim.Type, a val) val {
	w, r := typeOf(from), typeOf(to)
	code := uint64(0)
	if r == i64 {
		code = 4
	}
	if w == f64 {
		code += 2
	}
	if to.IsUnsigned() {
		code++
	}
	n := p.pure(r, unsigned([]byte{0xfc}, code), a)
	if to.Size() < 4 {
		lo, hi := constant(prim.IntMin(to)), constant(prim.IntMax(to))
		n = p.choice(i32, p.less(to, hi, n), hi, n)
		if to.IsSigned() {
			n = p.choice(i32, p.less(to, n, lo), lo, n)
		}
	}
	finite := p.pure(i32, opLt.of(w), p.pure(w, opAbs.of(w), a), float(from, math.Inf(1)))
	return p.choice(r, finite, n, number(r, 0))
}

// widened are lanes of twice the size, with the sign or with zeros.
func (p *printer) widened(v vec, sign bool) vec {
	code := map[int]uint64{1: 135, 2: 167, 4: 199}[v.size]
	if !sign {
		code += 2
	}
	out := vec{elem: v.elem, w: v.w, size: 2 * v.size}
	for k := range partsOf(out.w, out.size) {
		out.parts = append(out.parts, p.pure(v128, simd(code+uint64(k%2)), v.parts[k/2]))
	}
	return out
}

// narrowed are the lower halves of lanes.
func (p *printer) narrowed(v vec) vec {
	out := vec{elem: v.elem, w: v.w, size: v.size / 2}
	for k := range partsOf(out.w, out.size) {
		a := v.parts[min(2*k, len(v.parts)-1)]
		b := v.parts[min(2*k+1, len(v.parts)-1)]
		var from [16]byte
		for i := range from {
			lane, byte0 := i/out.size, i%out.size
			from[i] = byte(lane*v.size + byte0) // from 16 on of the second one
		}
		out.parts = append(out.parts, p.pure(v128, append(simd(13), from[:]...), a, b))
	}
	return out
}

// convertAll converts all lanes.
func (p *printer) convertAll(from, to prim.Type, v vec) vec {
	out := vec{elem: to, w: v.w, size: to.Size()}
	switch {
	case from == to:
		return v
	case to == prim.Bool:
		return p.onParts(prim.Bool, v.w, v.size, vecNe[laneKind(from)], v, p.spread(from, number(typeOf(from), 0), v.w))
	case from == prim.F32 && to == prim.F64:
		for k := range partsOf(out.w, 8) {
			in := v.parts[k/2]
			if k%2 == 1 {
				in = p.pure(v128, append(simd(13), 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15), in, in)
			}
			out.parts = append(out.parts, p.pure(v128, simd(95), in))
		}
		return out
	case from == prim.F64 && to == prim.F32:
		for k := range partsOf(out.w, 4) {
			a := p.pure(v128, simd(94), v.parts[min(2*k, len(v.parts)-1)])
			b := p.pure(v128, simd(94), v.parts[min(2*k+1, len(v.parts)-1)])
			out.parts = append(out.parts, p.pure(v128, append(simd(13), 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23), a, b))
		}
		return out
	case from == prim.I32 && to == prim.F32:
		return p.onParts(to, v.w, 4, 250, v)
	case from == prim.U32 && to == prim.F32:
		return p.onParts(to, v.w, 4, 251, v)
	case to == prim.F64 && laneKind(from) == 3:
		return p.digits(from, v)
	case from == prim.F64 && to == prim.I64:
		return p.integers(v)
	case from.IsInt() && to.IsInt():
		sign := from.IsSigned() && to.IsSigned()
		out := v
		for out.size < to.Size() {
			out = p.widened(out, sign)
		}
		for out.size > to.Size() {
			out = p.narrowed(out)
		}
		out.elem = to
		return out
	}
	return p.laneByLane(prim.To(to), from, v.w, []vec{v})
}

// digits are integers of 64 bits as floats, for which there is no instruction: their upper and their lower halves are digits of floats, of 2^84 and of 2^52, whose
// sum is rounded as the conversion is.
func (p *printer) digits(from prim.Type, v vec) vec {
	all := func(bits uint64) vec { return p.spread(prim.U64, number(i64, bits), v.w) }
	upper := p.operate(prim.Lshr, prim.U64, v.w, v, all(32))
	upper = p.onParts(prim.F64, v.w, 8, vecXor, upper, all(map[prim.Type]uint64{prim.I64: 0x4530000080000000, prim.U64: 0x4530000000000000}[from]))
	low := p.onParts(prim.F64, v.w, 8, vecBlend, v, all(0x4330000000000000), all(math.MaxUint32))
	few := p.spread(prim.F64, float(prim.F64, map[prim.Type]float64{prim.I64: 0x1.00000801p84, prim.U64: 0x1.00000001p84}[from]), v.w)
	return p.operate(prim.Add, prim.F64, v.w, p.operate(prim.Sub, prim.F64, v.w, upper, few), low)
}

// integers are floats as integers, for which there is no instruction, by the arithmetic of quotients (Note [Quotients]): lane by lane if there are large ones, or nan, in a register.
func (p *printer) integers(v vec) vec {
	out := vec{elem: prim.I64, w: v.w, size: 8}
	for k := range v.parts {
		x := vec{elem: prim.F64, w: min(v.w, register/8), size: 8, parts: v.parts[k : k+1]}
		out.parts = append(out.parts, p.composed(named(prim.ToI64, prim.F64), anywhere, x.parts, func() *variable {
			out := p.variable(v128)
			small := p.vector(vecLt[5], p.vector(vecAbs[5], x.parts[0]), bothFloats(1<<smallBits))
			p.branch(p.pure(i32, simd(vecAll), small), func() {
				p.assign(out, p.ofWhole(p.vector(simple[prim.Trunc][5], x.parts[0])))
			}, func() { p.assign(out, p.laneByLane(prim.ToI64, prim.F64, x.w, []vec{x}).parts[0]) })
			return out
		}))
	}
	return out
}
