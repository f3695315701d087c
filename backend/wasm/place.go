package wasm

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/prim"
)

// Note [Places]
//
// The engine's compiler checks each access, and adds up each address: nothing else about them is known to it than the addresses that it has already checked, and up to
// which distance. So what is at a constant distance shares an address, and the distance is part of the instruction:
//
//	a[i-1] + a[i] + a[i+1]		at = a + 8*i;  at[-8] + at[0] + at[8]
//
// To see that, sums with a constant are remembered. Distances must not be negative: a memory is known by an address before it (bias), so that some of both signs fit.
//
// The first access to an address reads, before it does anything, a byte farther away than any distance, and drops it. Of this the compiler leaves the check alone,
// and need make no other. The memory ends so far behind the last buffer (reached), and the first buffer is so far from its beginning, that no access to
// a buffer fails by that.

// place is where an element lies: an address, and a distance that is part of the instruction.
type place struct {
	at     val
	offset int64
}

// The distances of places. A memory begins so many bytes (bias) behind the address by which it is known; that is little enough for the short form of instructions on all
// processors.
const (
	mostOffset = 1 << 16
	reached    = 2 * mostOffset // more than a distance and what a vector has behind it
	bias       = 1 << 11
)

// plus is a place so many bytes on.
func (a place) plus(bytes int64) place { return place{a.at, a.offset + bytes} }

// shifted is a value and a constant.
type shifted struct {
	of   val
	more int64
}

// apart takes a number apart into another one and a constant; numbers are those of 32 bits, which wrap.
func (f *function) apart(v val) (val, int64) {
	more := int64(0)
	for !v.isConst {
		s, ok := f.shifted[v.local]
		if !ok || v.changes {
			break
		}
		if s.of.changes {
			owner := f.owners[s.of.local]
			if owner == nil || owner.version != s.of.version {
				break
			}
			s.of = f.get(owner)
		}
		v, more = s.of, more+s.more
	}
	return v, int64(int32(more))
}

// arithmetic computes add, sub or mul on integers that fill their type. It knows constants.
func (p *printer) arithmetic(op *prim.Op, t prim.Type, a, b val) val {
	if a.isConst && op != prim.Sub {
		a, b = b, a
	}
	x, y := int64(a.bits[0]), int64(b.bits[0])
	switch {
	case a.isConst && b.isConst && op == prim.Add:
		return integer(t, x+y)
	case a.isConst && b.isConst && op == prim.Sub:
		return integer(t, x-y)
	case a.isConst && b.isConst:
		return integer(t, x*y)
	case b.isConst && (y == 0 && op != prim.Mul || y == 1 && op == prim.Mul):
		return a
	}
	out := p.pure(typeOf(t), direct[op].of(typeOf(t)), a, b)
	switch {
	case b.isConst && op == prim.Add:
		p.shifted[out.local] = shifted{a, y}
	case b.isConst && op == prim.Sub:
		p.shifted[out.local] = shifted{a, -y}
	}
	return out
}

// index is the place of an element. What changes least is added first, so that it is computed where it changes (Note [Regions]).
func (p *printer) index(m *seg.Mem, x seg.Index) place {
	from, size := p.mem(m), int64(m.Elem.Size())
	parts, fixed := []val{from.at}, from.offset
	for _, t := range x {
		a, times := p.atom(t.A), int64(1)
		if t.B != nil {
			b := p.atom(t.B)
			if a.isConst {
				a, b = b, a
			}
			if !b.isConst {
				parts = append(parts, p.scaled(p.pure(i32, opMul.of(i32), p.address(a), p.address(b)), size))
				continue
			}
			times = int64(int32(b.bits[0]))
		}
		part, more := p.term(a, times*size)
		fixed += more
		if !part.isConst {
			parts = append(parts, part)
		}
	}
	return p.sum(parts, fixed)
}

// term is a number times a constant, as a value and a constant.
func (p *printer) term(v val, times int64) (part val, more int64) {
	v, more = p.apart(v)
	if v.isConst {
		return number(i32, 0), (int64(int32(v.bits[0])) + more) * times
	}
	return p.scaled(p.address(v), times), more * times
}

// address is a number as one of 32 bits, which wraps.
func (p *printer) address(v val) val {
	switch {
	case v.typ == i32:
		return v
	case v.isConst:
		return number(i32, uint64(uint32(v.bits[0])))
	}
	return p.pure(i32, wrap64, v)
}

func (p *printer) scaled(v val, times int64) val {
	switch {
	case times == 1:
		return v
	case times > 0 && times&(times-1) == 0:
		shift := uint64(0)
		for n := times; n > 1; n /= 2 {
			shift++
		}
		return p.pure(i32, opShl.of(i32), v, number(i32, shift))
	}
	return p.pure(i32, opMul.of(i32), v, number(i32, uint64(uint32(times))))
}

func (p *printer) sum(parts []val, fixed int64) place {
	slices.SortStableFunc(parts, func(a, b val) int { return a.depth - b.depth })
	at := parts[0]
	if fixed < 0 || fixed > mostOffset {
		at = p.pure(i32, opAdd.of(i32), at, number(i32, uint64(uint32(fixed-bias))))
		fixed = bias
	}
	for _, part := range parts[1:] {
		at = p.pure(i32, opAdd.of(i32), at, part)
	}
	return place{at, fixed}
}

// at is the place of an element whose number is a value.
func (p *printer) at(m *seg.Mem, n val) place {
	from := p.mem(m)
	part, more := p.term(n, int64(m.Elem.Size()))
	parts := []val{from.at}
	if !part.isConst {
		parts = append(parts, part)
	}
	return p.sum(parts, from.offset+more)
}

// plain is a place as one address.
func (p *printer) plain(a place) val {
	if a.offset == 0 {
		return a.at
	}
	return p.pure(i32, opAdd.of(i32), a.at, number(i32, uint64(a.offset)))
}

// access is a place for the instructions that follow, whose address has been checked.
func (p *printer) access(a place) place {
	key := string(a.at.id(nil))
	for r := p.now; r != nil; r = r.around {
		if r.checked[key] {
			return a
		}
	}
	p.now.checked[key] = true
	p.emit(append(memarg(loadOf(prim.U8), reached-1), 0x1a), []val{a.at})
	return a
}
