package seg

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Work is what parallel nodes do, as it follows from sizes that the host knows: Steps compute it for each of the parts, of which one is the nodes
// in a loop but not in a loop inside of it.
type Work struct {
	Steps []WorkStep
	Parts []WorkPart
}

// WorkPart is the work of nodes that are launched together, in rough operations. All and Slower are constants or what a step makes.
type WorkPart struct {
	All      core.Atom // of the parallel nodes
	Slower   core.Atom // what they would do more if their points were not side by side in lanes, in one thread
	Launches int64
}

// Amounts are the numbers of a WorkPart.
type Amounts struct{ All, Slower, Launches int64 }

// manyTimes is how many times the launches' cost the work is where launches are worth it for one thread, too.
const manyTimes = 64

// OneThread reports whether one thread does the work sooner than launches for several threads, of which each costs as much as
// grain operations. Where the work is many times that of the launches they are worth it anyway: their code is made for large arrays.
func (a Amounts) OneThread(grain, threads int64) bool {
	if a.All >= HugeWork || a.Slower >= HugeWork {
		return false
	}
	return PlusWork(max(a.All-a.All/max(threads, 1), a.All/manyTimes), a.Slower) < TimesWork(a.Launches, grain)
}

// OneThread reports whether that holds for all parts.
func OneThread(parts []Amounts, grain, threads int64) bool {
	return !slices.ContainsFunc(parts, func(a Amounts) bool { return !a.OneThread(grain, threads) })
}

// WorkStep computes V, of type i64, from numbers.
type WorkStep struct {
	V    *core.Var
	Kind WorkKind
	Op   *prim.Op  // of kind Size
	T    prim.Type // of kind Size: the operands of Op
	Args []core.Atom
}

// WorkKind is what a step computes.
type WorkKind uint8

// The kinds. A size is not known where Op fails.
const (
	WorkSize  WorkKind = iota // Op of sizes, as the program computes them
	WorkTimes                 // that many times, HugeWork if the first is not known
	WorkPlus                  // the sum
	WorkMost                  // the larger one
)

// HugeWork stands for an amount that is not known, or too large to be counted.
const HugeWork = int64(1) << 40

// TimesWork is n times cost.
func TimesWork(n, cost int64) int64 {
	n = max(n, 0)
	if cost >= HugeWork || n > HugeWork/max(cost, 1) {
		return HugeWork
	}
	return n * cost
}

// PlusWork is the sum of two amounts.
func PlusWork(a, b int64) int64 { return min(a+b, HugeWork) }

// SizeOf is what an operator makes of sizes; ok is false if it fails or makes no integer.
func SizeOf(op *prim.Op, t prim.Type, args []int64) (n int64, ok bool) {
	scalars := make([]prim.Scalar, len(args))
	for i, x := range args {
		scalars[i] = prim.Int(prim.I64, x)
		scalars[i].Type = t
	}
	r, err := op.Eval(t, scalars)
	if err != nil || !r.Type.IsInt() {
		return 0, false
	}
	return r.Int64(), true
}

// Sizes are the variables that the work depends on, each once.
func (w *Work) Sizes() []*core.Var {
	var out []*core.Var
	seen := map[*core.Var]bool{}
	w.each(Visitor{
		Atom: func(a core.Atom) {
			if v, ok := a.(*core.Var); ok && !seen[v] {
				seen[v] = true
				out = append(out, v)
			}
		},
		Bind: func(v *core.Var) { seen[v] = true },
	})
	return out
}

// Amounts are the parts where the variables among Sizes have those values.
func (w *Work) Amounts(sizes map[*core.Var]int64) []Amounts {
	known := map[*core.Var]int64{}
	value := func(a core.Atom) (int64, bool) {
		if v, ok := a.(*core.Var); ok {
			if n, ok := sizes[v]; ok {
				return n, true
			}
			n, ok := known[v]
			return n, ok
		}
		return a.(core.Const).Int64(), true
	}
	for _, s := range w.Steps {
		args, all := make([]int64, len(s.Args)), true
		for i, a := range s.Args {
			n, ok := value(a)
			args[i], all = n, all && ok
		}
		switch {
		case s.Kind == WorkSize:
			if n, ok := SizeOf(s.Op, s.T, args); all && ok {
				known[s.V] = n
			}
		case !all:
			known[s.V] = HugeWork
		case s.Kind == WorkTimes:
			known[s.V] = TimesWork(args[0], args[1])
		case s.Kind == WorkPlus:
			known[s.V] = PlusWork(args[0], args[1])
		default:
			known[s.V] = max(args[0], args[1])
		}
	}
	var out []Amounts
	for _, x := range w.Parts {
		all, _ := value(x.All)
		slower, _ := value(x.Slower)
		out = append(out, Amounts{all, slower, x.Launches})
	}
	return out
}

// Trim drops the steps that nobody needs.
func (w *Work) Trim() {
	live := map[core.Atom]bool{}
	for _, x := range w.Parts {
		live[x.All], live[x.Slower] = true, true
	}
	kept := len(w.Steps)
	for i := len(w.Steps) - 1; i >= 0; i-- {
		if !live[w.Steps[i].V] {
			continue
		}
		for _, a := range w.Steps[i].Args {
			live[a] = true
		}
		kept--
		w.Steps[kept] = w.Steps[i]
	}
	w.Steps = w.Steps[kept:]
}

func (w *Work) mapped(m Mapper) Work {
	out := Work{Steps: each(w.Steps, func(s WorkStep) WorkStep {
		s.Args = m.atoms(s.Args)
		s.V = m.bind(s.V)
		return s
	})}
	out.Parts = each(w.Parts, func(x WorkPart) WorkPart { return WorkPart{m.atom(x.All), m.atom(x.Slower), x.Launches} })
	return out
}

func (w *Work) each(v Visitor) {
	for _, s := range w.Steps {
		v.atom(s.Args...)
		v.bind(s.V)
	}
	for _, x := range w.Parts {
		v.atom(x.All, x.Slower)
	}
}
