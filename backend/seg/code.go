package seg

import (
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// Code is sequential code of a thread.
type Code []Stm

// Stm is a statement of a thread.
//
//sumtype:decl
type Stm interface {
	// Map rebuilds the statement with its direct parts transformed (see Mapper).
	Map(m Mapper) Stm
	// Each shows the direct parts of the statement (see Visitor).
	Each(v Visitor)
	stm()
}

type (
	// Let computes a primitive operator. Idx: arithmetic of indices, which cannot overflow.
	Let struct {
		V    *core.Var
		Op   *prim.Op
		T    prim.Type
		Args []core.Atom
		Idx  bool
	}

	// Decl declares a variable that Set may change.
	Decl struct {
		V    *core.Var
		Init core.Atom
	}

	// Set changes a declared variable.
	Set struct {
		V   *core.Var
		Val core.Atom
	}

	// Select is Then if Cond holds, and Else if not.
	Select struct {
		V                *core.Var
		Cond, Then, Else core.Atom
	}

	// Load reads an element, or for a vector neighbouring ones, of which the first is at At. Ordered: a Store of the same iteration replaces it, at a place that other
	// iterations of the loop may use too, so the loop must run in order.
	Load struct {
		V       *core.Var
		Mem     *Mem
		At      Index
		Ordered bool
	}

	// Store writes an element. A vector goes to neighbouring elements, the first of them at At; with First, only so many of its
	// lanes, if that is fewer than all.
	Store struct {
		Mem   *Mem
		At    Index
		Val   core.Atom
		First core.Atom
	}

	// Update combines Val into an element by an associative and commutative operator. Ordered: other
	// iterations of the loop may use the place too, so the loop must run in order.
	Update struct {
		Mem     *Mem
		At      Index
		Op      *prim.Op
		Val     core.Atom
		Ordered bool
		Strip   bool // lanes are combined for a strip of neighbouring elements at once
	}

	// For runs Body for I = From, From+Step, ... below Bound (type of I). Par: the iterations are independent, so any order will do.
	For struct {
		I           *core.Var
		From        core.Atom // nil is 0
		Bound       core.Atom
		Step        int64 // 0 is 1
		Body        Code
		Par         bool
		Apart       bool // the iterations are independent but for variables
		Elems       bool // the iterations are those over the elements of an array
		Unroll      bool // all iterations should be written out
		Single      bool // a compiler should not run several iterations at once
		Quiet       bool // nobody needs to stop it: it is short, or looks itself whether something has failed
		Moves       bool // it copies all of a memory that is not read after that before it is written: the memories may change places instead
		Interchange Interchange
	}

	// Fold is a For whose Body yields Vals, combined into the declared variables Accs by the
	// associative and commutative operators Ops: any order will do.
	Fold struct {
		I           *core.Var
		From        core.Atom // nil is 0
		Bound       core.Atom
		Interchange Interchange
		Body        Code
		Accs        []*core.Var
		Ops         []*prim.Op
		Vals        []core.Atom
	}

	// While runs CondCode and, as long as Cond holds, Body.
	While struct {
		CondCode Code
		Cond     core.Atom
		Body     Code
		Quiet    bool // as in For
	}

	// If runs one of two branches. Unlikely: hardly ever the first.
	If struct {
		Cond       core.Atom
		Then, Else Code
		Unlikely   bool
	}

	// Check fails the program with Site unless Cond holds. Args are the values that the message names.
	Check struct {
		Cond core.Atom
		Site *Site
		Args []core.Atom
	}

	// Reserve ends the kernel, to be run again, unless the capacity of Mem, which grows, suffices for an array of Dims.
	Reserve struct {
		Mem  *Mem
		Dims []core.Atom
	}
)

func (*Let) stm()     {}
func (*Decl) stm()    {}
func (*Select) stm()  {}
func (*Set) stm()     {}
func (*Load) stm()    {}
func (*Store) stm()   {}
func (*Update) stm()  {}
func (*For) stm()     {}
func (*Fold) stm()    {}
func (*While) stm()   {}
func (*If) stm()      {}
func (*Check) stm()   {}
func (*Reserve) stm() {}

// Interchange says how lanes run a loop along rows of their own, if not all at once.
type Interchange uint8

// The ways.
const (
	NoInterchange     Interchange = iota
	InterchangeRows               // vectors lie along the rows: one point after the other
	InterchangeSums               // so, and what all points add to an element is added first
	InterchangeScalar             // one point after the other, and along their rows element by element
)

// Site is a place that can fail. Msg has a %v for each value that the failure reports.
type Site struct {
	Code  string // of the diagnostic
	Msg   string
	Hint  string
	Src   diag.Span
	Types []prim.Type // of the values
}

// MaxSiteArgs is how many values a failure reports at most.
const MaxSiteArgs = 6
