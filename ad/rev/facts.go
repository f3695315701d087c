package rev

import (
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// facts are what analyses know of the primal's variables.
//
// Activity [Peng23, 3.3.1]: a variable is active if it depends on an active input in a way that has a
// derivative. (The other half, whether a result depends on it, shows by itself: its adjoint stays zero.)
//
// Memory: every variable has a set of identities of the memory it may lie in, one for each statement that
// makes a fresh array; views share them. A consumed identity is killed: the return sweep can use a variable
// in it only through a copy made before.
type facts struct {
	active map[*core.Var]bool
	mem    map[*core.Var][]int
	killed map[int]bool
	count  int
	counts map[*core.Var]bool // arrays 0, 1, 2, ...
}

func newFacts() *facts {
	return &facts{active: map[*core.Var]bool{}, mem: map[*core.Var][]int{}, killed: map[int]bool{},
		counts: map[*core.Var]bool{}}
}

func (f *facts) isActive(a core.Atom) bool {
	v, ok := a.(*core.Var)
	return ok && f.active[v]
}

func (f *facts) anyActive(as ...core.Atom) bool {
	for _, a := range as {
		if f.isActive(a) {
			return true
		}
	}
	return false
}

func (f *facts) mark(v *core.Var, on bool) {
	if on && v.Type.Elem != prim.Bool {
		f.active[v] = true
	}
}

// isKilled reports whether the primal destroys v somewhere.
func (f *facts) isKilled(v *core.Var) bool {
	for _, id := range f.mem[v] {
		if f.killed[id] {
			return true
		}
	}
	return false
}

func (f *facts) kill(v *core.Var) {
	for _, id := range f.memOf(v) {
		f.killed[id] = true
	}
}

// memOf are the identities of an atom's memory; a variable from outside gets one when first seen.
func (f *facts) memOf(a core.Atom) []int {
	v, ok := a.(*core.Var)
	if !ok || v.Type.IsScalar() || v.Type.IsAcc() {
		return nil
	}
	if _, ok := f.mem[v]; !ok {
		f.count++
		f.mem[v] = []int{f.count}
	}
	return f.mem[v]
}

func (f *facts) alias(v *core.Var, as ...core.Atom) {
	if v.Type.IsScalar() || v.Type.IsAcc() {
		return
	}
	for _, a := range as {
		for _, id := range f.memOf(a) {
			f.addMem(v, id)
		}
	}
}

func (f *facts) addMem(v *core.Var, id int) {
	for _, have := range f.mem[v] {
		if have == id {
			return
		}
	}
	f.mem[v] = append(f.mem[v], id)
}

func (f *facts) body(b core.Body) {
	for _, st := range b.Stms {
		f.stm(st)
	}
}

func (f *facts) stm(st core.Stm) {
	pat := st.Pat
	one := func(on bool, views ...core.Atom) {
		f.mark(pat[0], on)
		f.alias(pat[0], views...)
	}
	switch e := st.Exp.(type) {
	case *core.Use:
		one(f.isActive(e.Atom), e.Atom)
	case *core.Copy:
		one(f.isActive(e.Arr))
	case *core.PrimApp:
		one(f.anyActive(e.Args...))
	case *core.Index:
		one(f.isActive(e.Arr), e.Arr)
	case *core.Slice:
		one(f.isActive(e.Arr), e.Arr)
	case *core.Rearrange:
		one(f.isActive(e.Arr), e.Arr)
	case *core.Reshape:
		one(f.isActive(e.Arr), e.Arr)
	case *core.Reverse:
		one(f.isActive(e.Arr))
	case *core.Rotate:
		one(f.isActive(e.Arr))
	case *core.Update:
		f.kill(e.Arr)
		one(f.anyActive(e.Arr, e.Val))
	case *core.UpdateSlice:
		f.kill(e.Arr)
		one(f.anyActive(e.Arr, e.Val))
	case *core.Iota:
		one(f.anyActive(e.Start, e.Step))
		f.counts[pat[0]] = countsUp(e)
	case *core.Replicate:
		one(f.isActive(e.Val))
	case *core.ArrayLit:
		one(f.anyActive(e.Elems...))
	case *core.Concat:
		one(f.anyActive(core.Atoms(e.Arrs)...))
	case *core.If:
		f.ifExp(pat, e)
	case *core.Loop:
		f.loop(pat, e)
	case *core.Scratch, *core.Assert:
	case *core.Diff:
		f.custom(pat, e)
	case *core.Call: // of a function that calls itself
		f.call(pat, e)
	default:
		f.soac(pat, st.Exp)
	}
}

// custom: results are active with any argument, and may lie anywhere that the function can see.
func (f *facts) custom(pat []*core.Var, e *core.Diff) {
	if e.Mode != core.CustomVJP && f.anyActive(e.Args...) {
		diag.Bugf("rev: %T must be removed before", e)
	}
	views := append([]core.Atom{}, e.Args...)
	for _, v := range core.FreeInLambda(e.Fn).List {
		views = append(views, v)
	}
	for _, v := range pat {
		f.mark(v, f.anyActive(e.Args...))
		f.alias(v, views...)
	}
}

// call: results are active with any argument, and may lie in arguments that the function does not consume.
func (f *facts) call(pat []*core.Var, e *core.Call) {
	if e.Derive == nil {
		diag.Bugf("rev: %T must be removed before", e)
	}
	var views []core.Atom
	for i, eaten := range core.ConsumedParams(e.Fun) {
		if v, ok := e.Args[i].(*core.Var); ok && eaten {
			f.kill(v)
		} else {
			views = append(views, e.Args[i])
		}
	}
	for _, v := range pat {
		f.mark(v, f.anyActive(e.Args...))
		f.alias(v, views...)
	}
}

func (f *facts) ifExp(pat []*core.Var, e *core.If) {
	f.body(e.Then)
	f.body(e.Else)
	for i, v := range pat {
		a, b := e.Then.Result[i], e.Else.Result[i]
		f.mark(v, f.anyActive(a, b))
		f.alias(v, a, b)
	}
}

// loop runs the body until the activity of the parameters is stable. A parameter lies in the memory of its
// initial value, so that consuming it kills that; the result of a loop that consumed its parameter lies
// where the body's result does.
func (f *facts) loop(pat []*core.Var, e *core.Loop) {
	for i, p := range e.Params {
		f.mark(p, f.isActive(e.Init[i]))
		f.alias(p, e.Init[i])
	}
	for again := true; again; {
		again = false
		f.body(e.Body)
		for i, p := range e.Params {
			if f.isActive(e.Body.Result[i]) && !f.active[p] && p.Type.Elem != prim.Bool {
				f.active[p], again = true, true
			}
		}
	}
	for i, v := range pat {
		f.mark(v, f.active[e.Params[i]])
		if !f.isKilled(e.Params[i]) {
			f.alias(v, e.Init[i], e.Body.Result[i])
		}
	}
}

func (f *facts) soac(pat []*core.Var, exp core.Exp) {
	switch e := exp.(type) {
	case *core.Map:
		ins := append(core.Atoms(e.Accs), core.Atoms(e.Arrs)...)
		for i, p := range e.Fn.Params {
			f.mark(p, f.isActive(ins[i]))
			f.alias(p, ins[i])
		}
		f.body(e.Fn.Body)
		f.results(pat, e.Fn)
	case *core.Reduce:
		f.operator(pat, e.Fn, e.Ne, e.Arrs)
	case *core.Scan:
		f.operator(pat, e.Fn, e.Ne, e.Arrs)
	case *core.Hist:
		for i, d := range e.Dest {
			f.kill(d)
			f.mark(pat[i], f.isActive(d))
		}
		f.operator(pat, e.Fn, e.Ne, e.Vals)
	case *core.Scatter:
		for i, d := range e.Dest {
			f.kill(d)
			f.mark(pat[i], f.anyActive(d, e.Vals[i]))
		}
	case *core.WithAcc:
		for i, a := range e.Accs {
			f.kill(a.Arr)
			f.mark(e.Fn.Params[i], f.isActive(a.Arr))
		}
		f.body(e.Fn.Body)
		f.results(pat, e.Fn)
		for i := len(e.Accs); i < len(pat); i++ {
			f.alias(pat[i], e.Fn.Body.Result[i])
		}
	case *core.UpdateAcc:
		f.mark(pat[0], f.anyActive(e.Acc, e.Val))
	}
}

func (f *facts) results(pat []*core.Var, l *core.Lambda) {
	for i, v := range pat {
		f.mark(v, f.isActive(l.Body.Result[i]))
	}
}

// operator analyses a binary operator on k components until the components' activity is stable; pat are
// variables that are active with them (for a histogram the destination's results, already marked).
func (f *facts) operator(pat []*core.Var, l *core.Lambda, ne []core.Atom, arrs []*core.Var) {
	k := len(arrs)
	for i := range k {
		f.mark(pat[i], f.anyActive(ne[i], arrs[i]))
	}
	for again := true; again; {
		again = false
		for i := range k {
			f.mark(l.Params[i], f.active[pat[i]])
			f.mark(l.Params[k+i], f.active[pat[i]])
		}
		f.body(l.Body)
		for i := range k {
			if f.isActive(l.Body.Result[i]) && !f.active[pat[i]] && pat[i].Type.Elem != prim.Bool {
				f.active[pat[i]], again = true, true
			}
		}
	}
}
