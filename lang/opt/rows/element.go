package rows

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// element computes an element of an array at an index for each of its dimensions, from what the array is made of; not ok if that is not
// known, or would take more branches than are left.
func (w *walker) element(fs facts, arr *core.Var, idx []affine.Form) (core.Atom, bool) {
	if w.whole {
		w.taken[arr] = true
	}
	switch e := w.def(arr).(type) {
	case *core.Copy:
		return w.element(fs, e.Arr, idx)
	case *core.Index:
		if before, ok := w.forms(e.Idx); ok {
			return w.element(fs, e.Arr, append(before, idx...))
		}
	case *core.Slice:
		if inner, ok := w.sliced(e.Dims, idx); ok && (w.holdAll(fs, inner, e.Arr.Type.Dims) || !w.virtual[arr] && w.holdAll(fs, idx, arr.Type.Dims)) {
			return w.element(fs, e.Arr, inner)
		}
	case *core.Reshape:
		if w.resized(e) {
			return w.element(fs, e.Arr, idx)
		}
	case *core.Rotate:
		by, ok := core.IntConst(e.By)
		if n := e.Arr.Type.Dims[0]; ok && -maxTurn <= by && by <= maxTurn {
			at := w.added(prim.Mod, w.atom(idx[0].Add(by)), n)
			return w.element(fs, e.Arr, append([]affine.Form{linear.Of(at)}, idx[1:]...))
		}
	case *core.ArrayLit:
		if len(idx[0].Terms) == 0 && 0 <= idx[0].C && idx[0].C < int64(len(e.Elems)) {
			return w.value(fs, e.Elems[idx[0].C], idx[1:])
		} else if len(e.Elems) == 1 { // the only one
			return w.value(fs, e.Elems[0], idx[1:])
		}
	case *core.Iota:
		step, ok := core.IntConst(e.Step)
		if from, ok2 := affine.Of(e.Start, w.def); ok && ok2 && e.T == prim.I64 {
			return w.atom(from.Plus(step, idx[0])), true
		}
	case *core.Replicate:
		return w.value(fs, e.Val, idx[len(e.Dims):])
	case *core.Concat:
		return w.joined(fs, e.Arrs, idx)
	case *core.UpdateSlice:
		if c, ok := w.def(e.Arr).(*core.Copy); ok {
			return w.replaced(fs, e, c.Arr, idx)
		}
		return w.replaced(fs, e, e.Arr, idx) // what is written over, if it is still there
	case *core.Map:
		if w.virtual[arr] || w.whole && w.uses[arr] == 1 || w.moves(e) {
			return w.mapped(fs, e, w.nth[arr], idx)
		}
	default: // an array as it is
	}
	if w.virtual[arr] || !w.intact(arr) {
		return nil, false
	}
	at := make([]core.Atom, len(idx))
	for d, x := range idx {
		at[d] = w.atom(x)
	}
	return w.let(arr.Name, &core.Index{Arr: arr, Idx: at}), true
}

// maxTurn is by how many places arrays are rotated that are read at remainders.
const maxTurn = 16

// resized reports whether a reshaped array has the same elements at the same indices: one dimension at most has another name for its size.
func (w *walker) resized(e *core.Reshape) bool {
	if len(e.Dims) != e.Arr.Type.Rank() {
		return false
	}
	others := 0
	for d, n := range e.Dims {
		x, ok := affine.Of(n, w.def)
		y, ok2 := affine.Of(e.Arr.Type.Dims[d], w.def)
		if !ok || !ok2 || !x.Equal(y) {
			others++
		}
	}
	return others <= 1
}

// value is a number, perhaps one that is read where it is needed, or an element of an array.
func (w *walker) value(fs facts, a core.Atom, idx []affine.Form) (core.Atom, bool) {
	v, ok := a.(*core.Var)
	if !ok || len(idx) == 0 && !w.virtual[v] {
		return a, true
	}
	return w.element(fs, v, idx)
}

// values are numbers, read where they are needed.
func (w *walker) values(fs facts, as []core.Atom) ([]core.Atom, bool) {
	out := make([]core.Atom, len(as))
	for k, a := range as {
		x, ok := w.value(fs, a, nil)
		if !ok {
			return nil, false
		}
		out[k] = x
	}
	return out, true
}

// forms are indices as sums.
func (w *walker) forms(idx []core.Atom) (out []affine.Form, ok bool) {
	for _, a := range idx {
		x, ok := affine.Of(a, w.def)
		if !ok {
			return nil, false
		}
		out = append(out, x)
	}
	return out, true
}

// sliced are the places of an array of which a part has elements at some indices.
func (w *walker) sliced(dims []core.DimSlice, idx []affine.Form) ([]affine.Form, bool) {
	out := slices.Clone(idx)
	for d, s := range dims {
		k, ok := core.IntConst(s.Stride)
		from, ok2 := affine.Of(s.Start, w.def)
		if out[d] = from.Plus(k, idx[d]); !ok || !ok2 || !out[d].Fits(1<<16, 1<<16) {
			return nil, false
		}
	}
	return out, true
}

// holdAll reports whether indices are certainly in range.
func (w *walker) holdAll(fs facts, idx []affine.Form, dims []core.Atom) bool {
	for d, x := range idx {
		n, ok := affine.Of(dims[d], w.def)
		if !ok || !w.holds(fs, x) || !w.holds(fs, n.Add(-1).Plus(-1, x)) {
			return false
		}
	}
	return true
}

// atom computes a sum.
func (w *walker) atom(f affine.Form) core.Atom {
	b := w.now()
	n := len(b.Stms)
	a := affine.Atom(f, b)
	for _, s := range b.Stms[n:] {
		w.bind(s.Pat, s.Exp)
	}
	return a
}

// added computes a number by an operator.
func (w *walker) added(op *prim.Op, x, y core.Atom) *core.Var {
	return w.let(op.Name, &core.PrimApp{Op: op, T: prim.I64, Args: []core.Atom{x, y}})
}

// joined is an element of arrays one after the other.
func (w *walker) joined(fs facts, arrs []*core.Var, idx []affine.Form) (core.Atom, bool) {
	if len(arrs) == 1 {
		return w.element(fs, arrs[0], idx)
	}
	n, ok := affine.Of(arrs[0].Type.Dims[0], w.def)
	if !ok {
		return nil, false
	}
	first := func(fs facts) (core.Atom, bool) { return w.element(fs, arrs[0], idx) }
	rest := func(fs facts) (core.Atom, bool) {
		return w.joined(fs, arrs[1:], append([]affine.Form{idx[0].Plus(-1, n)}, idx[1:]...))
	}
	switch f := n.Add(-1).Plus(-1, idx[0]); {
	case w.holds(fs, f):
		return first(fs)
	case w.holds(fs, f.Times(-1).Add(-1)):
		return rest(fs)
	default:
		return w.either(fs, []affine.Form{f}, first, rest)
	}
}

// replaced is an element of an array of which a part is another one.
func (w *walker) replaced(fs facts, e *core.UpdateSlice, old *core.Var, idx []affine.Form) (core.Atom, bool) {
	in := slices.Clone(idx)
	var tests []affine.Form
	for d, s := range e.Dims {
		from, ok := affine.Of(s.Start, w.def)
		n, ok2 := affine.Of(s.Count, w.def)
		if !ok || !ok2 || !core.IsInt(s.Stride, 1) {
			return nil, false
		}
		in[d] = idx[d].Plus(-1, from)
		for _, f := range []affine.Form{in[d], n.Add(-1).Plus(-1, in[d])} {
			if w.holds(fs, f.Times(-1).Add(-1)) {
				return w.element(fs, old, idx)
			} else if !w.holds(fs, f) {
				tests = append(tests, f)
			}
		}
	}
	return w.either(fs, tests, func(fs facts) (core.Atom, bool) { return w.element(fs, e.Val, in) },
		func(fs facts) (core.Atom, bool) { return w.element(fs, old, idx) })
}

// either is one value where no sum is negative, and another one where some is.
func (w *walker) either(fs facts, tests []affine.Form, yes, no func(fs facts) (core.Atom, bool)) (core.Atom, bool) {
	if len(tests) == 0 {
		return yes(fs)
	}
	if w.branches--; w.branches < 0 {
		return nil, false
	}
	var cond *core.Var
	inside, outside := fs, fs
	for _, f := range tests {
		var pos, neg affine.Form // f is pos - neg + a number
		for _, t := range f.Terms {
			if t.K > 0 {
				pos = pos.Plus(t.K, linear.Of(t.V))
			} else {
				neg = neg.Plus(-t.K, linear.Of(t.V))
			}
		}
		c := w.added(prim.Le, w.atom(neg), w.atom(pos.Add(f.C)))
		if cond != nil {
			c = w.let("and", &core.PrimApp{Op: prim.And, T: prim.Bool, Args: []core.Atom{cond, c}})
		}
		cond, inside = c, inside.with(f)
	}
	if len(tests) == 1 {
		outside = fs.with(tests[0].Times(-1).Add(-1))
	}
	ok := true
	branch := func(fs facts, value func(fs facts) (core.Atom, bool)) core.Body {
		b := w.push(nil)
		x, done := value(fs)
		w.pop()
		ok = ok && done
		return b.Body(x)
	}
	e := &core.If{Cond: cond, Then: branch(inside, yes), Else: branch(outside, no)}
	if !ok {
		return nil, false
	}
	v := core.NewVar("part", e.Then.Result[0].AtomType())
	w.now().Add([]*core.Var{v}, e)
	w.bind([]*core.Var{v}, e)
	return v, true
}

// mapped is an element of the result k of a map, computed by its lambda.
func (w *walker) mapped(fs facts, e *core.Map, k int, idx []affine.Form) (core.Atom, bool) {
	if len(e.Accs) > 0 {
		return nil, false
	}
	at := core.NewSubst()
	i := w.atom(idx[0])
	for j, p := range e.Fn.Params {
		switch {
		case w.indices(e.Arrs[j]):
			at.Vars[p] = i
		case p.Type.IsScalar():
			x, ok := w.element(fs, e.Arrs[j], idx[:1])
			if !ok {
				return nil, false
			}
			at.Vars[p] = x
		default:
			at.Vars[p] = w.part(p, p.Type, &core.Index{Arr: e.Arrs[j], Idx: []core.Atom{i}})
		}
	}
	w.trips = append(w.trips, e.W)
	defer func() { w.trips = w.trips[:len(w.trips)-1] }()
	res, ok := w.run(fs, core.Body{Stms: e.Fn.Body.Stms, Result: e.Fn.Body.Result[k : k+1]}, at, len(idx) > 1)
	if !ok {
		return nil, false
	}
	return w.value(fs, res[0], idx[1:])
}

// part is an array that is never made: its elements are computed where they are read.
func (w *walker) part(v *core.Var, t core.Type, e core.Exp) *core.Var {
	out := core.NewVar(v.Name, t)
	w.virtual[out], w.defs[out], w.depth[out] = true, e, len(w.out)-1
	return out
}
