package listed

import (
	"slices"

	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// lists lists for each row the terms that are not zero, and tells whether these are at most half of all. Where all the sums are little work, or terms
// are read seldom, there are no lists.
func (f *sum) lists(b *core.Builder) (few core.Atom) {
	rows, w := f.widths(true), f.count()
	all := w
	for _, d := range rows {
		all = b.Prim(prim.Mul, prim.I64, all, d)
	}
	points := core.Atom(core.IntC(1))
	for _, d := range f.widths(false) {
		points = b.Prim(prim.Mul, prim.I64, points, d)
	}
	work := b.Prim(prim.Mul, prim.I64, all, points)
	long := b.Prim(prim.Le, prim.I64, core.IntC(limits.Now.ListWork), work)
	many := b.Prim(prim.Le, prim.I64, core.IntC(limits.Now.ListReads), points)
	much := b.Prim(prim.And, prim.Bool, long, many)
	i64 := core.Prim(prim.I64)
	places := append(slices.Clone(rows), w)
	out := b.If(much, []core.Type{i64.Of(rows...), i64.Of(places...), core.Prim(prim.Bool)},
		func(b *core.Builder) []core.Atom {
			ls := nested(b, rows, f.list)
			left := total(b, ls[0], len(rows))
			twice := b.Prim(prim.Add, prim.I64, left, left)
			return append(ls, b.Prim(prim.Le, prim.I64, twice, all))
		},
		func(b *core.Builder) []core.Atom {
			none := core.Atom(core.IntC(0))
			if len(rows) > 0 {
				none = b.Let("none", &core.Scratch{Elem: prim.I64, Dims: rows})
			}
			return []core.Atom{none, b.Let("none", &core.Scratch{Elem: prim.I64, Dims: places}), core.BoolC(false)}
		})
	f.counts, f.which = out[0], out[1]
	return out[2]
}

// list is how many terms of a row are not zero, and which.
func (f *sum) list(b *core.Builder, row []core.Atom) []core.Atom {
	w := f.count()
	i64 := core.Prim(prim.I64)
	c, l, i := core.NewVar("c", i64), core.NewVar("l", i64.Of(w)), core.NewVar("b", i64)
	zeros := b.Replicate(core.IntC(0), w)
	body := b.Sub(func(b *core.Builder) []core.Atom {
		not := f.notZero(b, row, i)
		next := b.Let("l", &core.Update{Arr: l, Idx: []core.Atom{c}, Val: i})
		one := b.Prim(prim.To(prim.I64), prim.Bool, not)
		return []core.Atom{b.Prim(prim.Add, prim.I64, c, one), next}
	})
	pat := []*core.Var{core.NewVar("c", i64), core.NewVar("l", i64.Of(w))}
	b.Add(pat, &core.Loop{Params: []*core.Var{c, l}, Init: []core.Atom{core.IntC(0), zeros}, I: i, Bound: w, Body: body})
	return core.Atoms(pat)
}

// notZero reports whether the i-th term of a row is not zero: whether one of its leaves is not.
func (f *sum) notZero(b *core.Builder, row []core.Atom, i core.Atom) core.Atom {
	var any core.Atom
	for _, l := range f.leaves {
		idx, dims := make([]core.Atom, len(l.at)), []int(nil)
		for k, x := range l.at {
			if idx[k] = f.index(x, row, i); idx[k] == nil {
				dims = append(dims, k)
			}
		}
		not := notZero(b, l.arr, idx, dims)
		if any == nil {
			any = not
		} else {
			any = b.Prim(prim.Or, prim.Bool, any, not)
		}
	}
	return any
}

// index is a place of the i-th term of a row, nil for all of a dimension.
func (f *sum) index(x place, row []core.Atom, i core.Atom) core.Atom {
	if x.c != nil {
		return x.c
	}
	if core.Exp(x.of) == f.terms.Exp {
		return i
	}
	at := 0
	for _, m := range f.levels {
		if f.row[m] && m == x.of {
			return row[at]
		}
		if f.row[m] {
			at++
		}
	}
	return nil
}

// notZero reports whether an element of an array is not zero, where idx runs over all of the dimensions dims.
func notZero(b *core.Builder, arr *core.Var, idx []core.Atom, dims []int) core.Atom {
	if len(dims) == 0 {
		x := b.Index(arr, idx...)
		same := b.Prim(prim.Eq, x.Type.Elem, x, core.Zero(x.Type.Elem))
		return b.Prim(prim.Not, prim.Bool, same)
	}
	w := arr.Type.Dims[dims[0]]
	each := b.Map(w, []*core.Var{counting(b, w)}, func(b *core.Builder, is []*core.Var) []core.Atom {
		at := slices.Clone(idx)
		at[dims[0]] = is[0]
		return []core.Atom{notZero(b, arr, at, dims[1:])}
	})
	return b.Let("any", &core.Reduce{W: w, Fn: core.BinOp(prim.Or, prim.Bool), Ne: []core.Atom{core.BoolC(false)}, Arrs: each, Comm: true})
}

// counting is 0, 1, ... of n numbers.
func counting(b *core.Builder, n core.Atom) *core.Var {
	return b.Let("iota", &core.Iota{N: n, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
}

// nested are the results of code at each point of a space.
func nested(b *core.Builder, ws []core.Atom, f func(b *core.Builder, is []core.Atom) []core.Atom) []core.Atom {
	if len(ws) == 0 {
		return f(b, nil)
	}
	return core.Atoms(b.Map(ws[0], []*core.Var{counting(b, ws[0])}, func(b *core.Builder, is []*core.Var) []core.Atom {
		return nested(b, ws[1:], func(b *core.Builder, more []core.Atom) []core.Atom {
			return f(b, append([]core.Atom{is[0]}, more...))
		})
	}))
}

// total is the sum of all elements of an array of a rank.
func total(b *core.Builder, x core.Atom, rank int) core.Atom {
	if rank == 0 {
		return x
	}
	arr := x.(*core.Var)
	w := arr.Type.Dims[0]
	if rank > 1 {
		arr = b.Map(w, []*core.Var{arr}, func(b *core.Builder, rows []*core.Var) []core.Atom {
			return []core.Atom{total(b, rows[0], rank-1)}
		})[0]
	}
	return b.Let("left", &core.Reduce{W: w, Fn: core.BinOp(prim.Add, prim.I64), Ne: []core.Atom{core.IntC(0)}, Arrs: []*core.Var{arr}, Comm: true})
}
