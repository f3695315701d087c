package wasm

import (
	"encoding/binary"

	"raido/lang/limits"
)

// Note [Regions]
//
// The engine's compiler takes code as it stands: it neither moves what stays the same out of loops, nor sees that something is computed
// twice. So code is written into regions, one for each body of a loop or branch, each instruction with a local for its result. One without effects that the same
// region, or one around it, has already is not written again. It goes before the loops that its operands do not depend on: to the end of
// the region around them, where the loop itself is not yet written. What is read of memory is shared in the same way until the code writes to memory, of whatever
// name, or begins a loop: how often it has (writes) is part of what tells reads apart.
//
// A variable that changes has a version, which is part of what tells instructions apart, and a time of its last change: before the
// region in which the present one stands began, it is the same outside of it. A loop changes what is set in it as it begins.

// val is an operand: a constant, or what a local holds.
type val struct {
	typ     valtype
	isConst bool
	bits    [2]uint64
	local   uint32
	version uint32
	changes bool
	depth   int // of the outermost region that has it
}

// id tells values apart.
func (v val) id(b []byte) []byte {
	if v.isConst {
		b = append(b, 0, byte(v.typ))
		return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, v.bits[0]), v.bits[1])
	}
	return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(append(b, 1), v.local), v.version)
}

// variable is a local that changes.
type variable struct {
	typ     valtype
	local   uint32
	version uint32
	changed int // when
}

// region is code under construction. Note [Regions].
type region struct {
	around  *region
	checked map[string]bool // addresses: Note [Places]
	depth   int
	loop    bool
	guarded bool // something has been checked in it
	began   int
	text
	known  map[string][]val
	labels int // of the blocks around its code, of this function
}

// function is code under construction.
type function struct {
	library *library
	params  []valtype
	owners  map[uint32]*variable
	shifted map[uint32]shifted
	locals  []valtype
	now     *region
	root    *region
	clock   int
	version uint32
	writes  uint32 // how often the code has written to memory, or has begun a loop that may have
}

func (lib *library) function(params ...valtype) *function {
	f := &function{library: lib, params: params, owners: map[uint32]*variable{}, shifted: map[uint32]shifted{}}
	f.root = &region{known: map[string][]val{}, checked: map[string]bool{}}
	f.now = f.root
	return f
}

func (f *function) tick() int {
	f.clock++
	return f.clock
}

// local is a fresh local.
func (f *function) local(t valtype) uint32 {
	f.locals = append(f.locals, t)
	return uint32(len(f.params) + len(f.locals) - 1)
}

// push writes a value onto the stack.
func (r *region) push(vals ...val) {
	for _, v := range vals {
		if !v.isConst {
			r.get(v.local)
			continue
		}
		switch v.typ {
		case i32:
			r.code = signed(append(r.code, 0x41), int64(int32(v.bits[0])))
		case i64:
			r.code = signed(append(r.code, 0x42), int64(v.bits[0]))
		case f32:
			r.code = binary.LittleEndian.AppendUint32(append(r.code, 0x43), uint32(v.bits[0]))
		case f64:
			r.code = binary.LittleEndian.AppendUint64(append(r.code, 0x44), v.bits[0])
		case v128:
			r.code = append(r.code, simd(12)...)
			r.code = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(r.code, v.bits[0]), v.bits[1])
		}
	}
}

// motion is where code may go.
type motion int

const (
	stays   motion = iota
	inLoops        // out of loops that run at all, if nothing has been checked in them
	anywhere
)

// pure is what an instruction without effects gives; it may go anywhere.
func (f *function) pure(t valtype, op []byte, args ...val) val { return f.value(t, op, anywhere, args) }

// pinned is what an instruction gives that is only run where it stands, since it may trap.
func (f *function) pinned(t valtype, op []byte, args ...val) val { return f.value(t, op, stays, args) }

func (f *function) value(t valtype, op []byte, moves motion, args []val) val {
	return f.values([]valtype{t}, op, moves, args)[0]
}

// values are what an instruction gives.
func (f *function) values(types []valtype, op []byte, moves motion, args []val) []val {
	return f.once(op, moves, args, func() []val {
		f.emit(op, args)
		out := make([]val, len(types))
		for i := len(types) - 1; i >= 0; i-- {
			out[i] = val{typ: types[i], local: f.local(types[i]), depth: f.now.depth}
			f.now.set(out[i].local)
		}
		return out
	})
}

// composed is what code without effects gives that has a name, as an instruction has: code that is written where it goes.
func (f *function) composed(name []byte, moves motion, args []val, code func() *variable) val {
	return f.once(name, moves, args, func() []val {
		v := code()
		return []val{{typ: v.typ, local: v.local, depth: f.now.depth}}
	})[0]
}

// once is what code gives: what it has given before, or it is written where it goes. Note [Regions].
func (f *function) once(name []byte, moves motion, args []val, code func() []val) []val {
	var room [64]byte
	key, depth := append(room[:0], name...), 0
	key = append(key, 0xff)
	for _, a := range args {
		key = a.id(key)
		depth = max(depth, a.depth)
	}
	for r := f.now; r != nil && r.depth >= depth; r = r.around {
		if vs, ok := r.known[string(key)]; ok {
			return vs
		}
	}
	now := f.now
	for r := f.now; moves != stays && r.depth > depth; r = r.around {
		if moves == inLoops && (!r.loop || r.guarded) {
			break
		}
		if r.loop {
			f.now = r.around
		}
	}
	home := f.now
	out := code()
	f.now = now
	home.known[string(key)] = out
	return out
}

// effect writes an instruction where it stands, which has no result and may write to memory.
func (f *function) effect(op []byte, args ...val) {
	f.emit(op, args)
	f.writes++
}

func (f *function) emit(op []byte, args []val) {
	f.now.push(args...)
	f.now.op(op...)
}

// fresh is what an instruction gives each time it runs: it is neither moved nor shared.
func (f *function) fresh(t valtype, op []byte, args ...val) val {
	f.emit(op, args)
	v := val{typ: t, local: f.local(t), depth: f.now.depth}
	f.now.set(v.local)
	return v
}

// declare makes a variable that begins with a value.
func (f *function) declare(t valtype, init val) *variable {
	v := f.variable(t)
	f.assign(v, init)
	return v
}

func (f *function) variable(t valtype) *variable {
	v := &variable{typ: t, local: f.local(t)}
	f.owners[v.local] = v
	return v
}

// assign changes a variable.
func (f *function) assign(v *variable, x val) {
	f.now.push(x)
	f.now.set(v.local)
	f.change(v)
}

func (f *function) change(v *variable) {
	v.changed = f.tick()
	f.version++
	v.version = f.version
}

// get is the present value of a variable, until it changes.
func (f *function) get(v *variable) val {
	r := f.now
	for r.around != nil && v.changed < r.began {
		r = r.around
	}
	return val{typ: v.typ, local: v.local, version: v.version, changes: true, depth: r.depth}
}

// keep is a value that stays when variables change.
func (f *function) keep(x val) val {
	if !x.changes {
		return x
	}
	return f.value(x.typ, nil, anywhere, []val{x})
}

// enter begins a region, and leave ends it: its code is what leave gives.
func (f *function) enter(loop bool, labels int, changed ...*variable) {
	r := &region{around: f.now, depth: f.now.depth + 1, loop: loop, began: f.tick(), known: map[string][]val{}, checked: map[string]bool{}, labels: f.now.labels + labels}
	f.now = r
	for _, v := range changed {
		f.change(v)
	}
	if loop {
		f.writes++
	}
}

func (f *function) leave(changed ...*variable) text {
	r := f.now
	f.now = r.around
	for _, v := range changed {
		f.change(v)
	}
	return r.text
}

// branch writes a choice between two codes.
func (f *function) branch(cond val, then, els func()) {
	f.enter(false, 1)
	then()
	first := f.leave()
	var second text
	if els != nil {
		f.enter(false, 1)
		els()
		second = f.leave()
	}
	f.now.push(cond)
	f.now.op(0x04, 0x40)
	f.now.add(first)
	if second.size() > 0 {
		f.now.op(0x05)
		f.now.add(second)
	}
	f.now.op(opEnd)
}

// repeat writes a loop that runs as long as what body returns holds. Variables are those that it sets.
func (f *function) repeat(changed []*variable, body func() val) {
	first := uint32(len(f.params) + len(f.locals))
	f.enter(true, 1, changed...)
	again := body()
	f.now.push(again)
	f.now.op(0x04, 0x40, 0x0c, 1, opEnd) // the engine's compiler joins a comparison with a choice, but not with a branch on a condition
	var loop text
	loop.op(0x03, 0x40)
	loop.add(f.leave(changed...))
	loop.op(opEnd)
	if !f.library.split || loop.size() < limits.Now.LongLoop {
		f.now.add(loop)
	} else {
		f.alone(loop, first)
	}
}

// block writes code that can be left early, by exit.
func (f *function) block(body func(label int)) {
	f.enter(false, 1)
	body(f.now.labels)
	code := f.leave()
	f.now.op(0x02, 0x40)
	f.now.add(code)
	f.now.op(opEnd)
}

// exit leaves a block; 0 is the function.
func (f *function) exit(label int) { f.now.exit(label, f.now.labels) }

// simd is the code of an instruction on vectors.
func simd(n uint64) []byte { return unsigned([]byte{0xfd}, n) }

// memarg is an instruction that goes to memory, with a distance from the address.
func memarg(op []byte, offset int64) []byte {
	return unsigned(append(op[:len(op):len(op)], 0), uint64(offset))
}

// number is a constant.
func number(t valtype, bits uint64) val { return val{typ: t, isConst: true, bits: [2]uint64{bits, 0}} }
