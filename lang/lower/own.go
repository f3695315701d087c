package lower

import "raido/lang/core"

// A root stands for an array's memory. A variable may be destroyed by an update if all its roots are
// owned: the checker promises that the program does not use it any more, and nothing that lowering shares
// behind the checker's back (a zip, a lambda that runs many times, an argument of the entry) needs it.
type root struct {
	sc *scope
	// shared: also visible under another name of which the checker does not know.
	shared bool
	// param: memory of a loop parameter; destroyed tells that the loop's body destroys it.
	param, destroyed bool
}

// newRoot is the root of memory that is made here.
func (l *lowerer) newRoot() []*root { return []*root{{sc: l.sc}} }

// rootsOf are the roots of result i of a statement.
func (l *lowerer) rootsOf(e core.Exp, i int) []*root {
	switch e := e.(type) {
	case *core.Use:
		return l.rootsOfAtom(e.Atom)
	case *core.Index:
		return l.roots[e.Arr]
	case *core.Slice:
		return l.roots[e.Arr]
	case *core.Rearrange:
		return l.roots[e.Arr]
	case *core.Reshape:
		return l.roots[e.Arr]
	case *core.Update:
		return l.roots[e.Arr]
	case *core.UpdateSlice:
		return l.roots[e.Arr]
	case *core.Scatter:
		return l.roots[e.Dest[i]]
	case *core.Hist:
		return l.roots[e.Dest[i]]
	}
	return l.newRoot()
}

func (l *lowerer) rootsOfAtom(a core.Atom) []*root {
	if v, ok := a.(*core.Var); ok {
		return l.roots[v]
	}
	return nil
}

// owns tells whether v may be destroyed here. Memory made outside of a loop or lambda is not owned inside.
func (l *lowerer) owns(v *core.Var) bool {
	rs := l.roots[v]
	for _, r := range rs {
		if r.shared || !l.once(r.sc) {
			return false
		}
	}
	return len(rs) > 0
}

// once tells whether the current statement runs at most once for each run of sc.
func (l *lowerer) once(sc *scope) bool {
	for s := l.sc; s != sc; s = s.up {
		if s == nil || s.kind == loopScope || s.kind == lambdaScope {
			return false
		}
	}
	return true
}

// own is v if it may be destroyed, else a copy.
func (l *lowerer) own(v *core.Var) *core.Var {
	if !l.owns(v) {
		return l.let(v.Name, &core.Copy{Arr: v})
	}
	for _, r := range l.roots[v] {
		if r.param {
			r.destroyed = true
		}
	}
	return v
}

// share marks the memory of arrays as visible under two names.
func (l *lowerer) share(vs []*core.Var) {
	for _, v := range vs {
		for _, r := range l.roots[v] {
			r.shared = true
		}
	}
}

// overlaps tells whether two atoms may share memory.
func (l *lowerer) overlaps(a, b core.Atom) bool {
	if a.AtomType().IsScalar() || b.AtomType().IsScalar() {
		return false
	}
	ra, rb := l.rootsOfAtom(a), l.rootsOfAtom(b)
	for _, x := range ra {
		for _, y := range rb {
			if x == y {
				return true
			}
		}
	}
	return len(ra) == 0 || len(rb) == 0
}

// leave gives result, the variable that leaves the scopes given, the roots of the results inside: memory
// made inside becomes memory made here.
func (l *lowerer) leave(result *core.Var, inner ...core.Atom) {
	if result.Type.IsScalar() {
		return
	}
	out := l.newRoot()
	for _, a := range inner {
		rs := l.rootsOfAtom(a)
		if len(rs) == 0 {
			out[0].shared = true
		}
		for _, r := range rs {
			if l.around(r.sc) {
				out = append(out, r)
			} else if r.shared || !l.inside(r.sc) { // made in another function, see Note [Recursion]
				out[0].shared = true
			}
		}
	}
	l.roots[result] = out
}

// inside tells whether sc is inside the current scope.
func (l *lowerer) inside(sc *scope) bool {
	for ; sc != nil; sc = sc.up {
		if sc == l.sc {
			return true
		}
	}
	return false
}

// around tells whether sc is the current scope or one around it.
func (l *lowerer) around(sc *scope) bool {
	for s := l.sc; s != nil; s = s.up {
		if s == sc {
			return true
		}
	}
	return false
}
