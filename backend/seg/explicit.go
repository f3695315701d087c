package seg

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// The statements of explicit code, which passes make for the printers: vectors, what a thread has to do with other threads, and how
// it ends early. A variable is a vector if its type has lanes. In a statement that binds or stores a vector a scalar operand stands for
// a vector of itself; a condition or a mask is a vector of bools there.

type (
	// Lanes moves what vectors hold.
	Lanes struct {
		V    *core.Var
		Op   LaneOp
		Args []core.Atom
		K    int // the lane of Extract
	}

	// Gather reads an element for each lane: that of lane l is at At + l*By, or at lane l of the vector At if By is nil. Lanes
	// outside of Mask, which may be nil, read element 0.
	Gather struct {
		V      *core.Var
		Mem    *Mem
		At, By core.Atom
		Mask   core.Atom
	}

	// Scatter writes an element for each lane of Mask, which may be nil, lane 0 first; places are those of Gather. With Op it combines Val into the element.
	Scatter struct {
		Mem    *Mem
		At, By core.Atom
		Mask   core.Atom
		Op     *prim.Op
		Val    core.Atom
	}

	// Squeeze writes the lanes of Mask that there are, side by side from place At on: the first one to At, the next one to At+1.
	Squeeze struct {
		Mem  *Mem
		At   core.Atom
		Mask core.Atom
		Val  core.Atom
	}

	// Copy copies N neighbouring elements, none if N is not positive. The memories do not overlap.
	Copy struct {
		To     *Mem
		ToAt   Index
		From   *Mem
		FromAt Index
		N      core.Atom
	}

	// Pack puts rows of N elements side by side: element j of lane l's row, which begins at At + l*By of From, becomes lane l of the vector
	// at j*lanes of To. Rows of lanes outside of Mask, which may be nil, are not read. Where code is not explicit yet At tells where each lane's row begins, and By and Mask are nil.
	Pack struct {
		To   *Mem
		From *Mem
		At   Index
		By   core.Atom
		Mask core.Atom
		N    core.Atom
	}

	// Pointwise is code that lanes run one after the other, lane 0 first. Only code that is not explicit yet has it.
	Pointwise struct{ Body Code }

	// Atomic is an Update that comes between no other thread's.
	Atomic struct {
		Mem *Mem
		At  Index
		Op  *prim.Op
		Val core.Atom
	}

	// Bind makes Mem a name of the elements of Then from ThenAt on if Cond holds, else of those of Else from ElseAt on. If
	// Cond is nil it is Then.
	Bind struct {
		Mem    *Mem
		Cond   core.Atom
		Then   *Mem
		ThenAt Index
		Else   *Mem
		ElseAt Index
	}

	// Poll ends the thread, or the Try around, if something has failed anywhere.
	Poll struct{}

	// Tell tells whoever looks that N iterations of the outermost loop are done, or, with Of, how many there are: 0 after the
	// loop, -1 where nobody knows.
	Tell struct {
		Of bool
		N  core.Atom
	}

	// Barrier waits until all threads of the group are here.
	Barrier struct{}

	// Try runs Body. A failure in it ends Body and not the thread, which others wait for at a Barrier.
	Try struct{ Body Code }
)

// LaneOp is a movement of lanes.
type LaneOp uint8

// The movements. A vector of two operands has the lanes of both, halved or not, so that it is as long as they are.
const (
	Spread  LaneOp = iota // a a a ...
	Ramp                  // a, a+1, a+2, ...
	Even                  // the even lanes of a, then those of b
	Odd                   // the odd lanes of a, then those of b
	Lo                    // the first half of a: a vector half as long, or a scalar
	Hi                    // the second half of a
	ZipLo                 // of the first halves, lanes of a and of b in turns
	ZipHi                 // of the second halves
	Reverse               // the last lane first
	Extract               // lane K, a scalar
	Any                   // whether a bool of a holds, a scalar
	Count                 // how many bools of a hold, a scalar of type i64
	Sums                  // lane l is the sum of the lanes of a up to l
)

// elem is the type of the lanes that a movement of lanes gives, as a rule that of the first operand.
func (s *Lanes) elem() prim.Type {
	if s.Op == Count {
		return prim.I64
	}
	return s.Args[0].AtomType().Elem
}

func (*Lanes) stm()     {}
func (*Gather) stm()    {}
func (*Scatter) stm()   {}
func (*Squeeze) stm()   {}
func (*Copy) stm()      {}
func (*Pack) stm()      {}
func (*Pointwise) stm() {}
func (*Atomic) stm()    {}
func (*Bind) stm()      {}
func (*Poll) stm()      {}
func (*Tell) stm()      {}
func (*Barrier) stm()   {}
func (*Try) stm()       {}
