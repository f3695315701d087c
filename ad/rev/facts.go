package rev

import (
	"raido/ad/activity"
	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/core/region"
)

// facts are what analyses know of the primal's variables: which are active, which lie in memory that the primal
// consumes somewhere (the return sweep can use such a variable only through a copy made before), which versions of an array
// agree where, which count up.
type facts struct {
	active *activity.Set
	memory *alias.Flow
	chains *region.Chains
	counts map[*core.Var]bool // arrays 0, 1, 2, ...
}

func newFacts() *facts {
	return &facts{active: activity.New(), memory: alias.NewFlow(alias.NewCalls(), nil), chains: region.NewChains(), counts: map[*core.Var]bool{}}
}

func (f *facts) isActive(a core.Atom) bool { return f.active.Any(a) }

func (f *facts) anyActive(as ...core.Atom) bool { return f.active.Any(as...) }

func (f *facts) mark(v *core.Var, on bool) { f.active.Mark(v, on) }

// isConsumed reports whether the primal consumes the array v, or what may lie in the same memory.
func (f *facts) isConsumed(v *core.Var) bool { return !v.Type.IsAcc() && f.memory.Consumed(v) }

func (f *facts) body(params []*core.Var, b core.Body) {
	f.active.Body(b)
	f.memory.Body(b)
	f.chains.Add(params, b)
	core.Walk(b, func(st core.Stm) {
		if e, ok := st.Exp.(*core.Iota); ok && countsUp(e) {
			f.counts[st.Pat[0]] = true
		}
	})
}
