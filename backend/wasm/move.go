package wasm

import (
	"raido/backend/seg"
	"raido/lang/prim"
)

// move writes a movement of lanes.
func (p *printer) move(s *seg.Lanes) {
	w := width(s.V.Type)
	args := make([]vec, len(s.Args))
	for i, a := range s.Args {
		args[i] = p.operand(a, 1)
	}
	a := args[0]
	switch s.Op {
	case seg.Spread:
		p.bind(s.V, p.spread(a.elem, a.parts[0], w))
	case seg.Ramp:
		p.bind(s.V, p.ramp(a, w))
	case seg.Reverse:
		p.bind(s.V, p.permuted(w, args, func(l int) int { return w - 1 - l }))
	case seg.Even:
		p.bind(s.V, p.permuted(w, args, func(l int) int { return 2 * l }))
	case seg.Odd:
		p.bind(s.V, p.permuted(w, args, func(l int) int { return 2*l + 1 }))
	case seg.Lo:
		p.bind(s.V, p.permuted(w, args[:1], func(l int) int { return l }))
	case seg.Hi:
		p.bind(s.V, p.permuted(w, args[:1], func(l int) int { return l + a.w/2 }))
	case seg.ZipLo:
		p.bind(s.V, p.permuted(w, args, func(l int) int { return l/2 + l%2*a.w }))
	case seg.ZipHi:
		p.bind(s.V, p.permuted(w, args, func(l int) int { return l/2 + l%2*a.w + a.w/2 }))
	case seg.Extract:
		p.bind(s.V, single(a.elem, p.lane(a, s.K)))
	case seg.Any:
		p.bind(s.V, single(prim.Bool, p.test(a)))
	case seg.Count:
		p.bind(s.V, single(prim.I64, p.counted(a)))
	case seg.Sums:
		p.bind(s.V, p.sums(a))
	}
}

// ramp is a, a+1, a+2, ...
func (p *printer) ramp(a vec, w int) vec {
	steps := make([]val, w)
	for l := range steps {
		steps[l] = integer(a.elem, int64(l))
	}
	return p.operate(prim.Add, a.elem, w, p.spread(a.elem, a.parts[0], w), p.constants(a.elem, steps))
}

// constants is a vector of constants.
func (p *printer) constants(t prim.Type, lanes []val) vec {
	out := vec{elem: t, w: len(lanes), size: t.Size()}
	for k := range partsOf(out.w, out.size) {
		x := val{typ: v128, isConst: true}
		for i := range register / out.size {
			l := k*register/out.size + i
			if l >= len(lanes) {
				break
			}
			bits := lanes[l].bits[0]
			if out.size < 8 {
				bits &= 1<<(8*out.size) - 1
			}
			x.bits[i*out.size/8] |= bits << (8 * (i * out.size % 8))
		}
		out.parts = append(out.parts, x)
	}
	return out
}

// permuted is a vector of w lanes of others: lane l is number of(l) of all of them together, or zero if that is negative.
func (p *printer) permuted(w int, from []vec, of func(l int) int) vec {
	size := from[0].size
	for _, a := range from {
		size = max(size, a.size)
	}
	elem, n := from[0].elem, from[0].w
	if elem == prim.Bool && n > 1 {
		from = append([]vec(nil), from...)
		for i, a := range from {
			from[i] = p.masked(a, size)
		}
	}
	if w == 1 {
		l := of(0)
		return single(elem, p.lane(from[l/n], l%n))
	}
	if n == 1 {
		lanes := make([]val, w)
		for l := range lanes {
			lanes[l] = from[of(l)].parts[0]
		}
		return p.gathered(elem, lanes)
	}
	out := vec{elem: elem, w: w, size: size}
	for k := range partsOf(w, size) {
		out.parts = append(out.parts, p.shuffled(size, min(w, register/size), func(i int) (val, int, bool) {
			l := of(k*register/size + i)
			if l < 0 {
				return val{}, 0, false
			}
			at := l % n * size
			return from[l/n].parts[at/register], at % register, true
		}))
	}
	return out
}

// shuffled is a register whose lanes, so many of a size, come from bytes of others, or are zero.
func (p *printer) shuffled(size, lanes int, of func(i int) (from val, at int, ok bool)) val {
	type source struct {
		v     val
		lanes []int // which of the result it has
		at    []int
	}
	var sources []source
	zero := val{typ: v128, isConst: true}
	for i := range lanes {
		v, at, ok := of(i)
		if !ok {
			v, at = zero, 0
		}
		k := 0
		for k < len(sources) && string(sources[k].v.id(nil)) != string(v.id(nil)) {
			k++
		}
		if k == len(sources) {
			sources = append(sources, source{v: v})
		}
		sources[k].lanes = append(sources[k].lanes, i)
		sources[k].at = append(sources[k].at, at)
	}
	if len(sources) == 1 {
		same := true
		for j, i := range sources[0].lanes {
			same = same && sources[0].at[j] == i*size
		}
		if same {
			return sources[0].v
		}
	}
	have := sources[0].v
	var from [16]byte // of the two operands
	for j, i := range sources[0].lanes {
		for b := range size {
			from[i*size+b] = byte(sources[0].at[j] + b)
		}
	}
	if len(sources) == 1 {
		return p.pure(v128, append(simd(13), from[:]...), have, have)
	}
	done := sources[0].lanes
	for _, s := range sources[1:] {
		for j, i := range s.lanes {
			for b := range size {
				from[i*size+b] = byte(register + s.at[j] + b)
			}
		}
		have = p.pure(v128, append(simd(13), from[:]...), have, s.v)
		done = append(done, s.lanes...)
		for _, i := range done {
			for b := range size {
				from[i*size+b] = byte(i*size + b)
			}
		}
	}
	return have
}

// sums are the sums of the lanes up to each one: of neighbours, then of those, each twice as far apart.
func (p *printer) sums(a vec) vec {
	for far := 1; far < a.w; far *= 2 {
		before := p.permuted(a.w, []vec{a}, func(l int) int { return l - far })
		a = p.operate(prim.Add, a.elem, a.w, a, before)
	}
	return a
}
