package seg

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Kind says what joins the threads of a kernel.
type Kind uint8

// The kinds.
const (
	Task   Kind = iota // one thread, no space
	Map                // independent threads, writing to places of their own or to accumulators
	Reduce             // results are combined by an operator
	Scan               // results are combined by an operator, and every prefix is kept
)

// Dim is a dimension of an index space: I runs from 0 to N-1.
type Dim struct {
	I *core.Var
	N core.Atom
}

// Kernel is parallel code. Its free scalars and Device memories are its arguments.
type Kernel struct {
	Name  string
	Kind  Kind
	Space []Dim // outermost first; empty for a Task, one for Reduce and Scan
	Body  Code
	// Work is what Body was before passes chose how points are computed, nil if it is Body still: by it costs are judged, alike for all devices
	// whose sums shall have the same bits. It is no part of the text.
	Work Code
	// Serial: threads may write to the same place and the last must win.
	Serial bool
	// Updates are the memories with contents from before that the kernel changes. They are put back before
	// a kernel with blocks that grow runs again.
	Updates []*Mem

	// Reduce and Scan: Vals are what a thread yields after Body, and Op combines them. Ne are combined with them once, from
	// the left: whether they are neutral nobody needs to know. Reduce writes to element 0 of Outs, Scan to element i.
	Vals []core.Atom
	Op   *Operator
	Ne   []core.Atom
	Outs []*Mem
	// Back: Scan writes to element N-1-i instead.
	Back bool
	// Unread are the components of a Scan's results that nobody reads: they are not written.
	Unread []bool
	// After: what a Scan does with its results where it has them, nil for nothing more.
	After *After

	// Accs are the accumulators that threads of a Map update.
	Accs []*Acc

	// Contraction: a Map folds over k what depends on its last but one index and k, and on its last index and k, as a product of matrices
	// does, with what comes before and after the fold; and gains by going in tiles.
	Contraction bool
	// Blocks is how the points are computed, nil if that is one by one.
	Blocks *Blocks
	// Width is how many points of the innermost dimension Body computes at once, in vectors; 0 where it computes one.
	Width int
	// Last computes the first Left of Width points, where a row ends. A form that has none goes back to have a
	// whole block: then rows have at least Width points, and computing a point twice does no harm.
	// A Scan in vectors has Body for one point, and Last for the first Left of Width points, or all: they change the variables Op.A, which
	// are what the thread has so far, and do what is After elsewhere.
	Last Code
	Left *core.Var
	// Enter and Leave are what a thread does before and after its points, as often as Width says where Body is no vector code yet.
	// A Reduce in vectors has what the thread has so far in the variables Op.A, and Leave adds to it what its lanes have; nobody looks at
	// Vals then.
	Enter, Leave Code
	// Lanes is another kernel that does the same Width points at a time, nil if there is none. The launch chooses.
	Lanes *Kernel
	// Below, of a kernel in lanes: it gains only where one of Rows, the lengths of the loops that its points go along, is less; 0: for all lengths.
	Below int
	Rows  []core.Atom
	// Few, of a kernel in lanes: it is for few points, too, since nothing makes vectors of the other form.
	Few bool
	// Form is how the kernel runs, nil where that is not chosen yet.
	Form *Form
}

// Rounds reports whether the kernel combines floats: then the order in which it does so shows in the last bits of its results.
func (k *Kernel) Rounds() bool {
	float := func(m *Mem) bool { return m.Elem.IsFloat() }
	return k.Kind != Map && k.Op != nil && k.Op.Arg == nil && slices.ContainsFunc(k.Outs, float) ||
		slices.ContainsFunc(k.Accs, func(a *Acc) bool { return slices.ContainsFunc(a.Priv, float) })
}

// Blocks is explicit code by which a thread computes its part of the points of a Map, block by block.
type Blocks struct {
	Thread, Threads *core.Var // which thread this is, and how many there are
	Body            Code
}

// After is code for each point of a Scan: At is where its results belong, Res are the results.
type After struct {
	At   *core.Var
	Res  []*core.Var
	Body Code
}

// Operator is code that combines A and B into Res. Ops are the operators that it is, element
// by element, if all its components are associative and commutative operators.
type Operator struct {
	A, B []*core.Var
	Body Code
	Res  []core.Atom
	Ops  []*prim.Op
	// Neutral are elements that are certainly neutral, nil if none are known: parts of what is combined begin with an element then.
	Neutral []core.Atom
	// Arg is prim.Max or prim.Min if the operator chooses between pairs of a value and its index by that: the first on ties.
	Arg *prim.Op
}

// Acc is a group of accumulators that are updated together. Threads write to Priv, which begins with Start
// everywhere (or is the destination itself for one of the threads); the copies are then combined
// into Dests, in the order of the threads.
type Acc struct {
	Dests []*Mem // Device, of Len elements each
	Priv  []*Mem // Scratch, of Len elements each
	// Start is the operator's Neutral. If it has none, it is what certainly leaves alone what comes on its right: where the last component
	// of a copy still has it, nothing has been added. Nil if there is none of either kind.
	Start []core.Atom
	// Has tells for each element of Priv whether there is something, if there is no Start; else nil. All of a destination is there.
	Has *Mem // Scratch, of Len elements
	Len core.Atom
	Op  *Operator
}

// Copies are the memories of which threads have copies.
func (a *Acc) Copies() []*Mem {
	if a.Has == nil {
		return a.Priv
	}
	return append(slices.Clone(a.Priv), a.Has)
}

// Note [Neutral elements]
//
// A program gives an element with each reduction and scan that should be neutral, but it may be any, and it may have a tangent. The
// meaning is that of the interpreter for every size: it comes first, once, and all others are folded into it from the left.
// A histogram does not use its own at all: values are folded into the destination. So wherever threads, groups, lanes or chunks
// have partial results, these begin with what is certainly neutral for a primitive operator (prim.Op.Neutral), or with an element.
// The best value and its place have only what is neutral on the left: copies of them begin with that, and are passed over where they still have it.
