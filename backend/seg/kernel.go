package seg

import "raido/lang/core"

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
	// Serial: threads may write to the same place and the last must win.
	Serial bool
	// Updates are the memories with contents from before that the kernel changes. They are put back before
	// a kernel with blocks that grow runs again.
	Updates []*Mem

	// Reduce and Scan: Vals are what a thread yields after Body, Op combines them, and Ne are the neutral
	// elements. Reduce writes to element 0 of Outs, Scan to element i.
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
}

// After is code for each point of a Scan: At is where its results belong, Res are the results.
type After struct {
	At   *core.Var
	Res  []*core.Var
	Body Code
}

// Operator is code that combines A and B into Res. Known is the name of the prim row that it is, element
// by element, if all its components are associative and commutative operators.
type Operator struct {
	A, B  []*core.Var
	Body  Code
	Res   []core.Atom
	Known []string
	// Arg is max or min if the operator chooses between pairs of a value and its index by that: the first on ties.
	Arg string
}

// Acc is a group of accumulators that are updated together. Threads write to Priv, which starts as Ne
// everywhere (or is the destination itself for one of the threads); the copies are then combined
// into Dests, in the order of the threads.
type Acc struct {
	Dests []*Mem // Device, of Len elements each
	Priv  []*Mem // Scratch, of Len elements each
	Len   core.Atom
	Op    *Operator
	Ne    []core.Atom
}
