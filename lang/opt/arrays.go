package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// copy: sharing is harmless where nothing consumes either array, or where the operand is fresh, bound
// in the same body, and used here only. A copy of a copy is one of the original, if that stays.
func (s *simp) copy(old *core.Var, e *core.Copy) core.Exp {
	if d, ok := s.def(e.Arr).(*core.Copy); ok && !s.names.Consumed(s.originOf(d.Arr)) {
		return &core.Copy{Arr: d.Arr}
	}
	o := s.origin[e.Arr]
	where, fresh := s.fresh[e.Arr]
	if s.shareable(old, e.Arr) || fresh && where == s.here && o != nil && s.uses[o] == 1 {
		return &core.Use{Atom: e.Arr}
	}
	return nil
}

// index looks through the construct that made the array. Where that would skip a bounds check, the index
// must be known to be good.
func (s *simp) index(old *core.Var, e *core.Index) core.Exp {
	if len(e.Idx) == 0 {
		return &core.Use{Atom: e.Arr}
	}
	first := e.Idx[0]
	switch d := s.def(e.Arr).(type) {
	case *core.Index: // both are checked as before
		if s.allInside(e.Idx, e.Arr.Type.Dims) { // only the row may be outside
			s.b.Src = s.places[e.Arr]
		}
		return &core.Index{Arr: d.Arr, Idx: slices.Concat(d.Idx, e.Idx)}
	case *core.Iota:
		if s.inBounds(first, d.N) {
			return s.iotaAt(d, first)
		}
	case *core.Replicate:
		return s.indexReplicate(old, e, d)
	case *core.ArrayLit:
		if c, ok := first.(core.Const); ok && s.inBounds(first, core.IntC(int64(len(d.Elems)))) {
			return s.indexInto(old, d.Elems[c.Int64()], e.Idx[1:])
		}
	case *core.Rearrange:
		return indexRearrange(e, d)
	case *core.Update:
		if slices.Equal(d.Idx, e.Idx) && d.Val.AtomType().IsScalar() {
			s.uses[s.originOf(e.Arr)]--
			return &core.Use{Atom: d.Val}
		}
	default: // elements that are not known
	}
	return nil
}

// allInside reports whether indices are constants within constant sizes.
func (s *simp) allInside(idx, dims []core.Atom) bool {
	for k, i := range idx {
		if _, ok := i.(core.Const); !ok || !s.inBounds(i, dims[k]) {
			return false
		}
	}
	return true
}

// concat: parts of an array that lie one after the other, as those of a partition do, are a part of it, or all of it.
func (s *simp) concat(old *core.Var, e *core.Concat) core.Exp {
	var first, last *core.Slice
	for _, a := range e.Arrs {
		d, ok := s.def(a).(*core.Slice)
		if !ok || len(d.Dims) != 1 || !core.IsInt(d.Dims[0].Stride, 1) || last != nil && (d.Arr != last.Arr || !s.follows(last.Dims[0], d.Dims[0])) {
			return nil
		}
		if last = d; first == nil {
			first = d
		}
	}
	if first == nil || !s.shareable(old, first.Arr) {
		return nil
	}
	start := first.Dims[0].Start
	if core.IsInt(start, 0) && e.N == first.Arr.Type.Dims[0] {
		return &core.Use{Atom: first.Arr}
	}
	return &core.Slice{Arr: first.Arr, Dims: []core.DimSlice{{Start: start, Count: e.N, Stride: core.IntC(1)}}}
}

// follows reports whether a part starts where another one ends.
func (s *simp) follows(a, b core.DimSlice) bool {
	if core.IsInt(a.Start, 0) {
		return b.Start == a.Count
	}
	end, ok := s.def(b.Start).(*core.PrimApp)
	return ok && end.Op == prim.Add && end.T == prim.I64 &&
		(end.Args[0] == a.Start && end.Args[1] == a.Count || end.Args[0] == a.Count && end.Args[1] == a.Start)
}

// maxLiteral is how many numbers an array has that is written out where it is updated.
const maxLiteral = 16

// update: a place that has just been written, and a place of a few numbers that are known one by one.
func (s *simp) update(e *core.Update) core.Exp {
	if n := s.overwrites(e); n != nil {
		return n
	}
	at, ok := core.IntConst(e.Idx[0])
	t := e.Arr.Type
	if !ok || len(t.Dims) != 1 {
		return nil
	}
	n, ok := core.IntConst(t.Dims[0])
	if !ok || n > maxLiteral || at < 0 || at >= n {
		return nil
	}
	var elems []core.Atom
	switch d := s.def(e.Arr).(type) {
	case *core.ArrayLit:
		elems = slices.Clone(d.Elems)
	case *core.Replicate:
		elems = slices.Repeat([]core.Atom{d.Val}, int(n))
	default: // elements that are not known
		return nil
	}
	elems[at] = e.Val
	return &core.ArrayLit{Elem: t.Drop(1), Elems: elems}
}

// overwrites is an update of what the one before, which goes, has written and nothing has read; nil if it is not.
func (s *simp) overwrites(e *core.Update) core.Exp {
	d, ok := s.def(e.Arr).(*core.Update)
	if !ok || !slices.Equal(d.Idx, e.Idx) || s.uses[s.originOf(e.Arr)] != 1 {
		return nil
	}
	at := slices.IndexFunc(s.b.Stms, func(st core.Stm) bool { return slices.Contains(st.Pat, e.Arr) })
	if at < 0 { // it may not come to run
		return nil
	}
	s.b.Stms = slices.Delete(s.b.Stms, at, at+1)
	return &core.Update{Arr: d.Arr, Idx: e.Idx, Val: e.Val}
}

// indexInto is a[idx...], or a itself if it may be shared; nil if not.
func (s *simp) indexInto(old *core.Var, a core.Atom, idx []core.Atom) core.Exp {
	if !s.shareable(old, a) && !old.Type.IsScalar() {
		return nil
	}
	if v, ok := a.(*core.Var); ok && len(idx) > 0 {
		if s.names.Consumed(s.originOf(v)) { // it may be gone by now
			return nil
		}
		return &core.Index{Arr: v, Idx: idx}
	}
	return &core.Use{Atom: a}
}

func (s *simp) originOf(v *core.Var) *core.Var {
	if o := s.origin[v]; o != nil {
		return o
	}
	return v
}

func (s *simp) indexReplicate(old *core.Var, e *core.Index, d *core.Replicate) core.Exp {
	k := len(d.Dims)
	if len(e.Idx) < k {
		return nil
	}
	for i, dim := range d.Dims {
		if !s.inBounds(e.Idx[i], dim) {
			return nil
		}
	}
	return s.indexInto(old, d.Val, e.Idx[k:])
}

// iotaAt is start + i*step; only where that is one operation at most.
func (s *simp) iotaAt(d *core.Iota, i core.Atom) core.Exp {
	app := func(op *prim.Op, x, y core.Atom) core.Exp {
		return &core.PrimApp{Op: op, T: d.T, Args: []core.Atom{x, y}}
	}
	switch {
	case d.T != prim.I64:
		return nil
	case isOne(d.Step, d.T):
		return app(prim.Add, d.Start, i)
	case isZero(d.Start, d.T):
		return app(prim.Mul, i, d.Step)
	}
	return nil
}

// indexRearrange permutes the indices, if they are those of the operand's first dimensions and the others keep their
// order.
func indexRearrange(e *core.Index, d *core.Rearrange) core.Exp {
	k := len(e.Idx)
	for i := k; i < len(d.Perm); i++ {
		if d.Perm[i] != i {
			return nil
		}
	}
	idx := make([]core.Atom, k)
	for i, a := range e.Idx {
		at := i
		if i < len(d.Perm) {
			at = d.Perm[i]
		}
		idx[at] = a
	}
	return &core.Index{Arr: d.Arr, Idx: idx}
}

// slice: the whole array is the array; a slice of a slice is one of its array, so that its derivative is of its size; a part of equal elements is as
// many. (Bounds are asserted before a slice of the source.)
func (s *simp) slice(e *core.Slice) core.Exp {
	if d, ok := s.def(e.Arr).(*core.Replicate); ok && d.Val.AtomType().IsScalar() {
		dims := slices.Clone(d.Dims)
		for i, x := range e.Dims {
			dims[i] = x.Count
		}
		return &core.Replicate{Dims: dims, Val: d.Val}
	}
	if d, ok := s.def(e.Arr).(*core.Slice); ok {
		dims := slices.Clone(d.Dims)
		for i, x := range e.Dims {
			if i == len(dims) {
				dims = append(dims, x)
				continue
			}
			of := d.Dims[i]
			start := s.arith(prim.Add, of.Start, s.arith(prim.Mul, x.Start, of.Stride))
			dims[i] = core.DimSlice{Start: start, Count: x.Count, Stride: s.arith(prim.Mul, x.Stride, of.Stride)}
		}
		return &core.Slice{Arr: d.Arr, Dims: dims}
	}
	for i, d := range e.Dims {
		if !core.IsInt(d.Start, 0) || !core.IsInt(d.Stride, 1) || d.Count != e.Arr.Type.Dims[i] {
			return nil
		}
	}
	return &core.Use{Atom: e.Arr}
}

// arith is an operation of indices.
func (s *simp) arith(op *prim.Op, a, b core.Atom) core.Atom {
	e := s.rewrite(nil, &core.PrimApp{Op: op, T: prim.I64, Args: []core.Atom{a, b}})
	if u, ok := e.(*core.Use); ok {
		return u.Atom
	}
	v := core.NewVar(op.Name, core.I64)
	s.origin[v], s.level[v], s.defs[v] = v, s.depth, e
	s.b.Add([]*core.Var{v}, e)
	return v
}

// replicate: of nothing; and of a scalar replicated, in one step.
func (s *simp) replicate(e *core.Replicate) core.Exp {
	if len(e.Dims) == 0 && e.Val.AtomType().IsScalar() {
		return &core.Use{Atom: e.Val}
	}
	switch d := s.def(e.Val).(type) {
	case *core.Replicate:
		if d.Val.AtomType().IsScalar() {
			return &core.Replicate{Dims: slices.Concat(e.Dims, d.Dims), Val: d.Val}
		}
	case *core.ArrayLit:
		k, ok := d.Elems[0].(core.Const)
		if ok && !slices.ContainsFunc(d.Elems, func(a core.Atom) bool { return a != core.Atom(k) }) {
			return &core.Replicate{Dims: append(slices.Clone(e.Dims), core.IntC(int64(len(d.Elems)))), Val: k}
		}
	default: // an array of different elements
	}
	return nil
}

// rearrange: identity and composition. Both alias, so nothing changes for consumption.
func (s *simp) rearrange(old *core.Var, e *core.Rearrange) core.Exp {
	identity := true
	for i, p := range e.Perm {
		identity = identity && i == p
	}
	if identity {
		return &core.Use{Atom: e.Arr}
	}
	d, ok := s.def(e.Arr).(*core.Rearrange)
	if !ok {
		return s.rearrangeMerged(old, e)
	}
	perm := make([]int, max(len(e.Perm), len(d.Perm)))
	for i := range perm {
		perm[i] = i
		if i < len(e.Perm) {
			perm[i] = e.Perm[i]
		}
		if perm[i] < len(d.Perm) {
			perm[i] = d.Perm[perm[i]]
		}
	}
	return &core.Rearrange{Perm: perm, Arr: d.Arr}
}

// rearrangeMerged permutes the last dimensions of a permuted array together, before they are merged into one: the array
// is then put in order once, and not in another order first.
func (s *simp) rearrangeMerged(old *core.Var, e *core.Rearrange) core.Exp {
	d, ok := s.def(e.Arr).(*core.Reshape)
	if !ok || !s.shareable(old, d.Arr) {
		return nil
	}
	if _, ok := s.def(d.Arr).(*core.Rearrange); !ok {
		return nil
	}
	from, n := d.Arr.Type.Dims, len(d.Dims)-1
	if len(from) <= n+1 || n < 0 || !slices.Equal(from[:n], d.Dims[:n]) {
		return nil
	}
	var perm []int
	dims := make([]core.Atom, n+1)
	for i := range dims {
		p := i
		if i < len(e.Perm) {
			p = e.Perm[i]
		}
		if dims[i] = d.Dims[p]; p < n {
			perm = append(perm, p)
			continue
		}
		for k := n; k < len(from); k++ {
			perm = append(perm, k)
		}
	}
	t := core.Type{Elem: d.Arr.Type.Elem}
	for _, p := range perm {
		t.Dims = append(t.Dims, from[p])
	}
	v := core.NewVar(old.Name, t)
	view := s.rewrite(v, &core.Rearrange{Perm: perm, Arr: d.Arr})
	if u, ok := view.(*core.Use); ok {
		return &core.Reshape{Dims: dims, Arr: u.Atom.(*core.Var)}
	}
	s.origin[v], s.level[v], s.defs[v] = v, s.depth, view
	s.b.Add([]*core.Var{v}, view)
	return &core.Reshape{Dims: dims, Arr: v}
}

// reshape: to the same dimensions, and of a reshape.
func (s *simp) reshape(e *core.Reshape) core.Exp {
	if slices.Equal(e.Dims, e.Arr.Type.Dims) {
		return &core.Use{Atom: e.Arr}
	}
	switch d := s.def(e.Arr).(type) {
	case *core.Reshape:
		return &core.Reshape{Dims: e.Dims, Arr: d.Arr}
	case *core.Replicate:
		if d.Val.AtomType().IsScalar() {
			return &core.Replicate{Dims: e.Dims, Val: d.Val}
		}
	default: // keeps its elements' order
	}
	return nil
}
