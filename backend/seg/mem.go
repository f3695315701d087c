package seg

import (
	"slices"
	"sync/atomic"

	"raido/lang/core"
	"raido/lang/prim"
)

// Space says where a Mem lives.
type Space uint8

// The spaces.
const (
	Device  Space = iota // a buffer, held by a variable of the host program
	Private              // a small array of each thread; Len is a constant
	Scratch              // a part of a buffer for each thread; Len is a bound that the host knows, or the block grows
	Local                // local memory of a group
)

// Mem is a block of elements.
type Mem struct {
	Name  string
	ID    int64
	Elem  prim.Type
	Space Space
	Len   core.Atom // elements of one thread, for Private and Scratch that does not grow
	// Grow: the host knows no bound of the length. It gives the block a capacity that it thinks best, and
	// runs the kernel again with more if a Reserve says that it was too little. The block is a Scratch, or
	// a Device one that a Task makes: then each launch gives it a fresh buffer.
	Grow bool
	// Lanes: each element is there once for each of so many lanes, side by side; Len counts it once. 0 is 1.
	Lanes int
}

// Slack is how many bytes behind the end of a buffer or block may be read.
const Slack = 128

var memCount atomic.Int64

// LastMem is the number of the memory that was made last; those that are made from now on have larger ones.
func LastMem() int64 { return memCount.Load() }

// NewMem makes a fresh block.
func NewMem(name string, elem prim.Type, space Space) *Mem {
	return &Mem{Name: name, ID: memCount.Add(1), Elem: elem, Space: space}
}

// Term is the product A*B; a nil B counts as 1.
type Term struct{ A, B core.Atom }

// Index is the sum of its terms: the number of an element of a Mem.
type Index []Term

// Plus is the index moved by a*b elements; products with constants are simplified.
func (x Index) Plus(a, b core.Atom) Index {
	if core.IsInt(a, 0) || core.IsInt(b, 0) {
		return x
	}
	if core.IsInt(a, 1) {
		a, b = b, nil
	}
	if b != nil && core.IsInt(b, 1) {
		b = nil
	}
	return append(x[:len(x):len(x)], Term{a, b})
}

// Mentions reports whether an index depends on v.
func (x Index) Mentions(v *core.Var) bool {
	return slices.ContainsFunc(x, func(t Term) bool { return t.A == core.Atom(v) || t.B == core.Atom(v) })
}

// StepsBy1 reports whether an index goes with v in steps of 1.
func (x Index) StepsBy1(v *core.Var) bool {
	n := 0
	for _, t := range x {
		if t.B == core.Atom(v) || t.A == core.Atom(v) && t.B != nil {
			return false
		}
		if t.A == core.Atom(v) {
			n++
		}
	}
	return n == 1
}
