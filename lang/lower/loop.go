package lower

import (
	"raido/lang/core"
	"raido/lang/lower/emit"
	"raido/lang/types"
)

// loopState is a loop under construction: size parameters, then the leaves of the pattern.
type loopState struct {
	e      *types.Loop
	fr     *frame
	sizes  []*core.Var // the size parameters
	init   []core.Atom // initial sizes, then leaves
	params []*core.Var // sizes, then leaves
	rep    rep         // of the pattern, in terms of the parameters
}

// loop lowers all three forms. Sizes that may change are parameters; all others are made exact.
func (l *lowerer) loop(e *types.Loop, fr *frame) val {
	initVal := l.exp(e.Init, fr)
	st := &loopState{e: e, fr: fr}
	node := &core.Loop{Attrs: e.Attrs}
	var elem func(i core.Atom) val
	if e.ForVar != nil {
		node.Bound = atomOf(l.exp(e.Bound, fr))
		node.I = core.NewVar(clean(e.ForVar.Name), node.Bound.AtomType())
	} else if e.ForPat != nil {
		node.Bound, elem = l.elements(e.Arr, fr)
		node.I = core.NewVar("i", core.I64)
	}
	l.loopParams(st, initVal)
	if e.While != nil {
		c := l.loopScope(st, func() []core.Atom { return []core.Atom{atomOf(l.exp(e.While, fr))} })
		node.Cond = &c
	}
	var results []core.Atom
	node.Body = l.loopScope(st, func() []core.Atom {
		if node.I != nil {
			l.Sc.Declare(node.I)
		}
		if e.ForVar != nil {
			fr.syms[e.ForVar] = scalar{node.I}
		} else if e.ForPat != nil {
			l.bindPat(e.ForPat, elem(node.I), fr)
		}
		v := l.exp(e.Body, fr)
		results = l.loopResults(st, v)
		return results
	})
	return l.finishLoop(st, node, results)
}

// loopParams makes the parameters from the type of the pattern and the initial value.
func (l *lowerer) loopParams(st *loopState, initVal val) {
	e, fr := st.e, st.fr
	start := map[*types.SizeVar]core.Atom{}
	eachSize(e.Pat.Type(), repOfVal(initVal), func(x *types.SizeVar, d core.Atom) {
		if start[x] == nil {
			start[x] = d
		}
	})
	size := func(name string, init core.Atom) *core.Var {
		v := core.NewVar(name, core.I64)
		st.sizes, st.init = append(st.sizes, v), append(st.init, init)
		return v
	}
	for i, x := range e.Sizes {
		a := start[x]
		if i < len(e.SizeInit) && e.SizeInit[i] != nil {
			if s := l.size(e.SizeInit[i], fr); s != nil {
				a = s
			}
		}
		if a == nil {
			a = core.IntC(0)
		}
		fr.setSize(x, size(clean(x.Name), a))
	}
	leaves := flatten(initVal)
	want := leafTypes(l.repOf(e.Pat.Type(), fr))
	first := core.NewSubst()
	for i, v := range st.sizes {
		first.Vars[v] = st.init[i]
	}
	types := make([]core.Type, len(leaves))
	inits := make([]core.Atom, len(leaves))
	unknown := map[core.Atom]core.Atom{}
	for i, a := range leaves {
		t := a.AtomType()
		if t.IsAcc() {
			types[i], inits[i] = t, a
			continue
		}
		dims := make([]core.Atom, len(t.Dims))
		for j, d := range t.Dims {
			if dims[j] = want[i].Dims[j]; dims[j] == nil {
				if unknown[d] == nil {
					unknown[d] = size("n", d)
					first.Vars[unknown[d].(*core.Var)] = d
				}
				dims[j] = unknown[d]
			}
		}
		types[i] = core.Type{Elem: t.Elem, Dims: dims}
		inits[i] = l.CastAtom(a, first.Type(types[i]))
	}
	st.params = append(st.params, st.sizes...)
	for i, t := range types {
		v := core.NewVar(patName(e.Pat), t)
		if !t.IsScalar() {
			l.Roots[v] = []*emit.Root{{Param: true}}
		}
		st.params = append(st.params, v)
		st.init = append(st.init, inits[i])
	}
	st.rep = refresh(repOfVal(initVal), types)
}

// loopScope builds a body over the parameters.
func (l *lowerer) loopScope(st *loopState, f func() []core.Atom) core.Body {
	var result []core.Atom
	s := l.Within(emit.LoopScope, func() {
		l.Sc.Declare(st.params...)
		for _, v := range st.params {
			for _, r := range l.Roots[v] {
				r.Sc = l.Sc
			}
		}
		l.bindPat(st.e.Pat, build(st.rep, core.Atoms(st.params[len(st.sizes):])), st.fr)
		result = f()
	})
	return s.Body(result)
}

// loopResults gives the values of the parameters for the next iteration.
func (l *lowerer) loopResults(st *loopState, v val) []core.Atom {
	leaves := flatten(v)
	next := core.NewSubst()
	params := st.params[len(st.sizes):]
	for i, p := range params {
		have := leaves[i].AtomType().Dims
		for j, d := range p.Type.Dims {
			if x, ok := d.(*core.Var); ok && next.Vars[x] == nil && st.isSize(x) {
				next.Vars[x] = have[j]
			}
		}
	}
	var out []core.Atom
	for _, x := range st.sizes {
		a := next.Vars[x]
		if a == nil {
			a = x
		}
		out = append(out, a)
	}
	for i, a := range leaves {
		leaves[i] = l.CastAtom(a, next.Type(params[i].Type))
	}
	l.ownNext(params, leaves)
	return append(out, leaves...)
}

// ownNext copies what the next iteration consumes and may not. It may consume memory of this iteration, and
// memory of a parameter: that one then counts as consumed too.
func (l *lowerer) ownNext(params []*core.Var, leaves []core.Atom) {
	copied := make([]bool, len(params))
	for again := true; again; {
		again = false
		for i, p := range params {
			x, ok := leaves[i].(*core.Var)
			if !ok || copied[i] || !l.consumed(p) {
				continue
			}
			if !l.Owns(x) || l.overlapsOthers(leaves, i) {
				copied[i] = true
				leaves[i] = l.Let(x.Name, &core.Copy{Arr: x})
				continue
			}
			for _, r := range l.Roots[x] {
				if r.Param && !r.Consumed {
					r.Consumed, again = true, true
				}
			}
		}
	}
}

// overlapsOthers reports whether atom i may share memory with another of the atoms.
func (l *lowerer) overlapsOthers(as []core.Atom, i int) bool {
	for j, a := range as {
		if j != i && l.Overlaps(a, as[i]) {
			return true
		}
	}
	return false
}

func (st *loopState) isSize(v *core.Var) bool {
	for _, x := range st.sizes {
		if x == v {
			return true
		}
	}
	return false
}

func (l *lowerer) consumed(v *core.Var) bool {
	for _, r := range l.Roots[v] {
		if r.Param && r.Consumed {
			return true
		}
	}
	return false
}

// finishLoop adds the loop. What the body consumes must be owned before the loop.
func (l *lowerer) finishLoop(st *loopState, node *core.Loop, results []core.Atom) val {
	k := len(st.sizes)
	for i, p := range st.params {
		if x, ok := st.init[i].(*core.Var); ok && l.consumed(p) {
			st.init[i] = l.Own(x)
		}
	}
	l.unshareInits(st)
	node.Params, node.Init = st.params, st.init
	sub := core.NewSubst()
	pat := sub.Binders(st.params)
	l.Add(pat, node)
	for i, v := range pat {
		l.Leave(v, st.init[i], results[i])
	}
	v := build(refresh(st.rep, core.VarTypes(pat[k:])), core.Atoms(pat[k:]))
	bindSizes(st.e.Exts, st.e.T, v, st.fr)
	for i, x := range st.e.Sizes {
		if i < k {
			st.fr.setSize(x, pat[i])
		}
	}
	return v
}

// unshareInits copies initial arrays that two consumed parameters would share.
func (l *lowerer) unshareInits(st *loopState) {
	for i, p := range st.params {
		if !l.consumed(p) {
			continue
		}
		for j := range st.params[:i] {
			x, ok := st.init[i].(*core.Var)
			if ok && l.Overlaps(st.init[j], x) {
				st.init[i] = l.Let(x.Name, &core.Copy{Arr: x})
			}
		}
	}
}

// elements are what a for-in loop runs over: their number, and each. A range is never made an array.
func (l *lowerer) elements(e types.Exp, fr *frame) (core.Atom, func(i core.Atom) val) {
	if r, ok := e.(*types.Range); ok {
		p := l.progression(r, fr)
		return p.n, func(i core.Atom) val { return l.progressionAt(p, i) }
	}
	arr := arrayOf(l.exp(e, fr))
	return arr.dim, func(i core.Atom) val { return l.elem(arr, i) }
}

// elem is element i of an array, which is known to be in bounds.
func (l *lowerer) elem(a array, i core.Atom) val {
	leaves := make([]core.Atom, len(a.leaves))
	for k, v := range a.leaves {
		leaves[k] = l.Let(v.Name, &core.Index{Arr: v, Idx: []core.Atom{i}})
	}
	return build(a.elem, leaves)
}
