package seg

import "raido/lang/core"

// Form is how a kernel runs on a device, in explicit code: the functions that a launch calls, and what they get from it.
type Form struct {
	Params []Param
	// Stages are the functions. In groups each is one of its own; else there is one, which looks at the parameter of kind Stage.
	Stages []FormStage
	// Groups: threads are items of work-groups. Blocks of space Scratch are interleaved: element e of item g is at e*items + g,
	// where the code says e*items.
	Groups bool
	// Squares is the stage that computes all of a map in squares of points, 0 if there is none.
	Squares int
	// Rows is the stage of a map that has a group for each point, nil if there is none.
	Rows *FormRows
}

// FormStage is a function of a form.
type FormStage struct {
	Body Code
	// Barriers: the code has barriers, so that no item may leave before the others.
	Barriers bool
}

// FormRows is a stage that has a group for each point, and shares its fold of Bound values among the items.
type FormRows struct {
	Stage  int
	Bound  core.Atom
	AlongK bool // neighbouring values are neighbours in memory
}

// ParamKind says what a launch gives.
type ParamKind uint8

// The kinds. Those with a variable are i64 unless said otherwise; those with a memory make it usable in the form.
const (
	ParamStage     ParamKind = iota // i32: the number of the stage
	ParamChunks                     // the number of threads, or of groups or copies that have results of their own
	ParamThread                     // the number of the thread
	ParamThreads                    // how many threads there are
	ParamItems                      // how many items share the points
	ParamItem                       // the number of the item in its group
	ParamGroupSize                  // the items of a group
	ParamGroup                      // the number of the group
	ParamHalt                       // bool: something has failed before; the same for all items of a group
	ParamLive                       // how many copies of accumulators are left in a round of combining them
	ParamStep                       // how far apart these are
	ParamSide                       // the items in a row of a square group
	ParamPartial                    // Mem: results of threads or groups, component N of the kernel's
	ParamCopies                     // Mem: the threads' copies of the accumulator Of, one after the other
	ParamOwner                      // Mem, of i32: the owners of the elements of Of
	ParamLocal                      // Mem in local memory: N elements for each item of a group
	ParamLocalAcc                   // Mem in local memory, as long as the accumulator Of
	ParamLocalTile                  // Mem in local memory: an operand of a square of points
)

// Param is what a launch gives to a form.
type Param struct {
	Kind ParamKind
	V    *core.Var // of a kind with a variable
	Mem  *Mem      // of a kind with a memory
	Of   *Mem
	N    int
}

// Stages lists the stages that a kernel in chunks runs with so many of them; alone says that one thread does all (Note [Chunks of scans] in package chunk).
func (k *Kernel) Stages(chunks int64, alone bool) []int64 {
	switch {
	case k.Kind == Scan && chunks == 1:
		return []int64{2}
	case k.Kind == Scan && alone:
		return []int64{3}
	case k.Kind == Scan:
		return []int64{0, 1, 2}
	case chunks > 1 && (k.Kind == Reduce || len(k.Accs) > 0):
		return []int64{0, 1}
	}
	return []int64{0}
}

// Once reports whether a stage runs in one thread.
func (k *Kernel) Once(stage int64) bool { return stage == 3 || stage == 1 && k.Kind != Map }
