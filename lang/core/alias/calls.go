package alias

import "raido/lang/core"

// Calls knows which parameters functions consume, by themselves or through calls, and which of their results may lie in the
// same memory. It finds that out when it is first asked; the functions must not change after.
type Calls struct{ known map[*core.Fun]*effect }

// effect is what a call does: same is, for each result, the first one that may lie in the same memory.
type effect struct {
	consumed []bool
	same     []int
}

// NewCalls knows nothing yet.
func NewCalls() *Calls { return &Calls{map[*core.Fun]*effect{}} }

// Consumed says of each parameter of a function whether a call consumes it.
func (c *Calls) Consumed(fun *core.Fun) []bool { return c.of(fun).consumed }

// of is what a call of a function does. Functions that call each other are taken to do nothing at first, then what is
// found, until that is so.
func (c *Calls) of(fun *core.Fun) *effect {
	if e := c.known[fun]; e != nil {
		return e
	}
	var funs []*core.Fun
	var reach func(f *core.Fun)
	reach = func(f *core.Fun) {
		if c.known[f] != nil {
			return
		}
		e := &effect{make([]bool, len(f.Params)), make([]int, len(f.Body.Result))}
		for i := range e.same {
			e.same[i] = i
		}
		c.known[f] = e
		for _, g := range core.Callees(f.Body) {
			reach(g)
		}
		funs = append(funs, f)
	}
	reach(fun)
	for changed := true; changed; {
		changed = false
		for _, f := range funs {
			changed = c.look(f) || changed
		}
	}
	return c.known[fun]
}

// look runs a function once, and reports whether it does more than was thought.
func (c *Calls) look(f *core.Fun) (changed bool) {
	flow, e := NewFlow(c, nil), c.known[f]
	flow.bind(f.Params)
	flow.Body(f.Body)
	for i, p := range f.Params {
		if flow.consumed[p] > 0 && !e.consumed[i] {
			e.consumed[i], changed = true, true
		}
	}
	for i, a := range f.Body.Result {
		for j := range e.same[i] {
			if flow.meet(a, f.Body.Result[j]) {
				e.same[i], changed = j, true
				break
			}
		}
	}
	return changed
}

// In calls f with every variable that code consumes, by itself, inside or through a call.
func (c *Calls) In(s core.Stm, f func(v *core.Var)) {
	core.Walk(core.Body{Stms: []core.Stm{s}}, func(s core.Stm) {
		for _, v := range s.Exp.Consumes() {
			f(v)
		}
		if e, ok := s.Exp.(*core.Call); ok {
			for i, consumed := range c.Consumed(e.Fun) {
				if v, ok := e.Args[i].(*core.Var); ok && consumed {
					f(v)
				}
			}
		}
	})
}

// Consumes reports whether code may write into an array that it is given, or that is bound outside.
func Consumes(b core.Body) bool {
	found := false
	core.Walk(b, func(s core.Stm) {
		_, call := s.Exp.(*core.Call)
		found = found || call
		for _, v := range s.Exp.Consumes() {
			found = found || !v.Type.IsAcc()
		}
	})
	return found
}

// MayConsume reports whether code consumes one of the variables by that name, or hands it to a function.
func MayConsume(b core.Body, vs *core.VarSet) bool {
	found := false
	core.Walk(b, func(s core.Stm) {
		for _, v := range s.Exp.Consumes() {
			found = found || vs.Has(v)
		}
		if e, ok := s.Exp.(*core.Call); ok {
			for _, a := range e.Args {
				v, ok := a.(*core.Var)
				found = found || ok && !v.Type.IsScalar() && vs.Has(v)
			}
		}
	})
	return found
}

// LastUses gives for variables the last statement of a body that uses them, inside or in the types of its results;
// the result of the body counts as one more statement. Those that it does not use are left out.
func LastUses(b core.Body) map[*core.Var]int {
	last := map[*core.Var]int{}
	for i, s := range b.Stms {
		for _, v := range core.FreeInStm(s).List {
			last[v] = i
		}
	}
	for _, a := range b.Result {
		if v, ok := a.(*core.Var); ok {
			last[v] = len(b.Stms)
		}
	}
	return last
}
