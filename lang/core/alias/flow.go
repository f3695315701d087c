package alias

import "raido/lang/core"

// Flow follows memory through statements in the order in which they run. Variables that it has not seen bound are
// arrays of their own.
type Flow struct {
	calls  *Calls
	report func(path []*core.Stm, fault string) // may be nil
	path   []*core.Stm

	roots map[*core.Var][]*core.Var
	// A root may be a part of others, its origins, of which nobody knows which (Note [Loops that exchange]): parts says
	// so in the other direction, group which roots are parts that do not meet.
	origins, parts map[*core.Var][]*core.Var
	group          map[*core.Var]*core.Loop
	// consumed has the roots that are gone, with their places in order, from 1; order is the same as a list.
	consumed map[*core.Var]int
	order    []*core.Var
	// depth is the level at which a root was bound; roots of a level below barrier are outside of code that may run
	// several times, and may not be consumed in it.
	depth          map[*core.Var]int
	level, barrier int

	of   core.Exp // the node that alone has looked at last
	uses []*core.Var
}

// NewFlow is the state before the first statement. Faults go to report with the statements that are around them,
// outermost first; it may be nil.
func NewFlow(calls *Calls, report func(path []*core.Stm, fault string)) *Flow {
	return &Flow{calls: calls, report: report, roots: map[*core.Var][]*core.Var{}, origins: map[*core.Var][]*core.Var{},
		parts: map[*core.Var][]*core.Var{}, group: map[*core.Var]*core.Loop{}, consumed: map[*core.Var]int{}, depth: map[*core.Var]int{}}
}

// Consumed reports whether v, or a name that may lie in the same memory, has been consumed.
func (f *Flow) Consumed(v *core.Var) bool {
	for _, r := range f.roots[v] {
		if f.consumed[r] > 0 {
			return true
		}
	}
	return false
}

// Body runs the statements of a body, and uses its results.
func (f *Flow) Body(b core.Body) {
	for i := range b.Stms {
		f.Stm(&b.Stms[i])
	}
	for _, a := range b.Result {
		f.use(a)
		if a.AtomType().IsAcc() {
			f.consume(a.(*core.Var))
		}
	}
}

// Stm runs a statement: it uses its operands, consumes what it consumes, and binds its results.
func (f *Flow) Stm(s *core.Stm) {
	f.path = append(f.path, s)
	defer func() { f.path = f.path[:len(f.path)-1] }()
	if f.report != nil {
		s.Exp.Map(core.Mapper{Atom: func(a core.Atom) core.Atom { f.use(a); return a }})
	}
	at := len(f.order)
	for _, v := range s.Exp.Consumes() {
		f.consume(v)
	}
	links := s.Exp.Aliases(s.Pat)
	switch e := s.Exp.(type) {
	case *core.If:
		f.branches(e)
	case *core.Loop:
		f.enclosed(e.Params, func() {
			if e.Cond != nil {
				f.Body(*e.Cond)
			}
			f.Body(e.Body)
		})
	case *core.WithAcc: // runs once, so it may consume what is bound outside
		for _, a := range e.Accs {
			f.lambda(a.Op)
		}
		f.bind(e.Fn.Params)
		f.Body(e.Fn.Body)
	case *core.Call:
		links = f.call(e, s.Pat)
	default:
		s.Exp.Map(core.Mapper{Lambda: func(l *core.Lambda) *core.Lambda { f.lambda(l); return l }})
	}
	f.nextTime(links)
	for _, l := range links {
		if l.How == core.Enter && f.consumed[l.Name] > 0 {
			f.alone(s.Exp, l.Of)
			f.consume(l.Of)
		}
	}
	f.results(s, links, at)
}

// alone checks that a node whose code consumes what enters as a parameter from the operand v uses v nowhere else: neither as
// another operand nor in its code. (A node that consumes an operand by itself reads the others before.)
func (f *Flow) alone(e core.Exp, v *core.Var) {
	if f.report == nil {
		return
	}
	if f.of != e {
		f.of, f.uses = e, uses(e)
	}
	times, meets := 0, false
	for _, x := range f.uses {
		if x == v {
			times++
		} else {
			meets = meets || f.meet(x, v)
		}
	}
	if times > 1 || meets {
		f.fault(v.String() + " is consumed by what uses it in another way, too")
	}
}

// uses are the operands of a node, as often as it has them, and what is free in each piece of its code.
func uses(e core.Exp) (out []*core.Var) {
	free := func(s *core.VarSet) { out = append(out, s.List...) }
	e.Map(core.Mapper{
		Atom: func(a core.Atom) core.Atom {
			if x, ok := a.(*core.Var); ok {
				out = append(out, x)
			}
			return a
		},
		Body:   func(b core.Body) core.Body { free(core.FreeInBody(b)); return b },
		Lambda: func(l *core.Lambda) *core.Lambda { free(core.FreeInLambda(l)); return l },
	})
	return out
}

func (f *Flow) fault(text string) {
	if f.report != nil {
		f.report(f.path, text)
	}
}

// bind makes variables names of memory of their own.
func (f *Flow) bind(vs []*core.Var) {
	for _, v := range vs {
		if !v.Type.IsScalar() {
			f.roots[v] = []*core.Var{v}
			f.depth[v] = f.level
		}
	}
}

// rootsOf are the roots of an array.
func (f *Flow) rootsOf(v *core.Var) []*core.Var {
	if f.roots[v] == nil { // bound before the first statement
		f.roots[v] = []*core.Var{v}
	}
	return f.roots[v]
}

func (f *Flow) use(a core.Atom) {
	if v, ok := a.(*core.Var); ok && f.Consumed(v) {
		f.fault(v.String() + " is used after it was consumed")
	}
}

func (f *Flow) consume(v *core.Var) {
	f.use(v)
	for _, r := range f.rootsOf(v) {
		f.overwrite(v, r, nil)
	}
}

// overwrite consumes a root because v is consumed, and with it what it may be a part of, and all other parts of that, but for
// those in its group.
func (f *Flow) overwrite(v, root *core.Var, by *core.Loop) {
	if f.depth[root] < f.barrier {
		f.fault(v.String() + " is consumed by code that may run more than once")
	}
	if f.consumed[root] > 0 {
		return
	}
	f.mark(root)
	for _, r := range f.origins[root] {
		f.overwrite(v, r, f.group[root])
	}
	for _, r := range f.parts[root] {
		if by == nil || f.group[r] != by {
			f.spoil(r)
		}
	}
}

// spoil marks a root of which some part may be gone.
func (f *Flow) spoil(root *core.Var) {
	if f.consumed[root] == 0 {
		f.mark(root)
		for _, r := range f.parts[root] {
			f.spoil(r)
		}
	}
}

func (f *Flow) mark(root *core.Var) {
	f.order = append(f.order, root)
	f.consumed[root] = len(f.order)
}

// enclosed runs code that has parameters and may run any number of times: it may consume them, and what it binds.
func (f *Flow) enclosed(params []*core.Var, code func()) {
	outer := f.barrier
	f.level++
	f.barrier = f.level
	f.bind(params)
	code()
	f.level--
	f.barrier = outer
}

func (f *Flow) lambda(l *core.Lambda) { f.enclosed(l.Params, func() { f.Body(l.Body) }) }

// branches runs both branches from the same state; what either consumes is consumed after.
func (f *Flow) branches(e *core.If) {
	at := len(f.order)
	f.Body(e.Then)
	then := append([]*core.Var{}, f.order[at:]...)
	f.order = f.order[:at]
	for _, r := range then {
		delete(f.consumed, r)
	}
	f.Body(e.Else)
	for _, r := range then {
		if f.consumed[r] == 0 {
			f.mark(r)
		}
	}
}

// call consumes the arguments that the function consumes; the results may lie in the others.
func (f *Flow) call(e *core.Call, pat []*core.Var) []core.Alias {
	var links []core.Alias
	does := f.calls.of(e.Fun)
	for i, j := range does.same {
		if i != j {
			links = append(links, core.Alias{Name: pat[i], Of: pat[j], How: core.View})
		}
	}
	for i, a := range e.Args {
		x, ok := a.(*core.Var)
		switch {
		case !ok || x.Type.IsScalar():
		case does.consumed[i]:
			f.alone(e, x)
			f.consume(x)
		default:
			for _, v := range pat {
				links = append(links, core.Alias{Name: v, Of: x, How: core.View})
			}
		}
	}
	return links
}

// nextTime spreads consumption to what a consumed parameter is when the code runs again: another parameter is consumed
// too; a variable bound outside may not be.
func (f *Flow) nextTime(links []core.Alias) {
	param := map[*core.Var]bool{}
	for _, l := range links {
		if l.How == core.Enter || l.How == core.Over {
			param[l.Name] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for _, l := range links {
			if l.How != core.Next || f.consumed[l.Name] == 0 || l.Name.Type.IsAcc() {
				continue
			}
			f.from(l.Of, func(r *core.Var) bool {
				switch {
				case param[r] && f.consumed[r] == 0:
					changed = true
					f.overwrite(l.Of, r, nil)
				case !param[r] && f.depth[r] <= f.level:
					f.fault(l.Of.String() + " is consumed by the next iteration")
				}
				return f.depth[r] > f.level
			})
		}
	}
}
