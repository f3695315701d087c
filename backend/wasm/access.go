package wasm

import (
	"encoding/binary"
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// read reads w neighbouring elements.
func (p *printer) read(m *seg.Mem, w int, from place) vec {
	t := m.Elem
	if w == 1 {
		return single(t, p.loaded(m, typeOf(t), loadOf(t), nil, from))
	}
	out := vec{elem: t, w: w, size: t.Size(), parts: make([]val, partsOf(w, t.Size()))}
	for k := range out.parts {
		out.parts[k] = p.readRegister(m, min(register, w*out.size), from.plus(int64(register*k)))
	}
	if t == prim.Bool {
		zero := p.spread(prim.I8, number(i32, 0), w)
		return p.onParts(t, w, 1, vecNe[0], out, zero)
	}
	return out
}

func (p *printer) readRegister(m *seg.Mem, bytes int, from place) val {
	if bytes == 2 {
		return p.loaded(m, v128, loadOf(prim.U16), simd(16), from)
	}
	return p.loaded(m, v128, simd(map[int]uint64{4: 92, 8: 93, 16: 0}[bytes]), nil, from)
}

// loaded is what an instruction reads, and another one makes of it. What the kernel only reads is the same each time (Note [Regions]), but is not read where it might not be
// there: after a check, or in a branch. Anything else is the same until the code writes to memory.
func (p *printer) loaded(m *seg.Mem, t valtype, load, then []byte, from place) val {
	op := append(memarg(load, from.offset), then...)
	name, moves := op, inLoops
	if !p.constant[m] {
		name, moves = binary.LittleEndian.AppendUint32(slices.Clone(op), p.writes), stays
	}
	return p.once(name, moves, []val{from.at}, func() []val { return []val{p.fresh(t, op, p.access(from).at)} })[0]
}

// write writes a value to neighbouring elements.
func (p *printer) write(t prim.Type, x vec, to place) {
	to = p.access(to)
	if x.w == 1 {
		p.effect(memarg(storeOf(t), to.offset), to.at, x.parts[0])
		return
	}
	x = p.asBytes(x)
	for k, part := range x.parts {
		at := to.plus(int64(register * k))
		if bytes := x.w * x.size; bytes < register {
			p.effect(append(memarg(simd(map[int]uint64{2: 89, 4: 90, 8: 91}[bytes]), at.offset), 0), at.at, part)
			continue
		}
		p.effect(memarg(simd(11), at.offset), at.at, part)
	}
}

// asBytes is a mask as it lies in memory.
func (p *printer) asBytes(x vec) vec {
	if x.elem != prim.Bool || x.w == 1 {
		return x
	}
	m := p.masked(x, 1)
	out := p.onParts(prim.U8, x.w, 1, vecAnd, m, p.spread(prim.U8, number(i32, 1), x.w))
	return out
}

func (p *printer) load(s *seg.Load) {
	p.bind(s.V, p.read(s.Mem, width(s.V.Type), p.index(s.Mem, s.At)))
}

// store writes an element, neighbouring ones, or the first of these.
func (p *printer) store(s *seg.Store) {
	x := p.operand(s.Val, 1)
	to := p.index(s.Mem, s.At)
	if s.First == nil || x.w == 1 {
		p.write(s.Mem.Elem, x, to)
		return
	}
	n := p.keep(p.atom(s.First))
	to = p.access(to)
	p.branch(p.pure(i32, opLt.of(i64), n, number(i64, uint64(x.w))), func() {
		p.firstLanes(s.Mem.Elem, x, to, n)
	}, func() { p.write(s.Mem.Elem, x, to) })
}

// firstLanes writes the first n lanes, which are not all.
func (p *printer) firstLanes(t prim.Type, x vec, to place, n val) {
	for l := range x.w - 1 {
		p.branch(p.pure(i32, opGt.of(i64), n, number(i64, uint64(l))), func() { p.writeLane(t, x, l, to.plus(int64(l*t.Size()))) }, nil)
	}
}

func (p *printer) writeLane(t prim.Type, x vec, l int, to place) {
	to = p.access(to)
	p.effect(memarg(storeOf(t), to.offset), to.at, p.lane(x, l))
}

// lanePlace is the place of the element of a lane.
func (p *printer) lanePlace(m *seg.Mem, at vec, by core.Atom, l int) place {
	if by == nil {
		return p.at(m, p.lane(at, l))
	}
	size := int64(m.Elem.Size())
	from := p.at(m, at.parts[0])
	if n, ok := core.IntConst(by); ok {
		d := n * size * int64(l)
		if 0 <= from.offset+d && from.offset+d <= mostOffset {
			return from.plus(d)
		}
		return place{p.pure(i32, opAdd.of(i32), from.at, number(i32, uint64(uint32(d)))), from.offset}
	}
	if l == 0 {
		return from
	}
	step := p.scaled(p.address(p.atom(by)), size)
	return place{p.pure(i32, opAdd.of(i32), from.at, p.pure(i32, opMul.of(i32), step, number(i32, uint64(l)))), from.offset}
}

// gather reads an element for each lane; those outside of the mask read the first one.
func (p *printer) gather(s *seg.Gather) {
	w, t := width(s.V.Type), s.Mem.Elem
	at := p.operand(s.At, 1)
	if core.IsConst(s.By, prim.Int(prim.I64, 1)) && s.Mask == nil {
		p.bind(s.V, p.read(s.Mem, w, p.at(s.Mem, at.parts[0])))
		return
	}
	var mask vec
	if s.Mask != nil {
		mask = p.operand(s.Mask, w)
	}
	lanes := make([]val, w)
	for l := range lanes {
		from := p.lanePlace(s.Mem, at, s.By, l)
		if s.Mask != nil {
			from.at = p.choice(i32, p.lane(mask, l), from.at, p.mem(s.Mem).at)
		}
		lanes[l] = p.read(s.Mem, 1, from).parts[0]
	}
	p.bind(s.V, p.gathered(t, lanes))
}

// scatter writes an element for each lane of the mask, lane 0 first.
func (p *printer) scatter(s *seg.Scatter) {
	t := s.Mem.Elem
	w := max(width(s.Val.AtomType()), width(s.At.AtomType()))
	if s.Mask != nil {
		w = max(w, width(s.Mask.AtomType()))
	}
	x, at := p.operand(s.Val, w), p.operand(s.At, 1)
	one := func(l int) {
		to := p.access(p.lanePlace(s.Mem, at, s.By, l))
		v := p.lane(x, l)
		if s.Op != nil {
			v = p.scalar(s.Op, t, true, p.read(s.Mem, 1, to).parts[0], v)
		}
		p.effect(memarg(storeOf(t), to.offset), to.at, v)
	}
	var mask vec
	if s.Mask != nil {
		mask = p.operand(s.Mask, 1)
	}
	for l := range w {
		if s.Mask == nil {
			one(l)
			continue
		}
		p.branch(p.lane(mask, l), func() { one(l) }, nil)
	}
}

// squeeze writes the lanes of a mask side by side.
func (p *printer) squeeze(s *seg.Squeeze) {
	t, w := s.Mem.Elem, width(s.Mask.AtomType())
	x, mask := p.operand(s.Val, w), p.operand(s.Mask, w)
	start := p.at(s.Mem, p.atom(s.At))
	to := p.function.declare(i32, start.at)
	for l := range w {
		on := p.lane(mask, l)
		p.branch(on, func() { p.writeLane(t, x, l, place{p.get(to), start.offset}) }, nil)
		p.assign(to, p.pure(i32, opAdd.of(i32), p.get(to), p.scaled(on, int64(t.Size()))))
	}
}

// update combines a value into an element, or a vector into neighbouring ones.
func (p *printer) update(s *seg.Update) {
	w, t := width(s.Val.AtomType()), s.Mem.Elem
	to := p.index(s.Mem, s.At)
	p.write(t, p.operate(s.Op, t, w, p.read(s.Mem, w, to), p.operand(s.Val, w)), to)
}

// copy writes a copy of neighbouring elements.
func (p *printer) copy(s *seg.Copy) {
	n := p.keep(p.atom(s.N))
	p.branch(p.pure(i32, opGt.of(i64), n, number(i64, 0)), func() {
		bytes := p.scaled(p.address(n), int64(s.To.Elem.Size()))
		p.effect([]byte{0xfc, 10, 0, 0}, p.plain(p.index(s.To, s.ToAt)), p.plain(p.index(s.From, s.FromAt)), bytes)
	}, nil)
}

// pack writes rows side by side.
func (p *printer) pack(s *seg.Pack) {
	w, t := s.To.Lanes, s.From.Elem
	size := int64(t.Size())
	n := p.keep(p.atom(s.N))
	from := p.plain(p.index(s.From, s.At))
	step := p.scaled(p.address(p.atom(s.By)), size)
	var mask vec
	if s.Mask != nil {
		mask = p.operand(s.Mask, w)
	}
	rows := make([]val, w)
	for l := range rows {
		far := p.pure(i32, opMul.of(i32), step, number(i32, uint64(l)))
		if s.Mask != nil {
			far = p.choice(i32, p.lane(mask, l), far, number(i32, 0))
		}
		rows[l] = p.pure(i32, opAdd.of(i32), from, far)
	}
	j := p.function.declare(i64, number(i64, 0))
	p.branch(p.pure(i32, opGt.of(i64), n, number(i64, 0)), func() {
		p.repeat([]*variable{j}, func() val {
			at := p.address(p.get(j))
			lanes := make([]val, w)
			for l, row := range rows {
				lanes[l] = p.read(s.From, 1, place{p.pure(i32, opAdd.of(i32), row, p.scaled(at, size)), 0}).parts[0]
			}
			to := p.mem(s.To)
			to.at = p.pure(i32, opAdd.of(i32), to.at, p.scaled(at, int64(w)*size))
			p.write(t, p.gathered(t, lanes), to)
			p.assign(j, p.pure(i64, opAdd.of(i64), p.get(j), number(i64, 1)))
			return p.pure(i32, opLt.of(i64), p.get(j), n)
		})
	}, nil)
}

// alias makes a memory a name of elements of another one.
func (p *printer) alias(s *seg.Bind) {
	at := p.index(s.Then, s.ThenAt)
	if s.Cond != nil {
		at = place{p.choice(i32, p.atom(s.Cond), p.plain(at), p.plain(p.index(s.Else, s.ElseAt))), 0}
	}
	p.mems[s.Mem] = place{p.keep(at.at), at.offset}
}
