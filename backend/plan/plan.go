package plan

import (
	"raido/backend/seg"
	"raido/lang/core"
)

// Program is what is needed to launch the kernels of a program.
type Program struct {
	Kernels map[*seg.Kernel]*Kernel
	// Sites are the places that can fail; a failure word n > 0 names Sites[n-1].
	Sites []*seg.Site
	// Double reports whether the program needs a device with f64.
	Double bool

	// Text and LaneText are the text of all kernels in one, and of their forms in lanes, for people; empty if there are none.
	Text, LaneText func() string
}

// Add notes the kernel that has been printed of a kernel, and gives its failures their numbers.
func (p *Program) Add(of *seg.Kernel, k *Kernel) {
	if p.Kernels == nil {
		p.Kernels = map[*seg.Kernel]*Kernel{}
	}
	p.Kernels[of] = k
	p.enlist(k)
	if k.Lanes != nil {
		p.enlist(k.Lanes)
	}
}

// enlist gives the failures of a kernel their numbers.
func (p *Program) enlist(k *Kernel) {
	k.FirstSite = len(p.Sites)
	p.Sites = append(p.Sites, k.Sites...)
}

// ArgKind says what an argument of a kernel is.
type ArgKind uint8

// The kinds of arguments.
const (
	ArgFail      ArgKind = iota // the failure words
	ArgStage                    // int: number of the stage
	ArgChunks                   // long: number of threads
	ArgScalar                   // a scalar of the host
	ArgMem                      // a buffer of the host program
	ArgScratch                  // the buffer of scratch blocks
	ArgStride                   // long: bytes of scratch of one thread
	ArgOffset                   // long: where block Mem, the one of number N, begins in a thread's scratch
	ArgPartial                  // results of threads, component N
	ArgCapacity                 // long: the capacity of block Mem, which grows, in elements
	ArgAcc                      // threads' copies of the accumulator Mem, a Priv of the kernel's Accs
	ArgItems                    // long: number of work-items that share the points (this and the next: GPU shape)
	ArgLocal                    // local memory: N bytes for each item of a group
	ArgLocalAcc                 // local memory for the accumulator Mem
	ArgRound                    // long: of a round of combining copies, N=0: how many are left, N=1: how far apart
	ArgLocalTile                // local memory for one of the operands of a square of points, of N bytes each
	ArgOwner                    // int: the owners of the elements of Mem
	ArgSide                     // long: items in a row of a square group
	ArgSites                    // int: the FirstSite of the kernel
)

// Arg is an argument of a kernel.
type Arg struct {
	Kind ArgKind
	Atom *core.Var
	Mem  *seg.Mem
	N    int
}

// IsBuffer reports whether an argument is a buffer of the device.
func (a Arg) IsBuffer() bool {
	switch a.Kind {
	case ArgFail, ArgMem, ArgScratch, ArgPartial, ArgAcc, ArgOwner:
		return true
	}
	return false
}

// IsLocal reports whether an argument is memory of a group, of which there is nothing but the size.
func (a Arg) IsLocal() bool {
	return a.Kind == ArgLocal || a.Kind == ArgLocalAcc || a.Kind == ArgLocalTile
}

// Bytes is how many bytes an argument has that is not local memory.
func (a Arg) Bytes() int {
	switch a.Kind {
	case ArgStage, ArgSites:
		return 4
	case ArgScalar:
		return a.Atom.Type.Elem.Size()
	}
	return 8
}

// The stages of a kernel with accumulators in groups. Either items have copies, which are combined round by
// round, or updates are atomic, in local memory if there is room.
const (
	AccInit    = iota // fills the copies
	AccCopies         // the points, on copies
	AccCombine        // one round: some copies become one
	AccLocal          // the points, on local memory
	AccGlobal         // the points, on the destinations
)

// tileEach is how many points an item of a square group computes in each direction (Note [Tiles in groups] in package group).
const tileEach = 4

// Kernel is how to launch a kernel.
type Kernel struct {
	Name string // for people
	// Source is the program of this kernel alone, in the language of the device: a text, or a binary. It tells nothing of the program around: an
	// equal kernel of another one has the same.
	Source string
	// Builtins are all built-in functions of the language that Source calls; none where that is not known.
	Builtins []string
	// Tells reports whether the kernel does nothing but say where it is if WordAsk is set.
	Tells bool
	// Sites are the places of this kernel that can fail, which begin in the program's Sites at FirstSite.
	Sites     []*seg.Site
	FirstSite int

	Args    []Arg
	Scratch []*seg.Mem // blocks of each thread
	// Copies are how many copies of a Scratch block a thread has, where it is more than one: one for each lane.
	Copies map[*seg.Mem]int64
	// Grow are the blocks that grow: a failure word n < 0 says that Grow[-n-1] needs more capacity, for as many
	// elements as the first value says.
	Grow []*seg.Mem
	// Cost is a rough number of operations for one index.
	Cost int64
	// Lanes is the form in lanes, nil if there is none; see Note [Lanes].
	Lanes *Kernel
	// Width is the number of lanes of a form in lanes.
	Width int64
	// WholeRows reports whether a form in lanes needs rows of at least so many points.
	WholeRows bool

	// Stages are the names of the functions of a kernel in the GPU shape, Private the bytes of an item's small arrays.
	Stages  []string
	Private int64
	// Squares is the stage that does all of a map in squares of points, 0 if there is none; Rows the one with a group for
	// each point, nil if there is none.
	Squares int
	Rows    *Rows
}

// Rows is the stage of a map that has a group for each point, and shares its fold of Bound values among the items.
type Rows struct {
	Stage  int
	Bound  core.Atom
	AlongK bool // neighbouring values are neighbours in memory
}

// LocalBytes is how much local memory each item of a group needs.
func (k *Kernel) LocalBytes() int64 {
	n := int64(0)
	for _, a := range k.Args {
		if a.Kind == ArgLocal {
			n += int64(a.N)
		}
	}
	return n
}

// SquareBytes is how much local memory a group of side*side items needs for a square of points; 0 if the kernel
// has no stage in squares.
func (k *Kernel) SquareBytes(side int64) int64 {
	n := int64(0)
	for _, a := range k.Args {
		if a.Kind == ArgLocalTile {
			n += TileBytes(a, side)
		}
	}
	return n
}

// TileBytes is how much of that the operand a needs.
func TileBytes(a Arg, side int64) int64 { return tileEach * side * (side + 1) * int64(a.N) }

// SquareWidth is how many points wide the square of such a group is.
func SquareWidth(side int64) int64 { return tileEach * side }

// Atomic reports whether a kernel with accumulators has the stages that update them atomically.
func (k *Kernel) Atomic() bool { return len(k.Stages) > AccLocal }

// Unknown knows no atom but constants.
func Unknown(core.Atom) (int64, bool) { return 0, false }

// PointCost is a rough number of operations of a point of a kernel, by what it was before passes chose how points are computed.
func PointCost(k *seg.Kernel, known func(core.Atom) (int64, bool)) int64 {
	if k.Work != nil {
		return Cost(k.Work, known)
	}
	return Cost(k.Body, known)
}

// Cost is a rough number of operations of code. A loop runs as often as known says, or else 32 times.
func Cost(c seg.Code, known func(core.Atom) (int64, bool)) int64 {
	n := int64(0)
	times := func(bound core.Atom, body seg.Code) int64 {
		trips := int64(32)
		if k, ok := bound.(core.Const); ok {
			trips = k.Int64()
		} else if k, ok := known(bound); ok {
			trips = k
		}
		return min(max(trips, 1), 1<<40) * Cost(body, known)
	}
	for _, s := range c {
		n++
		switch s := s.(type) {
		case *seg.Let:
			if s.T.IsFloat() && s.Op.Arity == 1 {
				n += 10
			}
		case *seg.For:
			n += times(s.Bound, s.Body)
		case *seg.Fold:
			n += times(s.Bound, s.Body)
		case *seg.While:
			n += 32 * (Cost(s.CondCode, known) + Cost(s.Body, known))
		case *seg.If:
			n += max(Cost(s.Then, known), Cost(s.Else, known))
		default: // one operation
		}
		n = min(n, 1<<20)
	}
	return n
}
