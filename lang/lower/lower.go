package lower

import (
	"errors"
	"maps"
	"slices"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/lower/emit"
	"raido/lang/lower/iface"
	"raido/lang/types"
)

// lowerer is the state of one Program.
type lowerer struct {
	emit.Builder
	prog  *core.Prog
	depth int
	// funs are the instantiations that have become functions; costs the sizes of definitions.
	funs    map[string]*fun
	making  []*fun // recursive functions under construction
	selves  map[*types.Def]bool
	names   map[string]bool
	costs   map[*types.Def]int
	inlined map[*types.Def]int
	// top is around all frames of the function under construction; it has the sizes of constants and of the
	// session's values.
	top       *frame
	globals   []iface.Global // that the program uses, in order of first use
	globalVal map[*types.Symbol]val
	globalUse map[*types.Def]bool
	entry     entryState
	tuning    Tuning
	tunable   map[string]bool // the parameters that the program reaches
}

// Program lowers a definition and everything that it reaches. Faults of the user's program (constructs
// that are not supported) are *diag.Diag.
func Program(def *types.Def) (*core.Prog, *iface.Iface, error) { return Tuned(def, nil) }

// Tuned is Program with tuning parameters set.
func Tuned(def *types.Def, tuning Tuning) (p *core.Prog, face *iface.Iface, err error) {
	l := &lowerer{tuning: tuning, tunable: map[string]bool{}, prog: &core.Prog{}, funs: map[string]*fun{}, names: map[string]bool{}, costs: map[*types.Def]int{},
		inlined: map[*types.Def]int{}, globalVal: map[*types.Symbol]val{}, globalUse: map[*types.Def]bool{}, selves: map[*types.Def]bool{}, top: newTop(), Builder: emit.New(def.Span)}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(error)
			var d *diag.Diag
			if !ok || !errors.As(e, &d) {
				panic(r)
			}
			if d.Span.Source == nil {
				d.Span = l.Src
			}
			p, face, err = nil, nil, d
		}
	}()
	face = l.entryFun(def)
	face.Tunable = slices.Sorted(maps.Keys(l.tunable))
	lift(l.prog)
	return l.prog, face, nil
}

// at runs f with the place of the statements set to span, if it is in the user's program.
func (l *lowerer) at(span diag.Span, f func() val) val {
	old := l.Src
	if span.Source != nil && (old.Source == nil || !span.InLibrary()) {
		l.Src = span
	}
	v := f()
	l.Src = old
	return v
}
