package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/prim"
)

// splice puts the statements of a body here and gives its results.
func (s *simp) splice(b core.Body) []core.Atom {
	for _, st := range b.Stms {
		s.stm(st)
	}
	return s.Atoms(b.Result)
}

// branch: a known condition; results on which both branches agree; a bool that is the condition.
func (s *simp) branch(st core.Stm, e *core.If) {
	cond := s.Atom(e.Cond)
	if c, ok := cond.(core.Const); ok {
		taken := e.Else
		if c.Bool() {
			taken = e.Then
		}
		s.renameAll(st.Pat, s.splice(taken))
		return
	}
	n := &core.If{Cond: cond, Then: s.body(e.Then), Else: s.body(e.Else)}
	stay := make([]bool, len(st.Pat))
	for i, v := range st.Pat {
		a, b := n.Then.Result[i], n.Else.Result[i]
		switch {
		case a == b && !v.Type.IsAcc():
			s.rename(v, a)
		case a == core.Atom(core.BoolC(true)) && b == core.Atom(core.BoolC(false)):
			s.rename(v, cond)
		default:
			stay[i] = true
		}
	}
	n.Then.Result, n.Else.Result = keep(n.Then.Result, stay), keep(n.Else.Result, stay)
	pat := keep(st.Pat, stay)
	if len(pat) > 0 || hasAssert(n.Then) || hasAssert(n.Else) {
		s.emit(pat, n)
	}
}

// hasAssert reports whether a body must stay although nothing of it is used.
func hasAssert(b core.Body) bool {
	found := false
	core.Walk(b, func(s core.Stm) {
		_, ok := s.Exp.(*core.Assert)
		found = found || ok
	})
	return found
}

// loop: no trips or one; parameters that each iteration leaves as they were.
func (s *simp) loop(st core.Stm, e *core.Loop) {
	if c, ok := s.Atom(e.Bound).(core.Const); ok && e.I != nil {
		unsigned := e.I.Type.Elem.IsUnsigned()
		switch n := c.Int64(); {
		case n == 0 || n < 0 && !unsigned:
			s.renameAll(st.Pat, s.Atoms(e.Init))
			return
		case n == 1:
			s.renameAll(e.Params, s.Atoms(e.Init))
			s.Vars[e.I] = core.Zero(e.I.Type.Elem)
			s.renameAll(st.Pat, s.splice(e.Body))
			return
		}
	}
	stay := make([]bool, len(e.Params))
	var copied []func() // after the loop
	for i, p := range e.Params {
		copies := copiesItself(e, i)
		stay[i] = p.Type.IsAcc() || !copies && !unchanged(p, e.Init[i], e.Body.Result[i])
		if stay[i] {
			continue
		}
		s.rename(p, s.Atom(e.Init[i]))
		if !copies {
			s.rename(st.Pat[i], s.Vars[p])
			continue
		}
		copied = append(copied, func() { s.emit(st.Pat[i:i+1], &core.Copy{Arr: core.AsVar(s.Vars[p])}) })
	}
	n := &core.Loop{Init: s.Atoms(keep(e.Init, stay)), Attrs: e.Attrs}
	if e.Bound != nil {
		n.Bound = s.Atom(e.Bound)
	}
	bound := false
	params := func() { // in scope in the condition and the body alike
		if !bound {
			n.Params = s.binds(keep(e.Params, stay))
			bound = true
		}
	}
	if e.Cond != nil {
		c := s.bodyWith(*e.Cond, params)
		n.Cond = &c
	}
	n.Body = s.bodyWith(e.Body, func() {
		params()
		if e.I != nil {
			n.I = s.bind(e.I)
			if e.I.Type.Elem == prim.I64 {
				s.below[n.I] = n.Bound
			}
		}
	})
	n.Body.Result = keep(n.Body.Result, stay)
	s.emit(keep(st.Pat, stay), n)
	for _, f := range copied {
		f()
	}
}

// copiesItself reports whether each iteration gives for parameter i a copy of it, and leaves it as it is, so that one copy after the loop does.
func copiesItself(e *core.Loop, i int) bool {
	p := &core.VarSet{}
	p.Add(e.Params[i])
	return slices.ContainsFunc(e.Body.Stms, func(s core.Stm) bool {
		c, ok := s.Exp.(*core.Copy)
		return ok && c.Arr == e.Params[i] && core.Atom(s.Pat[0]) == e.Body.Result[i]
	}) && !alias.MayConsume(e.Body, p) && (e.Cond == nil || !alias.MayConsume(*e.Cond, p))
}

// unchanged reports whether an iteration hands the parameter on as it is.
func unchanged(p *core.Var, init, result core.Atom) bool {
	_, isConst := result.(core.Const)
	return result == core.Atom(p) || isConst && result == init
}

// mapSoac: arrays that are the same everywhere or given twice; results that do not depend on the
// element, or are the element.
func (s *simp) mapSoac(st core.Stm, e *core.Map) {
	k := len(e.Accs)
	n := &core.Map{W: s.Atom(e.W), Fn: &core.Lambda{}}
	for _, a := range e.Accs {
		n.Accs = append(n.Accs, s.Atom(a).(*core.Var))
	}
	n.Fn.Body = s.bodyWith(e.Fn.Body, func() {
		n.Fn.Params = s.binds(e.Fn.Params[:k])
		for i, p := range e.Fn.Params[k:] {
			s.element(n, p, s.Atom(e.Arrs[i]).(*core.Var))
		}
	})
	for _, t := range e.Fn.Ret {
		n.Fn.Ret = append(n.Fn.Ret, s.Type(t))
	}
	stay := make([]bool, len(st.Pat))
	var simple []func()
	copied := map[*core.Var]bool{}
	for i, v := range st.Pat {
		if stay[i] = true; i < k {
			continue
		}
		if r := s.uniform(n, n.Fn.Body.Result[i]); r != nil {
			stay[i] = false
			if c, ok := r.(*core.Copy); ok {
				if copied[c.Arr] { // two results, of which one at most may be the array itself
					s.uses[s.originOf(c.Arr)]++
				}
				copied[c.Arr] = true
			}
			simple = append(simple, func() { s.emitSimple(v, r) })
		} else if r := s.reshaped(v, n, n.Fn.Body.Result[i]); r != nil {
			stay[i] = false
			simple = append(simple, func() { s.emitSimple(v, r) })
		}
	}
	n.Fn.Ret, n.Fn.Body.Result = keep(n.Fn.Ret, stay), keep(n.Fn.Body.Result, stay)
	if pat := keep(st.Pat, stay); len(pat) > 0 || hasAssert(n.Fn.Body) {
		s.emit(pat, n)
	}
	for _, f := range simple {
		f()
	}
}

// emitSimple binds v to e, simplified.
func (s *simp) emitSimple(v *core.Var, e core.Exp) {
	e = s.rewrite(v, e)
	if u, ok := e.(*core.Use); ok {
		s.rename(v, u.Atom)
		return
	}
	s.emit([]*core.Var{v}, e)
}

// element makes the parameter p over array arr of the map n, or finds that it needs none.
func (s *simp) element(n *core.Map, p, arr *core.Var) {
	d, ok := s.def(arr).(*core.Replicate)
	if ok && len(d.Dims) == 1 && s.shareable(p, d.Val) {
		s.rename(p, d.Val)
		return
	}
	if ok && len(d.Dims) > 1 && d.Val.AtomType().IsScalar() && !s.names.Consumed(p) {
		s.emit([]*core.Var{p}, &core.Replicate{Dims: d.Dims[1:], Val: d.Val})
		return
	}
	for i, a := range n.Arrs {
		if a == arr && s.shareable(p, a) {
			s.rename(p, n.Fn.Params[len(n.Accs)+i])
			return
		}
	}
	v := s.bind(p)
	n.Fn.Params, n.Arrs = append(n.Fn.Params, v), append(n.Arrs, arr)
	if d, ok := s.def(arr).(*core.Iota); ok && d.T == prim.I64 && isZero(d.Start, d.T) && isOne(d.Step, d.T) {
		s.below[v] = d.N
	}
}

// reshaped is what an array of results is if its elements are those of an operand in new dimensions; else nil.
func (s *simp) reshaped(old *core.Var, n *core.Map, r core.Atom) core.Exp {
	d, ok := s.def(r).(*core.Reshape)
	if !ok {
		return nil
	}
	for _, a := range d.Dims {
		if v, ok := a.(*core.Var); ok && s.level[v] > s.depth {
			return nil
		}
	}
	for i, p := range n.Fn.Params[len(n.Accs):] {
		if p == d.Arr && s.shareable(old, n.Arrs[i]) {
			return &core.Reshape{Dims: slices.Concat([]core.Atom{n.W}, d.Dims), Arr: n.Arrs[i]}
		}
	}
	return nil
}

// uniform is what an array of results is if its elements do not depend on the element or are those of an
// operand; else nil.
func (s *simp) uniform(n *core.Map, r core.Atom) core.Exp {
	v, ok := r.(*core.Var)
	if !ok || s.level[v] <= s.depth {
		return &core.Replicate{Dims: []core.Atom{n.W}, Val: r}
	}
	for i, p := range n.Fn.Params[len(n.Accs):] {
		if p == v {
			return &core.Copy{Arr: n.Arrs[i]}
		}
	}
	return nil
}
