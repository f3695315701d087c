package segeval

import (
	"fmt"

	"raido/backend/seg"
	"raido/lang/prim"
)

// Fault is what no program may do.
type Fault struct{ Msg string }

// Error implements error.
func (f *Fault) Error() string { return "fault: " + f.Msg }

// faultf ends the run with a fault.
func faultf(format string, args ...any) { panic(&Fault{fmt.Sprintf(format, args...)}) }

// block is a buffer, or a block of a thread or a group.
type block struct {
	name  string
	elem  prim.Type
	cells []cell
}

// cell is an element: written tells whether anybody has.
type cell struct {
	bits        uint64
	written     bool
	write, read access
}

// access is the last one of an element in a launch.
type access struct {
	launch, group, item, phase int32
	many                       bool // of several items of the group, in this phase
	groups                     bool // of several groups
	atomic                     bool
}

func newBlock(name string, elem prim.Type, n int64) *block {
	if n < 0 || n > 1<<28 {
		faultf("the block %s has %d elements", name, n)
	}
	return &block{name: name, elem: elem, cells: make([]cell, n)}
}

// fill writes to all elements.
func (b *block) fill(s prim.Scalar) *block {
	for i := range b.cells {
		b.cells[i].bits, b.cells[i].written = s.Bits, true
	}
	return b
}

func (b *block) clone() *block {
	out := newBlock(b.name, b.elem, int64(len(b.cells)))
	for i, c := range b.cells {
		out.cells[i] = cell{bits: c.bits, written: c.written}
	}
	return out
}

// view is a block from an element on. One that is free is updated by all points, in their order.
type view struct {
	*block
	off  int64
	free bool
}

// conflict reports whether an access was another thread's, with nothing between that orders them.
func (w *access) conflict(a *access) bool {
	if a.launch != w.launch || w.launch == 0 || a.atomic && w.atomic {
		return false
	}
	return a.groups || a.group != w.group || a.phase == w.phase && (a.many || a.item != w.item)
}

// load reads an element. One of several lanes may lie a bit behind the end, or be another thread's, as those of a vector are of which only the
// first lanes are wanted: nobody may look at it then.
func (v view) load(w *access, at int64, lane bool) prim.Scalar {
	i := v.off + at
	if lane && i >= int64(len(v.cells)) && (i-int64(len(v.cells)))*int64(v.elem.Size()) < seg.Slack {
		return poison
	}
	c := v.cell(i, "read")
	if v.free {
		w = &access{}
	}
	switch {
	case lane && w.conflict(&c.write):
		return poison
	case lane && c.written:
		return prim.Scalar{Type: v.elem, Bits: c.bits}
	case lane:
		return poison
	case w.conflict(&c.write):
		faultf("race: element %d of %s is read by one thread and written by another", i, v.name)
	}
	if c.read.launch == w.launch {
		old := c.read
		c.read = *w
		c.read.groups = old.groups || old.group != w.group
		c.read.many = old.phase == w.phase && (old.many || old.item != w.item)
		c.read.atomic = old.atomic && w.atomic
	} else {
		c.read = *w
	}
	if !c.written {
		return poison
	}
	return prim.Scalar{Type: v.elem, Bits: c.bits}
}

// store writes an element; poison makes it one that nobody has written.
func (v view) store(w *access, at int64, s prim.Scalar) {
	i := v.off + at
	c := v.cell(i, "written")
	if v.free {
		w = &access{}
	}
	if w.conflict(&c.write) {
		faultf("race: element %d of %s is written by two threads", i, v.name)
	}
	if w.conflict(&c.read) {
		faultf("race: element %d of %s is written by one thread and read by another", i, v.name)
	}
	c.write = *w
	c.bits, c.written = s.Bits, !isPoison(s)
	if c.written && s.Type != v.elem {
		faultf("%s is stored to %s, which has elements of type %s", s, v.name, v.elem)
	}
}

func (v view) cell(i int64, what string) *cell {
	if i < 0 || i >= int64(len(v.cells)) {
		faultf("element %d of %s is %s, which has %d", i, v.name, what, len(v.cells))
	}
	return &v.cells[i]
}

// settled is an element that has been written.
func (v view) settled(w *access, at int64) prim.Scalar {
	s := v.load(w, at, false)
	if isPoison(s) {
		faultf("element %d of %s is read, which nobody has written", v.off+at, v.name)
	}
	return s
}
