package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/core/alias"
	"raido/lang/prim"
)

// Note [Elements pulled to where they are read]
//
// A map of which another one reads each element at most once, at a place that goes with its index, is computed there, also where that is a part of
// it that is shifted [ours]:
//
//	x = map f as                                           y = map (\i -> let a = as[i+c]
//	y = map (\i -> ... x[i+c] ...) (iota n)   becomes                 in ... f a ...) (iota n)
//
// So the adjoint of an array with a border, of which the border is left out, needs no array. Slices on the way to the reader are followed, and an
// index of each map between x's body and the read must be a dimension's own, with factor 1 or -1: then no element is computed twice. It must be
// certain that the elements exist, as nobody tests that where the read was. The first map stays as it is, without a reader: DCE drops it.

// Pull computes elements of maps where they are read: Note [Elements pulled to where they are read].
func Pull(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		pl := &puller{funs: funs, defs: map[*core.Var]core.Exp{}}
		return pl.body(f.Body)
	})
}

type puller struct {
	funs map[*core.Fun]*core.Fun
	defs map[*core.Var]core.Exp
}

// body rewrites a body, then what is in it: rows that were pulled into it are maps of its own.
func (pl *puller) body(b core.Body) core.Body {
	stms := slices.Clone(b.Stms)
	for _, s := range stms {
		pl.note(s)
	}
	readers := newDemandBody(stms, b.Result)
	for i := len(stms) - 1; i >= 0; i-- {
		m, ok := stms[i].Exp.(*core.Map)
		if !ok || len(stms[i].Pat) != 1 || !pullable(m) {
			continue
		}
		j, v, ok := readers.through(i)
		if !ok {
			continue
		}
		if e, ok := pl.into(v, m, stms[j].Exp); ok {
			stms[j].Exp = e
			readers = newDemandBody(stms, b.Result)
		}
	}
	for k, s := range stms {
		s.Exp = core.Inside(s.Exp, pl.body)
		if c, ok := s.Exp.(*core.Call); ok {
			s.Exp = &core.Call{Fun: pl.funs[c.Fun], Args: c.Args}
		}
		stms[k] = s
	}
	return core.Body{Stms: stms, Result: b.Result}
}

func (pl *puller) note(s core.Stm) {
	for _, v := range s.Pat {
		pl.defs[v] = s.Exp
	}
}

// pullable reports whether the elements of a map can be computed later, and elsewhere.
func pullable(m *core.Map) bool {
	params := core.FreeInLambda(m.Fn)
	for _, p := range m.Fn.Params {
		params.Add(p)
	}
	ok := len(m.Accs) == 0 && !alias.MayConsume(m.Fn.Body, params)
	core.Walk(m.Fn.Body, func(s core.Stm) {
		switch s.Exp.(type) {
		case *core.Assert, *core.Call, *core.Diff, *core.Loop, *core.WithAcc:
			ok = false
		default: // has no effect but its results
		}
	})
	return ok
}

// through follows the result of the map i through slices to the one statement that reads it otherwise, while nothing is consumed. v is what is read.
func (b *demandBody) through(i int) (j int, v *core.Var, ok bool) {
	for j, v = i, b.stms[i].Pat[0]; ; v = b.stms[j].Pat[0] {
		if at := b.readers[v]; len(at) != 1 || at[0] == len(b.stms) {
			return 0, nil, false
		} else if j = at[0]; slices.Contains(b.consume[i:j+1], true) {
			return 0, nil, false
		}
		if e, isSlice := b.stms[j].Exp.(*core.Slice); !isSlice || e.Arr != v {
			return j, v, true
		}
	}
}

// into is the node e with the elements of m, where v is a part of its result that e reads.
func (pl *puller) into(v *core.Var, m *core.Map, e core.Exp) (core.Exp, bool) {
	r, ok := e.(*core.Map)
	if !ok || slices.Contains(r.Arrs, v) {
		return nil, false
	}
	st := &pullSite{pl: pl, v: v, m: m}
	body, ok := st.level(r)
	if !ok {
		return nil, false
	}
	return &core.Map{W: r.W, Accs: r.Accs, Arrs: r.Arrs, Fn: &core.Lambda{Params: r.Fn.Params, Ret: r.Fn.Ret, Body: body}}, true
}

// pullSite is the one place where an array is read.
type pullSite struct {
	pl     *puller
	v      *core.Var
	m      *core.Map
	levels []level // the maps around
}

// level is the body of a map around the read, with elements in the place of it.
func (st *pullSite) level(r *core.Map) (core.Body, bool) {
	at := slices.IndexFunc(r.Arrs, func(a *core.Var) bool {
		n, ok := st.pl.defs[a].(*core.Iota)
		return ok && n.T == prim.I64 && core.IsInt(n.Start, 0) && core.IsInt(n.Step, 1)
	})
	if at < 0 {
		return core.Body{}, false
	}
	st.levels = append(st.levels, level{i: r.Fn.Params[len(r.Accs)+at], w: r.W, m: r})
	return st.body(r.Fn.Body)
}

// body is a body with elements in the place of the read.
func (st *pullSite) body(b core.Body) (core.Body, bool) {
	at := -1
	for k, s := range b.Stms {
		st.pl.note(s)
		if !core.FreeInStm(s).Has(st.v) {
			continue
		} else if at >= 0 {
			return b, false
		}
		at = k
	}
	if at < 0 || slices.ContainsFunc(b.Result, func(a core.Atom) bool { return a == core.Atom(st.v) }) {
		return b, false
	}
	s, ok := b.Stms[at], false
	n := slices.Clone(b.Stms)
	switch e := s.Exp.(type) {
	case *core.Index, *core.Slice:
		return st.part(b, at)
	case *core.Map:
		if m := *e; !slices.Contains(e.Arrs, st.v) {
			m.Fn = &core.Lambda{Params: e.Fn.Params, Ret: e.Fn.Ret}
			m.Fn.Body, ok = st.level(e)
			n[at].Exp = &m
		}
	case *core.If:
		c := *e
		switch inThen, inElse := core.FreeInBody(e.Then).Has(st.v), core.FreeInBody(e.Else).Has(st.v); {
		case inThen && !inElse:
			c.Then, ok = st.body(e.Then)
		case inElse && !inThen:
			c.Else, ok = st.body(e.Else)
		}
		n[at].Exp = &c
	default: // reads it as a whole, or more than once
	}
	return core.Body{Stms: n, Result: b.Result}, ok
}

// part is a body that computes the part which statements from at on take of the array, by slices and indices one after the other.
func (st *pullSite) part(b core.Body, at int) (core.Body, bool) {
	var x view
	for _, a := range st.pl.slices(st.v) {
		if !x.step(a, st.def) {
			return b, false
		}
	}
	readers := newDemandBody(b.Stms, b.Result).readers
	gone := map[int]bool{}
	for next := at; ; {
		if !x.step(b.Stms[next].Exp, st.def) {
			break
		}
		st.pl.note(b.Stms[next])
		gone[next], at = true, next
		if next = -1; len(readers[b.Stms[at].Pat[0]]) == 1 {
			next = readers[b.Stms[at].Pat[0]][0]
		}
		if next < 0 || next == len(b.Stms) || !isPart(b.Stms[next].Exp, b.Stms[at].Pat[0]) {
			break
		}
	}
	if !gone[at] || !st.once(x.idx) {
		return b, false
	}
	out := &core.Builder{}
	for k, s := range b.Stms {
		if out.Src = s.Src; k == at {
			if !st.compute(out, s.Pat, x) {
				return b, false
			}
		} else if !gone[k] {
			out.Add(s.Pat, s.Exp)
		}
	}
	return core.Body{Stms: out.Stms, Result: b.Result}, true
}

// slices are the slices on the way to a part of the array.
func (pl *puller) slices(v *core.Var) (out []core.Exp) {
	for {
		e, ok := pl.defs[v].(*core.Slice)
		if !ok {
			return out
		}
		out, v = append([]core.Exp{e}, out...), e.Arr
	}
}

func isPart(e core.Exp, of *core.Var) bool {
	switch e := e.(type) {
	case *core.Index:
		return e.Arr == of
	case *core.Slice:
		return e.Arr == of
	default:
		return false
	}
}

// view is a part of an array: its first indices, and of some dimensions that follow where they start and how many elements there are.
type view struct {
	idx    []affine.Form
	starts []affine.Form
	counts []core.Atom // nil for all of a dimension
}

// step takes a part of a part; false if its places are no sums.
func (x *view) step(e core.Exp, def func(*core.Var) core.Exp) bool {
	var as []core.Atom
	var counts []core.Atom
	s, isSlice := e.(*core.Slice)
	if isSlice {
		for _, d := range s.Dims {
			if !core.IsInt(d.Stride, 1) {
				return false
			}
			as, counts = append(as, d.Start), append(counts, d.Count)
		}
	} else {
		as = e.(*core.Index).Idx
	}
	n := view{slices.Clone(x.idx), slices.Clone(x.starts), slices.Clone(x.counts)}
	for d, a := range as {
		f, ok := affine.Of(a, def)
		if !ok {
			return false
		}
		if d == len(n.starts) || !isSlice && len(n.starts) == 0 {
			n.starts, n.counts = append(n.starts, affine.Form{}), append(n.counts, nil)
		}
		if isSlice {
			n.starts[d], n.counts[d] = n.starts[d].Plus(1, f), counts[d]
			continue
		}
		n.idx = append(n.idx, n.starts[0].Plus(1, f))
		n.starts, n.counts = n.starts[1:], n.counts[1:]
	}
	*x = n
	return true
}

// once reports whether places are others in each iteration of all maps around, each the index of one of them and what is known outside, and certainly
// within what a map around the element makes.
func (st *pullSite) once(idx []affine.Form) bool {
	found := map[*core.Map]bool{}
	dims := st.dims()
	for d, x := range idx {
		n, ok := affine.Form{}, false
		if d < len(dims) {
			n, ok = affine.Of(dims[d], st.def)
		}
		k := slices.IndexFunc(st.levels, func(l level) bool { return x.Factor(l.i) == 1 || x.Factor(l.i) == -1 })
		if !ok || k < 0 || found[st.levels[k].m] {
			return false
		}
		l := st.levels[k]
		w, ok := affine.Of(l.w, st.def)
		first, last := x.Without(l.i), x.Put(l.i, w.Add(-1))
		if x.Factor(l.i) < 0 {
			first, last = last, first
		}
		end := n.Add(-1).Plus(-1, last)
		if !ok || len(first.Terms) > 0 || first.C < 0 || len(end.Terms) > 0 || end.C < 0 {
			return false
		}
		found[l.m] = true
	}
	return len(found) == len(st.levels)
}

// dims are the sizes of the array.
func (st *pullSite) dims() []core.Atom {
	return append([]core.Atom{st.m.W}, st.m.Fn.Ret[0].Dims...)
}

func (st *pullSite) def(v *core.Var) core.Exp {
	if slices.ContainsFunc(st.levels, func(l level) bool { return l.i == v }) {
		return nil
	}
	return st.pl.defs[v]
}

// compute computes a part of the array; false if that makes more of it than is read.
func (st *pullSite) compute(out *core.Builder, pat []*core.Var, x view) bool {
	var res core.Atom
	m := st.m
	for d, f := range x.idx {
		if m == nil {
			return false
		}
		res = st.inline(out, m, affine.Atom(f, out))
		if m = nil; d < len(x.idx)-1 {
			k := slices.IndexFunc(out.Stms, func(s core.Stm) bool { return slices.Contains(s.Pat, core.AsVar(res)) })
			if k >= 0 && len(out.Stms[k].Pat) == 1 {
				m, _ = out.Stms[k].Exp.(*core.Map)
			}
		}
	}
	if len(x.starts) > 0 {
		s := &core.Slice{Arr: res.(*core.Var)}
		for d, f := range x.starts {
			n := x.counts[d]
			if n == nil {
				n = s.Arr.Type.Dims[d]
			}
			s.Dims = append(s.Dims, core.DimSlice{Start: affine.Atom(f, out), Count: n, Stride: core.IntC(1)})
		}
		out.Add(pat, s)
		return true
	}
	out.Add(pat, &core.Use{Atom: res})
	return true
}

// inline computes the element i of a map.
func (st *pullSite) inline(out *core.Builder, m *core.Map, i core.Atom) core.Atom {
	args := make([]core.Atom, len(m.Arrs))
	for k, a := range m.Arrs {
		if n, ok := st.pl.defs[a].(*core.Iota); ok && n.T == prim.I64 {
			if args[k] = i; !core.IsInt(n.Start, 0) || !core.IsInt(n.Step, 1) {
				args[k] = out.Prim(prim.Add, prim.I64, n.Start, out.Prim(prim.Mul, prim.I64, i, n.Step))
			}
			continue
		}
		args[k] = out.Index(a, i)
	}
	return out.Inline(m.Fn, args...)[0]
}
