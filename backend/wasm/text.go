package wasm

import (
	"slices"

	"raido/lang/diag"
)

// text is code under construction. The locals and the ends of blocks that it names are filled in when it is done, since a part of it may become a
// function of its own (Note [Large loops]).
type text struct {
	code  []byte
	names []mention
}

// mention is what stands at a place of a text: a local that is read or set, or an exit.
type mention struct {
	at   int
	kind byte   // the instruction
	n    uint32 // the local; the label of what is left
	from int    // how many labels there are at an exit
}

// The instructions that name something.
const (
	opGet  = 0x20
	opSet  = 0x21
	opExit = 0x0c
	opCall = 0x10
	opEnd  = 0x0b
)

// op writes code at the end.
func (t *text) op(code ...byte) { t.code = append(t.code, code...) }

// set takes a local's value from the stack, and get puts locals onto it.
func (t *text) set(local uint32) {
	t.names = append(t.names, mention{at: len(t.code), kind: opSet, n: local})
}

func (t *text) get(locals ...uint32) {
	for _, l := range locals {
		t.names = append(t.names, mention{at: len(t.code), kind: opGet, n: l})
	}
}

// exit leaves a block, from where there are so many labels.
func (t *text) exit(label, from int) {
	t.names = append(t.names, mention{at: len(t.code), kind: opExit, n: uint32(label), from: from})
}

// add writes another text at the end.
func (t *text) add(more text) {
	for _, n := range more.names {
		n.at += len(t.code)
		t.names = append(t.names, n)
	}
	t.code = append(t.code, more.code...)
}

// size is about how many bytes it is long.
func (t *text) size() int { return len(t.code) + 3*len(t.names) }

// filled is the code of a function whose locals have these numbers. Exits of what is around the part of the function that the text is leave its outermost block;
// around says how many labels that has.
func (t *text) filled(number func(local uint32) uint32, around int) []byte {
	out := make([]byte, 0, t.size())
	last := 0
	for _, n := range t.names {
		out = append(out, t.code[last:n.at]...)
		last = n.at
		if n.kind == opExit {
			out = unsigned(append(out, opExit), uint64(n.from-max(int(n.n), around)))
			continue
		}
		out = unsigned(append(out, n.kind), uint64(number(n.n)))
	}
	return append(out, t.code[last:]...)
}

// whole is the code of a function that has these parts.
func whole(parts ...text) []byte {
	var all text
	for _, t := range parts {
		all.add(t)
	}
	all.op(opEnd)
	return all.filled(func(local uint32) uint32 { return local }, 0)
}

// Note [Large loops]
//
// The engine's compiler takes a time that grows with the loops of a function times the values that live through them, since a local is a variable to it,
// which each loop may change. So in a long kernel each loop that is not short is a function of its own: what it reads are parameters, what it
// sets for others are results, and one more result says whether it was left for the end of a block around it.
//
//	loop ... a ... set x ... br 3 ...      ->      x, left = f(a, x);  if left br 2
//
// The derivatives of general operators, 400 kB, compile in half the time so. Short kernels (limits.Set.LongModule) would take twice as long to run, since what was checked around a loop is
// checked in it again.

// alone writes a loop as a call of a function of its own. Locals from first on were made for the loop.
func (f *function) alone(loop text, first uint32) {
	var read, own, results []uint32
	seen, set, left, label := map[uint32]bool{}, map[uint32]bool{}, false, 0
	for _, n := range loop.names {
		switch {
		case n.kind == opSet:
			set[n.n] = true
		case n.kind == opExit && int(n.n) <= f.now.labels:
			if left && label != int(n.n) {
				diag.Bugf("wasm: a loop is left for two places")
			}
			left, label = true, int(n.n)
		}
	}
	for _, n := range loop.names {
		if n.kind == opExit || seen[n.n] {
			continue
		}
		seen[n.n] = true
		if n.n >= first && set[n.n] {
			own = append(own, n.n)
			continue
		}
		read = append(read, n.n)
		if set[n.n] {
			results = append(results, n.n)
		}
	}
	f.now.get(read...)
	f.now.op(unsigned([]byte{opCall}, uint64(f.library.add(f.body(loop, read, own, results, left))))...)
	var was uint32
	if left {
		was = f.local(i32)
		f.now.set(was)
	}
	for _, l := range slices.Backward(results) {
		f.now.set(l)
	}
	if left {
		f.now.get(was)
		f.now.op(0x04, 0x40)
		f.now.exit(label, f.now.labels+1)
		f.now.op(opEnd)
	}
}

// body is the function that a loop becomes.
func (f *function) body(loop text, read, own, results []uint32, left bool) definition {
	d := definition{signature: signature{f.types(read), f.types(results)}, locals: f.types(own)}
	var all text
	if left {
		d.results = append(d.results, i32)
		all.op(0x02, 0x40)
	}
	all.add(loop)
	all.get(results...)
	if left {
		all.op(0x41, 0, 0x0f, opEnd)
		all.get(results...)
		all.op(0x41, 1)
	}
	all.op(opEnd)
	numbers := map[uint32]uint32{}
	for _, l := range slices.Concat(read, own) {
		numbers[l] = uint32(len(numbers))
	}
	d.code = all.filled(func(local uint32) uint32 { return numbers[local] }, f.now.labels)
	return d
}

// types are those of locals.
func (f *function) types(locals []uint32) (out []valtype) {
	for _, l := range locals {
		if n := int(l) - len(f.params); n >= 0 {
			out = append(out, f.locals[n])
		} else {
			out = append(out, f.params[l])
		}
	}
	return out
}
