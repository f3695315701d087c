package wasm

import (
	"math"

	"raido/lang/prim"
)

// Masks: what comparisons give (Note [Parts]).

// compare computes a comparison.
func (p *printer) compare(op *prim.Op, t prim.Type, w int, args []vec) (vec, bool) {
	kind := laneKind(t)
	mask := func(code simdAt, a, b vec) (vec, bool) {
		return p.onParts(prim.Bool, w, t.Size(), code[kind], a, b), true
	}
	switch op {
	case prim.Eq:
		return mask(vecEq, args[0], args[1])
	case prim.Lt, prim.Le:
		a, b := args[0], args[1]
		signed, unsigned := vecLt, vecLtU
		if op == prim.Le {
			signed, unsigned = vecLe, vecLeU
		}
		if t == prim.U64 {
			top := p.spread(prim.I64, number(i64, 1<<63), w)
			a, b = p.onParts(t, w, 8, vecXor, a, top), p.onParts(t, w, 8, vecXor, b, top)
		} else if t.IsUnsigned() {
			return mask(unsigned, a, b)
		}
		return mask(signed, a, b)
	case prim.IsNaN:
		return mask(vecNe, args[0], args[0])
	case prim.IsInf:
		return mask(vecEq, p.operate(prim.Abs, t, w, args[0]), p.spread(t, float(t, math.Inf(1)), w))
	case prim.Signbit:
		i := prim.I64
		if t == prim.F32 {
			i = prim.I32
		}
		out := p.onParts(prim.Bool, w, t.Size(), vecLt[laneKind(i)], args[0], p.spread(i, number(typeOf(i), 0), w))
		return out, true
	}
	return vec{}, false
}

// logic computes operators on masks.
func (p *printer) logic(op *prim.Op, w int, args []vec) vec {
	size := args[0].size
	for _, a := range args {
		size = max(size, a.size)
	}
	in := make([]vec, len(args))
	for i, a := range args {
		in[i] = p.masked(a, size)
	}
	mask := func(code uint64, args ...vec) vec { return p.onParts(prim.Bool, w, size, code, args...) }
	switch op {
	case prim.And:
		return mask(vecAnd, in...)
	case prim.Or:
		return mask(vecOr, in...)
	case prim.Xor:
		return mask(vecXor, in...)
	case prim.Not:
		return mask(vecNot, in[0])
	case prim.Eq:
		return mask(vecNot, mask(vecXor, in...))
	case prim.Lt:
		return mask(vecBut, in[1], in[0])
	case prim.Le:
		return mask(vecOr, in[1], mask(vecNot, in[0]))
	}
	if to := op.ResultType(prim.Bool); op == prim.To(to) && to != prim.F16 {
		if to == prim.Bool {
			return in[0]
		}
		one := p.spread(to, constant(prim.One(to)), w)
		return p.onParts(to, w, to.Size(), vecAnd, p.masked(in[0], to.Size()), one)
	}
	return p.laneByLane(op, prim.Bool, w, args)
}

// masked is a mask with lanes of another size.
func (p *printer) masked(m vec, size int) vec {
	for m.size < size {
		m = p.widened(m, true)
	}
	for m.size > size {
		m = p.narrowed(m)
	}
	return m
}

// blend chooses in each lane.
func (p *printer) blend(t prim.Type, w int, cond, then, els vec) vec {
	size := t.Size()
	if t == prim.Bool {
		size = max(cond.size, then.size, els.size)
		then, els = p.masked(then, size), p.masked(els, size)
	}
	return p.onParts(t, w, size, vecBlend, then, els, p.masked(cond, size))
}

// test is whether any lane of a mask is set.
func (p *printer) test(m vec) val {
	if m.w == 1 {
		return m.parts[0]
	}
	m = p.whole(m)
	all := m.parts[0]
	for _, part := range m.parts[1:] {
		all = p.pure(v128, simd(vecOr), all, part)
	}
	return p.pure(i32, simd(83), all)
}

// whole is a mask whose parts have no bytes beside its lanes.
func (p *printer) whole(m vec) vec { return p.masked(m, max(m.size, min(8, register/m.w))) }

// counted is how many lanes of a mask are set.
func (p *printer) counted(m vec) val {
	m = p.whole(m)
	n := number(i64, 0)
	for _, part := range m.parts {
		bits := p.pure(i32, simd(map[int]uint64{1: 100, 2: 132, 4: 164, 8: 196}[m.size]), part)
		n = p.pure(i64, opAdd.of(i64), n, p.pure(i64, extendU, p.pure(i32, opPopc.of(i32), bits)))
	}
	return n
}
