package tape

import (
	"slices"

	"raido/lang/core"
)

// Note [Thin tapes]
//
// A return sweep reads of what an iteration began with only what its derivatives need, which may be one column of a matrix:
//
//	a, t = loop (a, t = scratch [n][n][n]) for j < n do (..., t with [j] = a)          saves n^3 elements,
//	... t[s, s, s] ... t[s, i, s] ...                                                  of which n^2 are read
//
// becomes t = scratch [n][n], t with [j] = a[:, j], and t[s, s], t[s, i]. [Peng23, 3.3] saves the effective elements of an array, which later code
// reads; here they are found one dimension at a time, as the one index that all reads have there: the number of the row, or a constant. That index
// is in range in each iteration that saves, since the dimension is as long as the loop. What is read may be a view: a column is a row of the matrix
// whose dimensions are exchanged.

// Thin drops dimensions of tapes of which only one index is read.
func Thin(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body { return thin(funs, f.Body) })
}

func thin(funs map[*core.Fun]*core.Fun, b core.Body) core.Body {
	in := func(b core.Body) core.Body { return thin(funs, b) }
	out := core.Body{Stms: slices.Clone(b.Stms), Result: b.Result}
	for i, s := range out.Stms {
		s.Exp = core.Inside(s.Exp, in)
		if c, ok := s.Exp.(*core.Call); ok {
			c.Fun = funs[c.Fun]
		}
		out.Stms[i] = s
	}
	for i := range out.Stms {
		if t := find(out, i); t != nil && t.chooseDims(out.Stms[t.loop+1:]) {
			out.Stms = t.rewritten(out.Stms)
		}
	}
	return out
}

// tape is an array that a loop saves another one in, a row in each iteration.
type tape struct {
	made, loop, param int // statements, and which parameter of the loop
	update            int // the statement of the loop's body
	all               *core.Var
	val               *core.Var
	trips             core.Atom         // of the loop
	drop              map[int]core.Atom // indices of the dimensions that go, nil for the number of the row
	views             map[*core.Var]*read
	ends              map[*core.Var]bool // views that are used, and not by another view only
}

// find is the tape that is made by statement i; nil if that makes none.
func find(b core.Body, i int) *tape {
	made, ok := b.Stms[i].Exp.(*core.Scratch)
	if !ok || len(made.Dims) < 2 {
		return nil
	}
	t := &tape{made: i}
	v := b.Stms[i].Pat[0]
	for j, s := range b.Stms[i+1:] {
		if !core.FreeInStm(s).Has(v) {
			continue
		}
		l, ok := s.Exp.(*core.Loop)
		if t.loop > 0 || !ok || l.Cond != nil {
			return nil
		}
		t.loop, t.param = i+1+j, slices.Index(l.Init, core.Atom(v))
		if t.param < 0 || core.FreeInBody(l.Body).Has(v) || slices.Contains(l.Init[t.param+1:], core.Atom(v)) {
			return nil
		}
	}
	if t.loop == 0 || slices.Contains(b.Result, core.Atom(v)) || !t.saves(b.Stms[t.loop].Exp.(*core.Loop)) {
		return nil
	}
	t.all = b.Stms[t.loop].Pat[t.param]
	if slices.Contains(b.Result, core.Atom(t.all)) {
		return nil
	}
	return t
}

// saves reports whether a loop only saves a row of the tape in each iteration.
func (t *tape) saves(l *core.Loop) bool {
	p := l.Params[t.param]
	t.update = slices.IndexFunc(l.Body.Stms, func(s core.Stm) bool {
		u, ok := s.Exp.(*core.Update)
		return ok && u.Arr == p
	})
	if t.update < 0 {
		return false
	}
	u := l.Body.Stms[t.update].Exp.(*core.Update)
	next := core.Atom(l.Body.Stms[t.update].Pat[0])
	val, isArray := u.Val.(*core.Var)
	if len(u.Idx) != 1 || u.Idx[0] != core.Atom(l.I) || !isArray || val.Type.IsScalar() || l.Body.Result[t.param] != next {
		return false
	}
	t.val, t.trips = val, l.Bound
	rest := core.Body{Stms: slices.Delete(slices.Clone(l.Body.Stms), t.update, t.update+1), Result: slices.Delete(slices.Clone(l.Body.Result), t.param, t.param+1)}
	free := core.FreeInBody(rest)
	return !free.Has(p) && !free.Has(next.(*core.Var))
}

// chooseDims finds the dimensions of which later statements read one index; not ok if there are none, or if something else uses the tape.
func (t *tape) chooseDims(later []core.Stm) bool {
	if !t.follow(later) {
		return false
	}
	t.drop = map[int]core.Atom{}
	for d := 1; d < t.all.Type.Rank(); d++ {
		size := t.val.Type.Dims[d-1]
		row := t.each(func(r *read) bool { return r.at[d] == r.at[0] })
		var first core.Atom
		known := t.each(func(r *read) bool {
			if first == nil {
				first = r.at[d]
			}
			at, ok := core.IntConst(r.at[d])
			as, _ := core.IntConst(first)
			return ok && at == as
		})
		n, fixed := core.IntConst(size)
		at, _ := core.IntConst(first)
		switch {
		case row && size == t.trips:
			t.drop[d] = nil
		case known && fixed && 0 <= at && at < n:
			t.drop[d] = first
		}
	}
	return len(t.drop) > 0
}

// read is a part of the tape: indices of some of its dimensions, nil for the others, which the part has in some order.
type read struct {
	at    []core.Atom
	order []int
}

// follow learns what later statements read of the tape, through views of it; false if it is used as a whole, or not at all.
func (t *tape) follow(later []core.Stm) bool {
	whole := &read{at: make([]core.Atom, t.all.Type.Rank())}
	for d := range whole.at {
		whole.order = append(whole.order, d)
	}
	t.views, t.ends = map[*core.Var]*read{t.all: whole}, map[*core.Var]bool{}
	core.Walk(core.Body{Stms: later}, func(s core.Stm) {
		if r := t.view(s); r != nil {
			t.views[s.Pat[0]] = r
			t.ends[s.Pat[0]] = len(r.order) == 0
		}
	})
	core.Walk(core.Body{Stms: later}, func(s core.Stm) { // a body's views, too, may be its results
		if len(s.Pat) == 1 && t.views[s.Pat[0]] != nil {
			return
		}
		s.Exp.Map(core.Mapper{Atom: func(a core.Atom) core.Atom {
			if v, ok := a.(*core.Var); ok && t.views[v] != nil {
				t.ends[v] = true
			}
			return a
		}, Body: t.result, Lambda: func(l *core.Lambda) *core.Lambda { t.result(l.Body); return l }})
	})
	return t.each(func(r *read) bool { return r.at[0] != nil })
}

// result notes that the results of a body are read.
func (t *tape) result(b core.Body) core.Body {
	for _, a := range b.Result {
		if v, ok := a.(*core.Var); ok && t.views[v] != nil {
			t.ends[v] = true
		}
	}
	return b
}

// view is what a statement makes of a part of the tape: a part of that, nil if it makes anything else.
func (t *tape) view(s core.Stm) *read {
	switch e := s.Exp.(type) {
	case *core.Index:
		if r := t.views[e.Arr]; r != nil {
			out := &read{slices.Clone(r.at), r.order[len(e.Idx):]}
			for k, a := range e.Idx {
				out.at[r.order[k]] = a
			}
			return out
		}
	case *core.Rearrange:
		if r := t.views[e.Arr]; r != nil {
			out := &read{at: r.at}
			for _, d := range e.Perm {
				out.order = append(out.order, r.order[d])
			}
			out.order = append(out.order, r.order[len(e.Perm):]...)
			return out
		}
	default: // no view
	}
	return nil
}

// each reports whether there are reads, and a condition holds for all.
func (t *tape) each(ok func(*read) bool) bool {
	some := false
	for v, end := range t.ends {
		if end && !ok(t.views[v]) {
			return false
		}
		some = some || end
	}
	return some
}
