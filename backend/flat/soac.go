package flat

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// soac translates the parallel nodes inside a kernel: they are sequential loops here.
func (t *thread) soac(pat []*core.Var, e core.Exp) []val {
	switch e := e.(type) {
	case *core.Map:
		return t.mapExp(pat, e)
	case *core.Reduce:
		return t.reduce(pat, e)
	case *core.Scan:
		return t.scan(pat, e)
	case *core.Hist:
		return t.hist(e)
	case *core.Scatter:
		return t.scatter(pat, e)
	case *core.WithAcc:
		return t.withAcc(e)
	case *core.UpdateAcc:
		acc := t.value(e.Acc).(*accum)
		t.updateAcc(acc, t.scalars(e.Idx), []val{t.value(e.Val)})
		return one(acc)
	default: // translated by the caller
	}
	diag.Bugf("flat: no rule for %T", e)
	return nil
}

// mapExp stores the results of a map, unless it is lazy.
func (t *thread) mapExp(pat []*core.Var, e *core.Map) []val {
	if t.f.lazy[e] && !t.hinted(pat) {
		return lazyMap(t.f, e, t.scalar(e.W), func(a *core.Var) array { return t.array(a) })
	}
	k := len(e.Accs)
	out := make([]val, len(pat))
	args := make([]val, len(e.Fn.Params))
	for i, a := range e.Accs {
		out[i] = t.value(a)
		args[i] = out[i]
	}
	w := t.scalar(e.W)
	for i, v := range pat[k:] {
		if x := t.overwritten(e, v, k+i); x != nil {
			out[k+i] = x
		} else {
			out[k+i] = t.alloc(v, append([]core.Atom{w}, t.dims(e.Fn.Ret[k+i])...))
		}
	}
	t.mapLoop(e, w, func(i core.Atom) { t.mapElem(e, i, args, out) })
	return out
}

// mapLoop is the loop of a map; that of one with accumulators may update one place many times.
func (t *thread) mapLoop(e *core.Map, w core.Atom, f func(i core.Atom)) {
	if len(e.Accs) > 0 {
		t.loop(w, f)
	} else {
		t.parLoop(w, f)
	}
}

func (t *thread) hinted(pat []*core.Var) bool {
	for _, v := range pat {
		if t.hint[v] != nil {
			return true
		}
	}
	return false
}

// mapElem computes element i of a map and puts the results into the rows of out.
func (t *thread) mapElem(e *core.Map, i core.Atom, args, out []val) {
	k := len(e.Accs)
	t.rows(args[k:], e.Arrs, i)
	dests := make([]*view, len(out))
	for j := k; j < len(out); j++ {
		dests[j] = out[j].(*view).sub(i)
	}
	vals := t.inline(e.Fn.Params, e.Fn.Body, args, dests)
	for j := k; j < len(out); j++ {
		t.put(dests[j], vals[j])
	}
}

// rows puts element i of each array into args; that of an iota is computed, though it may be in memory, too.
func (t *thread) rows(args []val, arrs []*core.Var, i core.Atom) {
	for j, a := range arrs {
		if l := t.f.iotas[a]; l != nil {
			args[j] = t.row(l, i)
		} else {
			args[j] = t.row(t.array(a), i)
		}
	}
}

// reduce folds from the left. Known operators of scalars are a Fold, which gen may reorder.
func (t *thread) reduce(pat []*core.Var, e *core.Reduce) []val {
	w := t.scalar(e.W)
	if ops := primOps(e.Fn); ops != nil {
		return t.fold(pat, e, ops, w)
	}
	k := len(e.Ne)
	accs := t.accumulators(pat, e.Ne)
	t.loop(w, func(i core.Atom) {
		args := make([]val, 2*k)
		copy(args, accs)
		t.rows(args[k:], e.Arrs, i)
		t.advance(accs, t.inline(e.Fn.Params, e.Fn.Body, args, inPlace(e.Fn, accs)))
	})
	return accs
}

// inPlace are the destinations of an operator that works element by element: its left operands.
func inPlace(fn *core.Lambda, accs []val) []*view {
	m := elementwiseOp(fn)
	if m == nil {
		return nil
	}
	out := make([]*view, len(accs))
	for i := range accs {
		out[i] = accs[i].(*view)
	}
	return out
}

func (t *thread) fold(pat []*core.Var, e *core.Reduce, ops []*prim.Op, w core.Atom) []val {
	accs := make([]*core.Var, len(pat))
	out := make([]val, len(pat))
	for i, v := range pat {
		accs[i] = t.declare(v, t.scalar(e.Ne[i]))
		out[i] = accs[i]
	}
	i := t.index(w)
	vals := make([]core.Atom, len(pat))
	body := t.block(func() {
		args := make([]val, len(pat))
		t.rows(args, e.Arrs, i)
		for j, a := range args {
			vals[j] = a.(core.Atom)
		}
	})
	t.emit(&seg.Fold{I: i, Bound: w, Body: body, Accs: accs, Ops: ops, Vals: vals})
	return out
}

// primOps are the operators that fn applies, one for each component, if all of them are
// scalar, associative and commutative; else nil.
func primOps(fn *core.Lambda) []*prim.Op {
	k := len(fn.Params) / 2
	if k == 0 || len(fn.Body.Stms) != k {
		return nil
	}
	out := make([]*prim.Op, k)
	for i := range k {
		s := fn.Body.Stms[i]
		e, ok := s.Exp.(*core.PrimApp)
		if !ok || !e.Op.Assoc || !e.Op.Comm || len(e.Args) != 2 {
			return nil
		}
		x, y := core.Atom(fn.Params[i]), core.Atom(fn.Params[k+i])
		if !(e.Args[0] == x && e.Args[1] == y || e.Args[0] == y && e.Args[1] == x) || fn.Body.Result[i] != core.Atom(s.Pat[0]) {
			return nil
		}
		out[i] = e.Op
	}
	return out
}

// elementwiseOp is the map that an operator on arrays consists of, as in reduce (map2 (+)): its operands
// are exactly the parameters, in order. Nil if fn is something else.
func elementwiseOp(fn *core.Lambda) *core.Map {
	if len(fn.Body.Stms) != 1 {
		return nil
	}
	m, ok := fn.Body.Stms[0].Exp.(*core.Map)
	if !ok || len(m.Accs) > 0 || len(m.Arrs) != len(fn.Params) || len(fn.Body.Result)*2 != len(fn.Params) {
		return nil
	}
	for i, a := range m.Arrs {
		if a != fn.Params[i] {
			return nil
		}
	}
	for i, a := range fn.Body.Result {
		if a != core.Atom(fn.Body.Stms[0].Pat[i]) {
			return nil
		}
	}
	for _, r := range m.Fn.Ret {
		if !r.IsScalar() {
			return nil
		}
	}
	return m
}

// accumulators are variables and arrays that start as the neutral elements.
func (t *thread) accumulators(pat []*core.Var, ne []core.Atom) []val {
	out := make([]val, len(ne))
	for i, a := range ne {
		x := t.value(a)
		if s, ok := x.(core.Atom); ok {
			out[i] = t.declare(core.NewVar("acc", a.AtomType()), s)
			continue
		}
		var dst *view
		if pat != nil {
			dst = t.alloc(pat[i], x.(array).shape())
		} else {
			dst = t.slot("acc", a.AtomType().Elem, x.(array).shape())
		}
		t.put(dst, x)
		out[i] = dst
	}
	return out
}

// advance gives accumulators new values; all are read before any is written.
func (t *thread) advance(accs, vals []val) {
	tmp := make([]val, len(vals))
	for i, x := range vals {
		switch x := x.(type) {
		case core.Atom:
			tmp[i] = x
			if v, ok := x.(*core.Var); ok && x != accs[i] {
				tmp[i] = t.let("next", prim.To(v.Type.Elem), v.Type.Elem, v)
			}
		case array:
			tmp[i] = x
			if x != accs[i] {
				tmp[i] = t.stable(x, accs[i].(*view), accs)
			}
		}
	}
	for i, x := range tmp {
		switch acc := accs[i].(type) {
		case *core.Var:
			if x != core.Atom(acc) {
				t.emit(&seg.Set{V: acc, Val: x.(core.Atom)})
			}
		case *view:
			t.put(acc, x)
		}
	}
}

// scan keeps every prefix.
func (t *thread) scan(pat []*core.Var, e *core.Scan) []val {
	w, k := t.scalar(e.W), len(e.Ne)
	out := make([]val, k)
	for i, v := range pat {
		dims := append([]core.Atom{w}, t.dims(e.Fn.Ret[i])...)
		if t.f.unread[v] {
			out[i] = constant(v.Type.Elem, dims, core.Zero(v.Type.Elem))
			continue
		}
		out[i] = t.alloc(v, dims)
	}
	accs := t.accumulators(nil, e.Ne)
	t.loop(w, func(i core.Atom) {
		args := make([]val, 2*k)
		copy(args, accs)
		t.rows(args[k:], e.Arrs, i)
		t.advance(accs, t.inline(e.Fn.Params, e.Fn.Body, args, inPlace(e.Fn, accs)))
		for j := range out {
			if d, ok := out[j].(*view); ok {
				t.put(d.sub(i), accs[j])
			}
		}
	})
	return out
}

// scatter writes in order, so that the last of several writes to one place wins.
func (t *thread) scatter(pat []*core.Var, e *core.Scatter) []val {
	out := make([]val, len(e.Dest))
	for i, d := range e.Dest {
		out[i] = t.owned(d)
	}
	t.loop(t.scalar(e.W), func(i core.Atom) { t.scatterElem(e, i, out) })
	return out
}

func (t *thread) scatterElem(e *core.Scatter, i core.Atom, out []val) {
	idx := make([]core.Atom, len(e.Idx))
	for j, a := range e.Idx {
		idx[j] = t.row(t.array(a), i).(core.Atom)
	}
	vals := make([]val, len(out))
	for j := range out {
		if l, ok := t.array(e.Vals[j]).(*lazy); ok { // what it computes may fail wherever it would go
			vals[j] = t.row(l, i)
		}
	}
	for j := 0; j < len(out); { // arrays of one size have one guard
		dims, next := out[j].(*view).dims[:len(idx)], j
		t.guarded(idx, dims, func() {
			for ; next < len(out) && slices.Equal(out[next].(*view).dims[:len(idx)], dims); next++ {
				if vals[next] == nil {
					vals[next] = t.row(t.array(e.Vals[next]), i)
				}
				dst := out[next].(*view)
				t.put(dst.sub(idx...), t.unshared("val", vals[next], dst))
			}
		})
		j = next
	}
}

// guarded runs f where the indices are in range.
func (t *thread) guarded(idx, dims []core.Atom, f func()) {
	var cond core.Atom
	for k, i := range idx {
		cond = t.both(cond, t.inRange(i, dims[k]))
	}
	if cond == nil {
		f()
		return
	}
	t.emit(&seg.If{Cond: cond, Then: t.branch(f)})
}

// hist combines values into bins, in order.
func (t *thread) hist(e *core.Hist) []val {
	acc := &accum{op: e.Fn}
	out := make([]val, len(e.Dest))
	for i, d := range e.Dest {
		a := t.owned(d)
		acc.arrs = append(acc.arrs, a)
		out[i] = a
	}
	t.loop(t.scalar(e.W), func(i core.Atom) { t.histElem(e, acc, i) })
	return out
}

func (t *thread) histElem(e *core.Hist, acc *accum, i core.Atom) {
	idx := make([]core.Atom, len(e.Idx))
	for j, a := range e.Idx {
		idx[j] = t.row(t.array(a), i).(core.Atom)
	}
	vals := make([]val, len(e.Vals))
	for j, a := range e.Vals {
		vals[j] = t.row(t.array(a), i)
	}
	t.updateAcc(acc, idx, vals)
}
