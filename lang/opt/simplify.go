package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/diag"
)

// Simplify walks a program once, forward. Operands are replaced by what they are known to be before the
// rules of a node see it, so chains collapse in one pass; every binder is made anew, since types change
// with sizes. Rules are in algebra.go, arrays.go and control.go.
func Simplify(p *core.Prog) *core.Prog {
	names := alias.ByName(p)
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body { return newSimp(f, funs, names).body(f.Body) })
}

// simp is the state of one walk. Variables of the input are called old, those of the output new.
type simp struct {
	*core.Subst // old to new
	b           *core.Builder
	depth       int
	bodies      int // how many were entered; also the name of the current one
	here        int
	funs        map[*core.Fun]*core.Fun
	names       *alias.Classes
	uses        map[*core.Var]int // of old variables, those of plain renamings together

	origin map[*core.Var]*core.Var // new to old
	level  map[*core.Var]int       // depth of the body that binds a new variable
	defs   map[*core.Var]core.Exp  // what a new variable is, where it is the only result
	places map[*core.Var]diag.Span // where that stands in the program
	fresh  map[*core.Var]int       // new arrays that alias nothing: the body they are bound in
	below  map[*core.Var]core.Atom // new v with 0 <= v < atom
}

func newSimp(f *core.Fun, funs map[*core.Fun]*core.Fun, names *alias.Classes) *simp {
	s := &simp{Subst: core.NewSubst(), b: &core.Builder{}, funs: funs, names: names, uses: countUses(f),
		origin: map[*core.Var]*core.Var{}, level: map[*core.Var]int{}, defs: map[*core.Var]core.Exp{}, places: map[*core.Var]diag.Span{},
		fresh: map[*core.Var]int{}, below: map[*core.Var]core.Atom{}}
	for _, p := range f.Params {
		s.origin[p] = p
	}
	return s
}

// countUses counts the uses of each variable. A renaming by Use counts for the variable it names.
func countUses(f *core.Fun) map[*core.Var]int {
	uses := map[*core.Var]int{}
	count := func(a core.Atom) core.Atom {
		if v, ok := a.(*core.Var); ok {
			uses[v]++
		}
		return a
	}
	var renames []core.Stm
	var body func(b core.Body) core.Body
	body = func(b core.Body) core.Body {
		for _, s := range b.Stms {
			if _, ok := s.Exp.(*core.Use); ok {
				renames = append(renames, s)
				continue
			}
			s.Exp.Map(core.Mapper{Atom: count, Body: body, Lambda: func(l *core.Lambda) *core.Lambda { body(l.Body); return l }})
		}
		for _, a := range b.Result {
			count(a)
		}
		return b
	}
	body(f.Body)
	for i := len(renames) - 1; i >= 0; i-- {
		if v, ok := renames[i].Exp.(*core.Use).Atom.(*core.Var); ok {
			uses[v] += uses[renames[i].Pat[0]]
		}
	}
	return uses
}

// bind makes the new binder of an old one.
func (s *simp) bind(old *core.Var) *core.Var {
	v := s.Binder(old)
	s.origin[v], s.level[v] = old, s.depth
	return v
}

func (s *simp) binds(old []*core.Var) []*core.Var {
	out := make([]*core.Var, len(old))
	for i, v := range old {
		out[i] = s.bind(v)
	}
	return out
}

// rename replaces an old variable by a new atom, whose uses and fate are then those of both. The statement that goes
// may have been a use of the atom; it still counts, since it may have been one of another name, a view say.
func (s *simp) rename(old *core.Var, a core.Atom) {
	s.Vars[old] = a
	v, ok := a.(*core.Var)
	if !ok {
		return
	}
	if o := s.origin[v]; o != nil && o != old {
		s.uses[o] += s.uses[old]
		s.names.Merge(old, o)
	}
}

func (s *simp) renameAll(old []*core.Var, as []core.Atom) {
	for i, v := range old {
		s.rename(v, as[i])
	}
}

// bodyWith simplifies a body; before binds what is in scope in it.
func (s *simp) bodyWith(b core.Body, before func()) core.Body {
	outer, here := s.b, s.here
	s.b = &core.Builder{Src: outer.Src}
	s.depth++
	s.bodies++
	s.here = s.bodies
	before()
	for _, st := range b.Stms {
		s.stm(st)
	}
	out := s.b.Body(s.Atoms(b.Result)...)
	s.depth--
	s.b, s.here = outer, here
	return out
}

func (s *simp) body(b core.Body) core.Body { return s.bodyWith(b, func() {}) }

func (s *simp) lambda(l *core.Lambda) *core.Lambda {
	n := &core.Lambda{}
	n.Body = s.bodyWith(l.Body, func() { n.Params = s.binds(l.Params) })
	for _, t := range l.Ret {
		n.Ret = append(n.Ret, s.Type(t))
	}
	return n
}

func (s *simp) mapper() core.Mapper {
	return core.Mapper{Atom: s.Atom, Body: s.body, Lambda: s.lambda, Binder: s.bind, Cert: func(c *core.Cert) *core.Cert {
		n := core.NewCert()
		s.Certs[c] = n
		return n
	}}
}

// stm simplifies a statement into the builder, or into the substitution alone.
func (s *simp) stm(st core.Stm) {
	s.b.Src = st.Src
	switch e := st.Exp.(type) {
	case *core.If:
		s.branch(st, e)
		return
	case *core.Loop:
		s.loop(st, e)
		return
	case *core.Map:
		s.mapSoac(st, e)
		return
	default: // no rule for the whole statement
	}
	if u, ok := st.Exp.(*core.Use); ok { // its uses are counted already
		s.Vars[st.Pat[0]] = s.Atom(u.Atom)
		return
	}
	e := st.Exp.Map(s.mapper())
	switch n := e.(type) {
	case *core.Call:
		n.Fun = s.funs[n.Fun]
	case *core.Assert:
		if n.Cond == core.Atom(core.BoolC(true)) && !n.Trace {
			return
		}
	default: // nothing to do before its rules
	}
	if len(st.Pat) == 1 {
		e = s.rewrite(st.Pat[0], e)
		if u, ok := e.(*core.Use); ok {
			s.rename(st.Pat[0], u.Atom)
			return
		}
	}
	s.emit(st.Pat, e)
}

// emit adds a statement with new binders for the old pattern.
func (s *simp) emit(old []*core.Var, e core.Exp) {
	pat := s.binds(old)
	s.b.Add(pat, e)
	if len(pat) == 1 {
		s.defs[pat[0]], s.places[pat[0]] = e, s.b.Src
	}
	links := e.Aliases(pat)
	for _, v := range pat {
		if !v.Type.IsScalar() && isFresh(e, v, links) {
			s.fresh[v] = s.here
		}
	}
}

// isFresh reports whether a result v of a node with these aliases is a new array, or one that has taken over the memory of another. Nothing is
// known of calls, whose functions are not there yet.
func isFresh(e core.Exp, v *core.Var, links []core.Alias) bool {
	_, call := e.(*core.Call)
	return !call && !slices.ContainsFunc(links, func(a core.Alias) bool { return a.Name == v && a.How != core.Over })
}

// def is the expression that an atom is the result of; nil if not known.
func (s *simp) def(a core.Atom) core.Exp {
	if v, ok := a.(*core.Var); ok {
		return s.defs[v]
	}
	return nil
}

// shareable reports whether the old variable may become another name of the new atom: scalars always,
// arrays if nothing consumes either.
func (s *simp) shareable(old *core.Var, a core.Atom) bool {
	v, ok := a.(*core.Var)
	if !ok || v.Type.IsScalar() {
		return true
	}
	o, ok := s.origin[v]
	return ok && !s.names.Consumed(old) && !s.names.Consumed(o)
}

// inBounds reports whether an index is certainly within a dimension.
func (s *simp) inBounds(idx, dim core.Atom) bool {
	d, dconst := dim.(core.Const)
	if c, ok := idx.(core.Const); ok {
		return dconst && c.Int64() >= 0 && c.Int64() < d.Int64()
	}
	limit, ok := s.below[idx.(*core.Var)]
	if !ok {
		return false
	}
	l, lconst := limit.(core.Const)
	return limit == dim || lconst && dconst && l.Int64() <= d.Int64()
}

// rewrite applies the rules of a node until none fits; old is the result's variable.
func (s *simp) rewrite(old *core.Var, e core.Exp) core.Exp {
	for range 20 { // each step makes the expression smaller; the bound guards against a cycle of rules
		n := s.step(old, e)
		if n == nil {
			break
		}
		e = n
	}
	return e
}

// step applies one rule; nil if none fits.
func (s *simp) step(old *core.Var, e core.Exp) core.Exp {
	switch e := e.(type) {
	case *core.PrimApp:
		return s.prim(e)
	case *core.Copy:
		return s.copy(old, e)
	case *core.Index:
		return s.index(old, e)
	case *core.Slice:
		return s.slice(e)
	case *core.Update:
		return s.update(e)
	case *core.Concat:
		return s.concat(old, e)
	case *core.Replicate:
		return s.replicate(e)
	case *core.Rearrange:
		return s.rearrange(old, e)
	case *core.Reshape:
		return s.reshape(e)
	default: // no rule
	}
	return nil
}
