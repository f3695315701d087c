package gen

import (
	"fmt"
	"strings"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Groups]
//
// The GPU shape runs a kernel with many work-items in groups. Items take points in turns, item g the points g,
// g+items, g+2*items and so on, so that neighbours in a group work on neighbours in memory; the dimension of the
// space that comes fastest is the one in which most accesses have step 1. Each stage is a function of its own, all with
// the same arguments: registers are scarce, and a function takes as many as its worst part.
//
//   - Scratch blocks of the items are interleaved: element e of item g is at e*items + g.
//   - A function with barriers must not be left before the last one. What may fail in it is in a block of its own,
//     which a failure leaves by goto; the item goes on with what it has, and the host looks at the failure words. All
//     items of a group look at the failure words through the eyes of the first: if something has failed before, there is
//     nothing to do for any of them, but they do come to all barriers. (They could leave together, but PoCL 3.1 then takes
//     parts of what follows for one item's only, and forgets or crashes in others.)
//   - The order of combination depends on the numbers of items and groups only, never on who comes first.

// groups is what a writer knows of a kernel in the GPU shape.
type groups struct {
	stages []groupStage
	labels int
	locals []string          // local memory, one element of each component of the operator for each item
	atomic map[*seg.Mem]bool // accumulators that are updated by atomic operators
	turn   turn              // of the stage of a serial kernel
	halts  bool              // the stage has barriers, and does nothing if halt is not 0

	squares int // the number of the stage in squares; 0 for none
	rows    *Rows
}

// groupStage is the text of a function.
type groupStage struct {
	body     string
	barriers bool
}

// inGroups writes a kernel in the GPU shape: one function for each stage.
func (w *writer) inGroups() (string, *Kernel) {
	w.groups = &groups{atomic: map[*seg.Mem]bool{}}
	w.arg(Arg{Kind: ArgItems}, "long items")
	w.arg(Arg{Kind: ArgChunks}, "long chunks")
	for _, a := range w.k.Accs {
		for _, m := range a.Copies() {
			w.accs[m] = true
		}
		w.has[a.Has] = a.Has != nil
	}
	switch {
	case w.k.Kind == seg.Reduce:
		w.groupReduce()
	case w.k.Kind == seg.Scan:
		w.groupScan()
	case len(w.k.Accs) > 0:
		w.groupAccs()
	case w.k.Serial:
		w.groupSerial()
	default:
		w.groupMap()
	}
	return w.functions()
}

// groupMap writes a map: an item for each point, and where it folds, groups for squares of points or for each point.
func (w *writer) groupMap() {
	w.stage(false, func() { w.points(func() { w.code(w.k.Body) }) })
	if t := squares(w.k); t != nil {
		w.groups.squares = len(w.groups.stages)
		w.stage(true, func() { w.groupSquares(t) })
	}
	if r := rowFold(w.k); r != nil {
		w.groups.rows = &Rows{Stage: len(w.groups.stages), Bound: r.fold.Bound, AlongK: r.alongK()}
		w.stage(true, func() { w.groupRows(r) })
	}
}

// stage writes the body of a function.
func (w *writer) stage(barriers bool, f func()) {
	w.out.Reset()
	w.groups.halts = barriers
	f()
	w.groups.stages = append(w.groups.stages, groupStage{w.out.String(), barriers})
}

// functions puts heads before the stages.
func (w *writer) functions() (string, *Kernel) {
	w.out.Reset()
	if len(w.scratch) > 0 {
		w.arg(Arg{Kind: ArgScratch}, "__global char *scratch")
	}
	bytes := int64(0)
	for _, m := range w.private {
		n := m.Len.(core.Const).Int64() * int64(m.Elem.Size())
		w.line("%s %s[%s];", ctype(m.Elem), w.mems[m], w.atom(m.Len))
		bytes += n
	}
	for i, m := range w.scratch {
		off := "0"
		if i > 0 {
			off = fmt.Sprintf("scratch_%d", i)
			w.arg(Arg{Kind: ArgOffset, Mem: m}, "long "+off)
		}
		w.line("__global %s *restrict %s = (__global %s *)(scratch + %s) + gid;", ctype(m.Elem), w.mems[m], ctype(m.Elem), off)
	}
	blocks := w.out.String()
	k := &Kernel{Args: w.args, sites: w.sites, Scratch: w.scratch, Grow: w.grow, Cost: Cost(w.k.Body, unknown), Private: bytes,
		Squares: w.groups.squares, Rows: w.groups.rows}
	w.out.Reset()
	for i, s := range w.groups.stages {
		k.Stages = append(k.Stages, fmt.Sprintf("%s_%d", Func, i))
		fmt.Fprintf(&w.out, "__kernel void %s(%s) {\n", k.Stages[i], strings.Join(w.decls, ", "))
		if s.barriers {
			w.line("const long lid = get_local_id(0), lsize = get_local_size(0), group = get_group_id(0);")
			w.line("__local int halt;")
			w.line("if (lid == 0) halt = fail[0] | fail[1];")
			w.barrier()
		} else {
			w.line(poll)
		}
		w.line("const long gid = get_global_id(0);")
		w.line("uint polls = 0;")
		w.out.WriteString(blocks + s.body + "}\n\n")
	}
	return w.out.String(), k
}

func (w *writer) barrier() { w.line("barrier(CLK_LOCAL_MEM_FENCE);") }

// apart writes code that may fail where barriers follow.
func (w *writer) apart(f func()) {
	w.groups.labels++
	label, before := fmt.Sprintf("end%d", w.groups.labels), w.leave
	w.leave = "goto " + label + ";"
	w.braces("", f)
	w.leave = before
	w.line("%s: ;", label)
}

// place is the index of an element.
func (w *writer) place(m *seg.Mem, x seg.Index) string {
	if w.groups != nil && m.Space == seg.Scratch && !w.accs[m] {
		return "(" + w.index(x) + ")*items"
	}
	return w.index(x)
}

// totals declares how much a stage has to do.
func (w *writer) totals(n string) {
	if w.groups.halts {
		n = "halt ? 0 : " + n
	}
	w.line("const long total = %s;", n)
}

// points runs body for the points of an item.
func (w *writer) points(body func()) {
	w.totals(w.total())
	w.braces("for (long p = gid; p < total; p += items)", func() {
		w.poll()
		w.point()
		body()
	})
}

// point finds the indices of point p.
func (w *writer) point() {
	dims := w.order()
	q := "p"
	for d := len(dims) - 1; d > 0; d-- {
		next, n := fmt.Sprintf("q%d", d), w.atom(dims[d].N)
		w.line("const long %s = rd_idiv_i64(%s, %s);", next, q, n)
		w.line("const long %s = %s - %s * %s;", w.bind(dims[d].I), q, next, n)
		q = next
	}
	w.line("const long %s = %s;", w.bind(dims[0].I), q)
}

// order is the dimensions of the space with the fastest one last.
func (w *writer) order() []seg.Dim {
	dims := w.k.Space
	steps := &stepCount{of: map[*core.Var]*core.Var{}, count: map[*core.Var]int{}}
	for _, d := range dims {
		steps.of[d.I] = d.I
	}
	steps.code(w.k.Body, 1)
	best := len(dims) - 1
	for d := best - 1; d >= 0; d-- {
		if steps.count[dims[d].I] > steps.count[dims[best].I] {
			best = d
		}
	}
	out := append([]seg.Dim{}, dims[:best]...)
	return append(append(out, dims[best+1:]...), dims[best])
}

// stepCount counts the accesses to memory that have step 1 in a dimension.
type stepCount struct {
	of    map[*core.Var]*core.Var // the dimension with which a variable goes in steps of 1
	count map[*core.Var]int
}

// code counts those of code that runs so many times, as far as that matters.
func (s *stepCount) code(c seg.Code, times int) {
	for _, stm := range c {
		switch stm := stm.(type) {
		case *seg.Let:
			if stm.Op == prim.Add || stm.Op == prim.Sub {
				if v, ok := stm.Args[0].(*core.Var); ok && s.of[v] != nil {
					s.of[stm.V] = s.of[v]
				}
			}
		case *seg.Load:
			s.access(stm.Mem, stm.At, times)
		case *seg.Store:
			s.access(stm.Mem, stm.At, times)
		case *seg.For:
			s.code(stm.Body, min(8*times, 1<<20))
		case *seg.Fold:
			s.code(stm.Body, min(8*times, 1<<20))
		case *seg.While:
			s.code(stm.Body, min(8*times, 1<<20))
		case *seg.If:
			s.code(stm.Then, times)
			s.code(stm.Else, times)
		}
	}
}

func (s *stepCount) access(m *seg.Mem, x seg.Index, times int) {
	for _, t := range x {
		if v, ok := t.A.(*core.Var); ok && t.B == nil && s.of[v] != nil && m.Space == seg.Device {
			s.count[s.of[v]] += times
		}
	}
}
