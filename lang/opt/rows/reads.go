package rows

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// read is an element of an array that is made of parts in the place of a read of it; nil if it stays.
func (w *walker) read(fs facts, e *core.Index) core.Exp {
	idx, ok := w.forms(e.Idx)
	if !ok || !w.inside || len(idx) != e.Arr.Type.Rank() || !w.partly(e.Arr) {
		return nil
	}
	undo := w.state()
	w.branches = 1
	a, ok := w.element(fs, e.Arr, idx)
	if !ok {
		w.undo(undo)
		return nil
	}
	return &core.Use{Atom: a}
}

// partly reports whether an array is made of others without computing anything.
func (w *walker) partly(a *core.Var) bool { return w.virtual[a] || w.isPartly(w.def(a)) }

func (w *walker) isPartly(e core.Exp) bool {
	switch e := e.(type) {
	case *core.Concat:
		return !slices.ContainsFunc(e.Arrs, w.computed)
	case *core.Rotate, *core.Slice:
		return true
	case *core.Reshape:
		return w.resized(e) && w.partly(e.Arr)
	case *core.Map:
		return w.moves(e)
	default: // as it is
	}
	return false
}

// computed reports whether a part of an array is computed.
func (w *walker) computed(a *core.Var) bool {
	switch e := w.def(a).(type) {
	case *core.Map:
		return !w.moves(e)
	case *core.Concat:
		return slices.ContainsFunc(e.Arrs, w.computed)
	case *core.Reshape:
		return w.computed(e.Arr)
	default: // it is there
	}
	return false
}

// moves reports whether a map only moves elements about.
func (w *walker) moves(e *core.Map) bool {
	ok := len(e.Accs) == 0
	core.Walk(e.Fn.Body, func(s core.Stm) {
		switch x := s.Exp.(type) {
		case *core.Index, *core.Slice, *core.Rotate, *core.Concat, *core.ArrayLit, *core.Reshape, *core.Use:
		case *core.Map:
			ok = ok && len(x.Accs) == 0
		case *core.PrimApp:
			ok = ok && x.T == prim.I64 && !x.MayFail()
		default:
			ok = false
		}
	})
	return ok
}

// neighbours is a map that reads the elements of operands that are made of parts itself; nil if it has none.
func (w *walker) neighbours(fs facts, e *core.Map) core.Exp {
	wanted := w.wanted(e)
	if len(e.Accs) > 0 || !slices.Contains(wanted, true) {
		return nil
	}
	undo, inside := w.state(), w.inside
	i := core.NewVar("i", core.I64)
	iota := w.let("iota", &core.Iota{N: e.W, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	n := &core.Map{W: e.W, Arrs: []*core.Var{iota}, Fn: &core.Lambda{Params: []*core.Var{i}, Ret: e.Fn.Ret}}
	for k, a := range e.Arrs {
		if !wanted[k] {
			n.Arrs, n.Fn.Params = append(n.Arrs, a), append(n.Fn.Params, e.Fn.Params[k])
			if w.indices(a) {
				fs = w.counter(fs, e.Fn.Params[k], e.W)
			}
		}
	}
	fs = w.counter(fs, i, e.W)
	b := w.push(n.Fn.Params)
	ok := true
	w.inside = true
	for k, a := range e.Arrs {
		p := e.Fn.Params[k]
		switch {
		case !wanted[k]:
		case p.Type.IsScalar():
			w.branches = 1
			x, done := w.element(fs, a, []affine.Form{linear.Of(i)})
			if ok = ok && done; ok {
				u := &core.Use{Atom: x}
				b.Add([]*core.Var{p}, u)
				w.bind([]*core.Var{p}, u)
			}
		default:
			w.virtual[p], w.depth[p], w.defs[p] = true, len(w.out)-1, &core.Index{Arr: a, Idx: []core.Atom{i}}
		}
	}
	if ok {
		w.stms(b, fs, e.Fn.Body.Stms)
	}
	w.pop()
	n.Fn.Body = b.Body(e.Fn.Body.Result...)
	w.inside = inside
	if !ok || w.unmade(core.FreeInLambda(n.Fn)) {
		for _, p := range e.Fn.Params {
			delete(w.defs, p)
		}
		w.undo(undo)
		return nil
	}
	return n
}

// wanted says which operands of a map are made of parts: those that are turned or joined, and parts of one array of which there are several.
func (w *walker) wanted(e *core.Map) []bool {
	of := map[*core.Var]int{}
	for _, a := range e.Arrs {
		of[w.base(a)]++
	}
	out := make([]bool, len(e.Arrs))
	for k, a := range e.Arrs {
		out[k] = w.virtual[a] || w.partly(a) && (w.base(a) == a || of[w.base(a)] > 1)
	}
	return out
}

// base is the array that another one is a part of, or the same array.
func (w *walker) base(a *core.Var) *core.Var {
	switch e := w.def(a).(type) {
	case *core.Reshape:
		if w.resized(e) {
			return w.base(e.Arr)
		}
	case *core.Slice:
		return w.base(e.Arr)
	case *core.Index:
		return w.base(e.Arr)
	default: // an array as it is
	}
	return a
}

// run computes the results of a body of which the variables bound before are those of at; for a row of elements it is computed for each of
// them, so it must be cheap.
func (w *walker) run(fs facts, b core.Body, at *core.Subst, row bool) ([]core.Atom, bool) {
	need := map[core.Atom]bool{}
	for _, a := range b.Result {
		need[a] = true
	}
	for _, s := range slices.Backward(b.Stms) {
		if slices.ContainsFunc(s.Pat, func(v *core.Var) bool { return need[v] }) {
			for _, v := range core.FreeInStm(s).List {
				need[v] = true
			}
		}
	}
	for _, s := range b.Stms {
		if a, ok := s.Exp.(*core.Assert); ok {
			if !w.asserted(a, at) {
				return nil, false
			}
			continue
		} else if !slices.ContainsFunc(s.Pat, func(v *core.Var) bool { return need[v] }) {
			continue
		}
		w.now().Src = s.Src
		if !w.copied(fs, s, at, row) {
			return nil, false
		}
	}
	return at.Atoms(b.Result), true
}

// copied computes what a statement does, or notes what it makes.
func (w *walker) copied(fs facts, s core.Stm, at *core.Subst, row bool) bool {
	if c, ok := s.Exp.(*core.If); ok && !row {
		return w.branch(fs, s, c, at)
	}
	e := at.Exp(s.Exp)
	switch x := e.(type) {
	case *core.Use:
		at.Vars[s.Pat[0]] = x.Atom
		return true
	case *core.Index:
		if s.Pat[0].Type.IsScalar() && (!row || !s.Pat[0].Type.Elem.IsFloat()) {
			idx, ok := w.forms(x.Idx)
			if ok {
				at.Vars[s.Pat[0]], ok = w.element(fs, x.Arr, idx)
			}
			return ok
		}
	case *core.PrimApp:
		args, ok := w.values(fs, x.Args)
		if !ok || row && (x.T.IsFloat() || x.MayFail()) {
			return false
		}
		e = &core.PrimApp{Op: x.Op, T: x.T, Args: args}
	default: // an array, or work
	}
	if isPart(e) {
		for k, v := range s.Pat {
			out := w.part(v, at.Type(v.Type), e)
			w.nth[out], at.Vars[v] = k, out
		}
		return true
	}
	_, cheap := e.(*core.PrimApp)
	if row && !cheap || w.unmade(core.FreeInExp(e)) {
		return false
	}
	pat := at.Binders(s.Pat)
	w.now().Add(pat, e)
	w.bind(pat, e)
	return true
}

// isPart reports whether a node makes an array whose elements can be computed by themselves.
func isPart(e core.Exp) bool {
	switch e := e.(type) {
	case *core.Index, *core.Slice, *core.Rotate, *core.Concat, *core.ArrayLit, *core.Reshape, *core.Copy, *core.Replicate, *core.Iota:
		return true
	case *core.Map:
		return len(e.Accs) == 0
	default: // work
	}
	return false
}

// branch computes a branch.
func (w *walker) branch(fs facts, s core.Stm, e *core.If, at *core.Subst) bool {
	if !core.AllScalar(core.VarTypes(s.Pat)) {
		return false
	}
	c, ok := at.Atom(e.Cond), true
	body := func(b core.Body, is bool) core.Body {
		out := w.push(nil)
		fs := w.assume(fs, c, is)
		res, done := w.run(fs, b, at, false)
		if done {
			res, done = w.values(fs, res)
		}
		w.pop()
		ok = ok && done
		return out.Body(res...)
	}
	n := &core.If{Cond: c, Then: body(e.Then, true), Else: body(e.Else, false)}
	if ok {
		pat := at.Binders(s.Pat)
		w.now().Add(pat, n)
		w.bind(pat, n)
	}
	return ok
}
