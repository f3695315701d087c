package coregen

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// move is an array with the elements of a, or some of them, elsewhere.
func (l *layout) move(a *core.Var) *core.Var {
	t := a.Type
	switch k := l.r.IntN(14); {
	case k < 4 && t.Rank() > 1:
		return l.b.Let("perm", &core.Rearrange{Perm: l.r.Perm(2 + l.r.IntN(t.Rank()-1)), Arr: a})
	case k < 6 && t.Rank() > 1:
		if v := l.row(a); v != nil {
			return v
		}
	case k < 8:
		return l.slice(a)
	case k == 8:
		return l.b.Let("rev", &core.Reverse{Arr: a})
	case k == 9:
		return l.b.Let("rot", &core.Rotate{By: l.scalar(int64(l.r.IntN(15) - 7)), Arr: a})
	case k == 10:
		return l.b.Let("sh", &core.Reshape{Dims: l.factors(l.count(t)), Arr: a})
	case k == 11 && l.count(t) < most && t.Rank() < 4:
		return l.b.Let("rep", &core.Replicate{Dims: []core.Atom{l.scalar(int64(1 + l.r.IntN(3)))}, Val: a})
	case k == 12 && l.count(t) < most:
		return l.concat(a)
	}
	return l.update(a)
}

// row takes a part by fewer indices than the rank; nil where there is none.
func (l *layout) row(a *core.Var) *core.Var {
	var idx []core.Atom
	for _, d := range a.Type.Dims[:1+l.r.IntN(a.Type.Rank()-1)] {
		if l.size(d) == 0 {
			return nil
		}
		idx = append(idx, l.index(d))
	}
	return l.b.Let("row", &core.Index{Arr: a, Idx: idx})
}

// cut is a regular part of a dimension, forward, backward or the same element again and again.
func (l *layout) cut(d core.Atom) core.DimSlice {
	n := l.size(d)
	whole := core.DimSlice{Start: core.IntC(0), Count: d, Stride: core.IntC(1)}
	if n == 0 || l.r.IntN(4) == 0 {
		return whole
	}
	start, stride := l.r.Int64N(n), []int64{1, 1, -1, -1, 2, -2, 3, 0}[l.r.IntN(8)]
	room := int64(2)
	switch {
	case stride > 0:
		room = (n - start + stride - 1) / stride
	case stride < 0:
		room = start/-stride + 1
	}
	count := room - l.r.Int64N(room+1)/2
	return core.DimSlice{Start: l.scalar(start), Count: l.scalar(count), Stride: l.scalar(stride)}
}

func (l *layout) slice(a *core.Var) *core.Var {
	var ds []core.DimSlice
	for _, d := range a.Type.Dims[:1+l.r.IntN(a.Type.Rank())] {
		ds = append(ds, l.cut(d))
	}
	return l.b.Let("part", &core.Slice{Arr: a, Dims: ds})
}

// factors are dimensions of n elements.
func (l *layout) factors(n int64) []core.Atom {
	var out []core.Atom
	for k := l.r.IntN(4); k > 0; k-- {
		f := int64(1)
		for range 4 {
			if c := 2 + l.r.Int64N(4); n > 0 && n%c == 0 {
				f = c
			}
		}
		out = append(out, l.scalar(f))
		n /= f
	}
	out = append(out, l.scalar(n))
	l.r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// concat puts arrays with rows like those of a behind it, or before.
func (l *layout) concat(a *core.Var) *core.Var {
	parts, n := []*core.Var{a}, l.size(a.Type.Dims[0])
	for range 1 + l.r.IntN(2) {
		d := l.scalar(int64(l.r.IntN(3)))
		p := l.arrOf(a.Type.Row().Of(d))
		if l.r.IntN(2) == 0 {
			p = l.b.Let("part", &core.Slice{Arr: a, Dims: []core.DimSlice{l.cut(a.Type.Dims[0])}})
		}
		parts, n = append(parts, p), n+l.size(p.Type.Dims[0])
	}
	if l.r.IntN(2) == 0 {
		slices.Reverse(parts)
	}
	return l.b.Let("cat", &core.Concat{N: l.scalar(n), Arrs: parts})
}

// update writes a row or a part of a copy.
func (l *layout) update(a *core.Var) *core.Var {
	c := l.b.Let("copy", &core.Copy{Arr: a})
	if l.count(a.Type) == 0 {
		return c
	}
	k := 1 + l.r.IntN(a.Type.Rank())
	if k == a.Type.Rank() || l.r.IntN(2) == 0 {
		var ds []core.DimSlice
		for _, d := range a.Type.Dims[:k] {
			ds = append(ds, l.cut(d))
			if ds[len(ds)-1].Stride == core.Atom(core.IntC(0)) || l.value[ds[len(ds)-1].Stride] == 0 {
				ds[len(ds)-1] = core.DimSlice{Start: core.IntC(0), Count: d, Stride: core.IntC(1)} // who writes last is unspecified
			}
		}
		t := (&core.Slice{Arr: c, Dims: ds}).Types()[0]
		return l.b.Let("up", &core.UpdateSlice{Arr: c, Dims: ds, Val: l.arrOf(t)})
	}
	var idx []core.Atom
	for _, d := range a.Type.Dims[:k] {
		idx = append(idx, l.index(d))
	}
	return l.b.Let("up", &core.Update{Arr: c, Idx: idx, Val: l.arrOf(a.Type.Drop(k))})
}

// rows maps over the outermost dimensions of arrays; the rows are moved.
func (l *layout) rows() *core.Var {
	a := l.arr()
	w, arrs := a.Type.Dims[0], []*core.Var{a}
	for _, b := range l.arrs {
		if b != a && b.Type.Dims[0] == w && l.r.IntN(2) == 0 {
			arrs = append(arrs, b)
		}
	}
	i := l.b.Let("io", &core.Iota{N: w, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	arrs = append(arrs, i)
	fn := l.lambda(core.ElemTypes(arrs), l.steps(l.size(w)))
	return l.b.Let("map", &core.Map{W: w, Arrs: arrs, Fn: fn})
}

// tabulate maps over indices, so that all arrays are read from outside.
func (l *layout) tabulate() *core.Var {
	w := l.scalar(int64(1 + l.r.IntN(4)))
	i := l.b.Let("io", &core.Iota{N: w, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	return l.b.Let("tab", &core.Map{W: w, Arrs: []*core.Var{i}, Fn: l.lambda([]core.Type{core.I64}, l.steps(l.size(w)))})
}

// steps are the body of a map over n points whose last parameter is the index: it gives an element or a small array.
func (l *layout) steps(n int64) func([]*core.Var) []core.Atom {
	return func(ps []*core.Var) []core.Atom {
		l.indices = append(l.indices, bounded{ps[len(ps)-1], n})
		for range 1 + l.r.IntN(3) {
			if l.arr(); len(l.arrs) > 0 {
				l.step()
			}
		}
		last := l.arrs[len(l.arrs)-1]
		if last.Type.Rank() > 3 || l.count(last.Type)*n > most || l.r.IntN(5) == 0 {
			return []core.Atom{l.sum(last)}
		}
		return []core.Atom{last}
	}
}

// branch is an array or another of its type, moved.
func (l *layout) branch() *core.Var {
	t := l.arr().Type
	side := func() core.Body {
		return l.nested(func() []core.Atom {
			l.arrs = append(l.arrs, l.move(l.arr()))
			return []core.Atom{l.same(l.arrOf(t))}
		})
	}
	v := core.NewVar("if", t)
	l.b.Add([]*core.Var{v}, &core.If{Cond: l.cond, Then: side(), Else: side()})
	return v
}

// same is an array with the elements of a elsewhere.
func (l *layout) same(a *core.Var) *core.Var {
	d := a.Type.Dims
	switch l.r.IntN(4) {
	case 0:
		return l.b.Let("rev", &core.Reverse{Arr: a})
	case 1:
		return l.b.Let("rot", &core.Rotate{By: l.scalar(int64(l.r.IntN(5) - 2)), Arr: a})
	case 2:
		if len(d) > 1 && l.size(d[0]) == l.size(d[1]) {
			tr := l.b.Let("tr", &core.Rearrange{Perm: []int{1, 0}, Arr: a})
			return l.b.Let("sh", &core.Reshape{Dims: d, Arr: tr})
		}
		all := []core.DimSlice{{Start: core.IntC(l.size(d[0]) - 1), Count: d[0], Stride: core.IntC(-1)}}
		if l.size(d[0]) > 0 {
			return l.b.Let("part", &core.Slice{Arr: a, Dims: all})
		}
	}
	return l.update(a)
}

// repeat moves an array and another a few times, and swaps them.
func (l *layout) repeat() *core.Var {
	a := l.arr()
	b := l.arrOf(a.Type)
	ps := []*core.Var{core.NewVar("x", a.Type), core.NewVar("y", a.Type)}
	e := &core.Loop{Params: ps, Init: []core.Atom{a, b}, I: core.NewVar("i", core.I64), Bound: core.IntC(3)}
	e.Body = l.nested(func() []core.Atom { return []core.Atom{ps[1], l.same(ps[0])} })
	pat := []*core.Var{core.NewVar("x", a.Type), core.NewVar("y", a.Type)}
	l.b.Add(pat, e)
	l.arrs = append(l.arrs, pat[0])
	return pat[1]
}
