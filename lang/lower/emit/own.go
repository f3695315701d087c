package emit

import "raido/lang/core"

// Root stands for an array's memory. A variable may be consumed by an update if all its roots are
// owned: the checker promises that the program does not use it any more, and nothing that lowering shares
// behind the checker's back (a zip, a lambda that runs many times, an argument of the entry) needs it.
type Root struct {
	Sc *Scope
	// Shared: also visible under another name of which the checker does not know.
	Shared bool
	// Param: memory of a loop parameter; Consumed reports whether the body of the loop consumes it.
	Param, Consumed bool
}

// NewRoot is the root of memory that is made here.
func (b *Builder) NewRoot() []*Root { return []*Root{{Sc: b.Sc}} }

// rootsOf are the roots of v, a result of a node with these aliases: those of what it lies in, or has the memory of.
func (b *Builder) rootsOf(v *core.Var, links []core.Alias) []*Root {
	var out []*Root
	for _, a := range links {
		if a.Name != v {
			continue
		}
		rs := b.Roots[a.Of]
		if a.How == core.Leave {
			rs = b.left(a.Of)
		}
		if len(rs) == 0 {
			return nil
		}
		out = append(out, rs...)
	}
	if out == nil {
		return b.NewRoot()
	}
	return out
}

func (b *Builder) rootsOfAtom(a core.Atom) []*Root {
	if v, ok := a.(*core.Var); ok {
		return b.Roots[v]
	}
	return nil
}

// Owns reports whether v may be consumed here. Memory made outside of a loop or lambda is not owned inside.
func (b *Builder) Owns(v *core.Var) bool {
	rs := b.Roots[v]
	for _, r := range rs {
		if r.Shared || !b.once(r.Sc) {
			return false
		}
	}
	return len(rs) > 0
}

// once reports whether the current statement runs at most once for each run of sc.
func (b *Builder) once(sc *Scope) bool {
	for s := b.Sc; s != sc; s = s.Up {
		if s == nil || s.kind == LoopScope || s.kind == LambdaScope {
			return false
		}
	}
	return true
}

// Own is v if it may be consumed, else a copy.
func (b *Builder) Own(v *core.Var) *core.Var {
	if !b.Owns(v) {
		return b.Let(v.Name, &core.Copy{Arr: v})
	}
	for _, r := range b.Roots[v] {
		if r.Param {
			r.Consumed = true
		}
	}
	return v
}

// Share marks the memory of arrays as visible under two names.
func (b *Builder) Share(vs []*core.Var) {
	for _, v := range vs {
		for _, r := range b.Roots[v] {
			r.Shared = true
		}
	}
}

// Overlaps reports whether two atoms may share memory.
func (b *Builder) Overlaps(x, y core.Atom) bool {
	if x.AtomType().IsScalar() || y.AtomType().IsScalar() {
		return false
	}
	xs, ys := b.rootsOfAtom(x), b.rootsOfAtom(y)
	for _, r := range xs {
		for _, s := range ys {
			if r == s {
				return true
			}
		}
	}
	return len(xs) == 0 || len(ys) == 0
}

// Leave gives result, the variable that leaves the scopes given, the roots of the results inside.
func (b *Builder) Leave(result *core.Var, inner ...core.Atom) {
	if !result.Type.IsScalar() {
		b.Roots[result] = b.left(inner...)
	}
}

// left are the roots of what leaves a scope as one of inner: memory made inside becomes memory made here.
func (b *Builder) left(inner ...core.Atom) []*Root {
	out := b.NewRoot()
	for _, a := range inner {
		rs := b.rootsOfAtom(a)
		if len(rs) == 0 {
			out[0].Shared = true
		}
		for _, r := range rs {
			if b.Around(r.Sc) {
				out = append(out, r)
			} else if r.Shared || !b.inside(r.Sc) { // made in another function, see Note [Recursion]
				out[0].Shared = true
			}
		}
	}
	return out
}

// inside reports whether sc is inside the current scope.
func (b *Builder) inside(sc *Scope) bool {
	for ; sc != nil; sc = sc.Up {
		if sc == b.Sc {
			return true
		}
	}
	return false
}

// Around reports whether sc is the current scope or one around it.
func (b *Builder) Around(sc *Scope) bool {
	for s := b.Sc; s != nil; s = s.Up {
		if s == sc {
			return true
		}
	}
	return false
}
