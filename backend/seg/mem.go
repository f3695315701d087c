package seg

import (
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
	if isInt(a, 0) || isInt(b, 0) {
		return x
	}
	if isInt(a, 1) {
		a, b = b, nil
	}
	if b != nil && isInt(b, 1) {
		b = nil
	}
	return append(x[:len(x):len(x)], Term{a, b})
}

func isInt(a core.Atom, n int64) bool {
	c, ok := a.(core.Const)
	return ok && c.Int64() == n
}
