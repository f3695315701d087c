package segeval

import (
	"cmp"
	"errors"
	"fmt"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/limits"
	"raido/lang/prim"
	"raido/lang/value"
)

// Launch says how kernels run. The zero value is one thread, or one group of one item.
type Launch struct {
	// Threads is the number of chunks of kernels with forms, in groups the number of groups.
	Threads int64
	// Alone: one thread goes through all chunks of scans where the order shows (Note [Chunks of scans] in package chunk).
	Alone bool
	// GroupSize is the number of items of a group.
	GroupSize int64
	// Atomic asks for the stages that update accumulators atomically, where a form has them; LocalAccs, for those in local memory.
	Atomic, LocalAccs bool
	// Squares and Rows ask for these stages of maps, where a form has them. GroupSize must be a square for the first.
	Squares, Rows bool
	// Combine is how many copies of accumulators an item combines in a round, at least 2; 0 is the number of package limits, which is in forms.
	Combine int64
	// Backward runs points of maps, and loops whose iterations are independent, from the last one on.
	Backward bool
	// Lanes asks for kernels in lanes, where there are some and rows are long enough.
	Lanes bool
	// Blocks asks for maps to go block by block, by Threads threads, where there is code for that.
	Blocks bool
	// Room is how many elements a block that grows has at first, at least 1.
	Room int64
	// Grain is what a launch costs, as work of one thread (seg.HSmall).
	Grain int64
	// Steps bounds the statements that run, 0 for no bound.
	Steps int64
	// Traffic, if not nil, is what the run adds its traffic to.
	Traffic *Traffic
}

// Traffic counts elements: those that kernels read and write, and those that the host copies, as it does with an array that is updated
// while somebody else holds it, the caller for one.
type Traffic struct{ Loads, Stores, Copies int64 }

// Run runs a program on arguments. The error is a *diag.Diag if a check fails, and a *Fault if the program does what no program may do.
func Run(p *seg.Prog, args []value.Value, how Launch) (out []value.Value, err error) {
	how.Threads, how.GroupSize, how.Combine, how.Room = max(how.Threads, 1), max(how.GroupSize, 1), max(cmp.Or(how.Combine, limits.Now.CopiesOfItem), 2), max(how.Room, 1)
	if how.Traffic == nil {
		how.Traffic = &Traffic{}
	}
	r := &run{how: how, given: map[*block]bool{}, scalars: map[*core.Var]prim.Scalar{}, bufs: map[*seg.Mem]*block{}, rooms: map[*seg.Mem]int64{}}
	defer func() {
		switch f := recover().(type) {
		case nil:
		case *Fault:
			out, err = nil, fmt.Errorf("%s%w", r.place, f)
		case *tooLong:
			out, err = nil, ErrSteps
		case *failure:
			out, err = nil, r.failed
		default:
			panic(f)
		}
	}()
	r.t = &thread{r: r, vars: map[*core.Var]val{}, mems: map[*seg.Mem]view{}}
	for i, a := range p.Params {
		r.param(a, args[i])
	}
	r.host(p.Body)
	for _, res := range p.Results {
		out = append(out, r.result(res))
	}
	return out, nil
}

// ErrSteps is the error that more statements ran than Launch.Steps.
var ErrSteps = errors.New("too many statements")

var errSteps = &tooLong{}

// tooLong ends a run of too many statements.
type tooLong struct{}

// failure ends the run after a check that has failed.
type failure struct{}

type run struct {
	how     Launch
	scalars map[*core.Var]prim.Scalar
	bufs    map[*seg.Mem]*block
	rooms   map[*seg.Mem]int64
	given   map[*block]bool // the caller's
	t       *thread         // the host, which computes with scalars
	failed  *diag.Diag
	place   string // the kernel that runs
	steps   int64
	count   int32 // of launches
}

// step counts what is done.
func (r *run) step() {
	if r.steps++; r.how.Steps > 0 && r.steps > r.how.Steps {
		panic(errSteps)
	}
}

// fail notes the first failure.
func (r *run) fail(s *seg.Site, args []prim.Scalar) {
	if r.failed != nil {
		return
	}
	words := make([]any, len(args))
	for i, a := range args {
		words[i] = a.Plain()
	}
	r.failed = &diag.Diag{Class: diag.Runtime, Code: s.Code, Span: s.Src, Msg: fmt.Sprintf(s.Msg, words...), Hint: s.Hint}
}

func (r *run) param(a seg.Arg, v value.Value) {
	if a.Var != nil {
		r.scalars[a.Var] = v.(value.Scalar).Scalar
		return
	}
	arr := v.(*value.Array)
	b := newBlock(a.Mem.Name, a.Mem.Elem, arr.Size())
	for i := range b.cells {
		b.cells[i] = cell{bits: arr.At(int64(i)).Bits, written: true}
	}
	r.bufs[a.Mem], r.given[b] = b, true
}

func (r *run) result(res seg.Result) value.Value {
	if res.Mem == nil {
		return value.Scalar{Scalar: r.t.scalar(res.Atom)}
	}
	n, shape := int64(1), []int64{}
	for _, d := range res.Dims {
		shape = append(shape, r.t.int(d))
		n *= shape[len(shape)-1]
	}
	b := r.buf(res.Mem)
	elems := make([]prim.Scalar, n)
	for i := range elems {
		elems[i] = view{block: b}.settled(&r.t.who, int64(i))
	}
	return value.FromScalars(res.Elem, shape, elems)
}

func (r *run) buf(m *seg.Mem) *block {
	b := r.bufs[m]
	if b == nil {
		faultf("the memory %s_%d has no buffer", m.Name, m.ID)
	}
	return b
}

// roomOf is how many elements a block that grows has.
func (r *run) roomOf(m *seg.Mem) int64 {
	if r.rooms[m] == 0 {
		r.rooms[m] = r.how.Room
	}
	return r.rooms[m]
}
