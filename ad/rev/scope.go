package rev

import (
	"raido/lang/core"
)

type scopeKind uint8

const (
	topScope scopeKind = iota
	mapScope
	loopScope
	branchScope
)

// scope is one body under differentiation.
type scope struct {
	kind   scopeKind
	parent *scope
	fwd    *core.Builder // the forward sweep
	ret    *core.Builder // the return sweep
	pushed []func()      // closures of the return sweep, last first
	bound  map[*core.Var]bool
	adj    map[*core.Var]*entry
	// imports are variables bound outside to whose adjoints the body contributes, in order of the first
	// contribution; branches of one If share them.
	imports *imports
}

// isIn reports whether a scope is one of that kind, or inside of one.
func (s *scope) isIn(kind scopeKind) bool {
	for ; s != nil; s = s.parent {
		if s.kind == kind {
			return true
		}
	}
	return false
}

// lasts reports whether an array is bound outside of a map that the scope is in, where nothing consumes it.
func (s *scope) lasts(v *core.Var) bool {
	for ; s != nil && !s.bound[v]; s = s.parent {
		if s.kind == mapScope {
			return true
		}
	}
	return false
}

// imports is the list of imported variables and how each comes in.
type imports struct {
	vars []*core.Var
	// in is what the adjoint is at the start of the body: an accumulator, an array, or nil for zero.
	in map[*core.Var]core.Atom
}

func newImports() *imports { return &imports{in: map[*core.Var]core.Atom{}} }

// enter opens a scope inside the present one.
func (r *rev) enter(kind scopeKind, im *imports) *scope {
	s := &scope{kind: kind, parent: r.s, fwd: &core.Builder{}, ret: &core.Builder{},
		bound: map[*core.Var]bool{}, adj: map[*core.Var]*entry{}, imports: im}
	if r.s != nil {
		s.fwd.Src, s.ret.Src = r.s.ret.Src, r.s.ret.Src
	}
	r.s = s
	return s
}

// leave closes the present scope.
func (r *rev) leave() { r.s = r.s.parent }

// within runs f with s as the present scope.
func (r *rev) within(s *scope, f func()) {
	old := r.s
	r.s = s
	f()
	r.s = old
}

func (s *scope) bind(vs ...*core.Var) {
	for _, v := range vs {
		s.bound[v] = true
	}
}

// entry is the adjoint of x in the present scope; it is imported if x is bound outside.
func (r *rev) entry(x *core.Var) *entry {
	s := r.s
	if e := s.adj[x]; e != nil {
		return e
	}
	e := &entry{}
	if !s.bound[x] && s.parent != nil {
		e = r.importVar(s, x)
	}
	s.adj[x] = e
	return e
}

// peek is the adjoint of x if the present scope has one.
func (r *rev) peek(x *core.Var) *entry { return r.s.adj[x] }

// importVar brings the adjoint of x, bound outside of s, into s.
//
//	map: a scalar starts at zero and is summed over the iterations; an array becomes an accumulator,
//	     either that of the surroundings or one of a WithAcc around the map [Acc].
//	loop: the adjoint is a parameter of the loop [Rules, RevForLoop].
//	branch: a scalar starts at zero; an array is handed in and out, unless it is zero so far [Rules, RevIf].
func (r *rev) importVar(s *scope, x *core.Var) *entry {
	in, known := s.imports.in[x]
	if !known {
		r.within(s.parent, func() { in = r.importFrom(s.kind, x) })
		s.imports.vars = append(s.imports.vars, x)
		s.imports.in[x] = in
	}
	e := &entry{}
	v, ok := in.(*core.Var)
	switch {
	case ok && v.Type.IsAcc():
		e.acc = v
	case in != nil:
		e.val, e.owned = in, true
	}
	return e
}

// importFrom prepares the adjoint of x in the present scope for a scope of the given kind inside.
func (r *rev) importFrom(kind scopeKind, x *core.Var) core.Atom {
	e := r.entry(x)
	switch {
	case e.acc != nil && kind == branchScope:
		return e.acc
	case e.acc != nil:
		return core.NewVar(x.Name+"Acc", e.acc.Type)
	case kind == loopScope:
		r.hand(x, e)
		return core.NewVar(x.Name+"Bar", x.Type)
	case x.Type.IsScalar():
		return nil
	case kind == mapScope:
		t := x.Type
		t.Cert = core.NewCert()
		return core.NewVar(x.Name+"Acc", t)
	case e.isZero():
		if r.borrow(x, e); e.isZero() {
			return nil
		}
	}
	return r.hand(x, e)
}

// exported is the adjoint of an import at the end of the body, the present scope: the accumulator, or a
// value that may be updated in place.
func (r *rev) exported(x *core.Var) core.Atom {
	e := r.entry(x)
	if e.acc != nil {
		return e.acc
	}
	return r.own(x, e)
}
