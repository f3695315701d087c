package triangle

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/limits"
	"raido/lang/prim"
)

// build adds the loop that takes sums over the triangle, and before it the question whether that is exact; false if they cannot be made.
func (r *rows) build(out *core.Builder, st core.Stm) bool {
	if !r.runs.Counts(r.e.Bound, r.x.Type.Dims) {
		return false
	}
	before := &core.Builder{Src: st.Src}
	ok := r.guard(before)
	if ok == nil {
		return false
	}
	b := &core.Builder{}
	var made []core.Stm
	for at, s := range r.e.Body.Stms {
		b.Src = s.Src
		m, isMap := s.Exp.(*core.Map)
		for _, x := range r.sums {
			if x.at == at && isMap {
				from := len(b.Stms)
				if m = r.take(b, m, x, ok); m == nil {
					return false
				}
				made = append(made, b.Stms[from:]...)
				s.Exp = m
			}
		}
		b.Add(s.Pat, s.Exp)
	}
	r.chains.LearnAt(st.Pat[0], before.Stms)
	r.runs.Learn(made)
	if !r.fits(before.Stms) || !r.fits(made) {
		return false
	}
	out.Stms = append(out.Stms, before.Stms...)
	e := *r.e
	e.Body = b.Body(r.e.Body.Result...)
	out.Add(st.Pat, &e)
	r.define(e.Body)
	return true
}

// fits reports whether all that statements read is certainly within bounds.
func (r *rows) fits(stms []core.Stm) bool {
	ok := true
	core.Walk(core.Body{Stms: stms}, func(s core.Stm) {
		switch e := s.Exp.(type) {
		case *core.Index:
			for k, a := range e.Idx {
				ok = ok && r.chains.Indexes(s.Pat[0], a, e.Arr.Type.Dims[k])
			}
		case *core.Iota:
			low, _ := r.chains.Within(s.Pat[0], e.N, e.N)
			ok = ok && (low || e.N == r.e.Bound)
		default: // cannot fail
		}
	})
	return ok
}

// guard asks whether all numbers are as zeros need them; nil if that cannot be told before the loop.
func (r *rows) guard(b *core.Builder) *core.Var {
	asks := slices.Clone(r.asks)
	for _, s := range r.sums {
		asks = append(asks, ask{a: s.c, sum: s})
	}
	known := true
	ok := all(b, r.e.Bound, func(b *core.Builder, i *core.Var) core.Atom {
		var is core.Atom = core.BoolC(true)
		and := func(x core.Atom) {
			if core.IsConst(is, prim.BoolOf(true)) {
				is = x
			} else {
				is = b.Prim(prim.And, prim.Bool, is, x)
			}
		}
		for _, a := range asks {
			if a.sum == nil {
				x := r.copier(b, i, nil, nil).atom(a.a)
				if known = known && x != nil; known {
					and(test(b, x, r.x.Type.Elem, a.divisor))
				}
				continue
			}
			n := r.copier(b, i, a.sum, nil).atom(a.sum.count)
			if known = known && n != nil; !known {
				return is
			}
			and(all(b, n, func(b *core.Builder, q *core.Var) core.Atom {
				x := r.copier(b, i, a.sum, q).atom(a.a)
				if known = known && x != nil; !known {
					return core.BoolC(false)
				}
				return test(b, x, r.x.Type.Elem, false)
			}))
		}
		return is
	})
	if !known {
		return nil
	}
	return ok
}

// all is whether something holds for each of 0..n-1.
func all(b *core.Builder, n core.Atom, f func(*core.Builder, *core.Var) core.Atom) *core.Var {
	is := b.Let("is", &core.Iota{N: n, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	holds := b.Map(n, []*core.Var{is}, func(b *core.Builder, xs []*core.Var) []core.Atom { return []core.Atom{f(b, xs[0])} })
	return b.Let("all", &core.Reduce{W: n, Fn: core.BinOp(prim.And, prim.Bool), Ne: []core.Atom{core.BoolC(true)}, Arrs: holds, Comm: true})
}

// test is whether a number is finite: x - x is 0; or, of a divisor, whether it is neither 0 nor nan.
func test(b *core.Builder, x core.Atom, t prim.Type, divisor bool) core.Atom {
	if divisor {
		return b.Prim(prim.Lt, t, core.Zero(t), b.Prim(prim.Abs, t, x))
	}
	return b.Prim(prim.Eq, t, b.Prim(prim.Sub, t, x, x), core.Zero(t))
}

// take takes a sum for all columns row by row, and gives the map that uses it.
func (r *rows) take(b *core.Builder, m *core.Map, s *sum, ok *core.Var) *core.Map {
	t := r.x.Type.Elem
	sums, next := core.NewVar("sums", core.Prim(t).Of(r.m)), core.NewVar("sums", core.Prim(t).Of(r.m))
	n := r.copier(b, r.e.I, s, nil).atom(s.count)
	if n == nil {
		return nil
	}
	zeros := b.Replicate(core.Zero(t), r.m)
	l := &core.Loop{Params: []*core.Var{sums}, Init: []core.Atom{zeros}, I: core.NewVar("k", core.I64), Bound: n}
	in := &core.Builder{Src: b.Src}
	c := r.copier(in, r.e.I, s, l.I)
	y := c.atom(s.c)
	if y == nil || !c.free(s.from) {
		return nil
	}
	from := c.put(s.from)
	row := in.Index(r.x, affine.Atom(from, in))
	part := r.part(in, from, ok)
	old, x := in.Let("sums", &core.Slice{Arr: sums, Dims: part}), in.Let("row", &core.Slice{Arr: row, Dims: part})
	sum := in.Map(part[0].Count, []*core.Var{old, x}, func(b *core.Builder, xs []*core.Var) []core.Atom {
		args := []core.Atom{xs[1], y}
		if s.left {
			args = []core.Atom{y, xs[1]}
		}
		op := prim.Add
		if s.minus {
			op = prim.Sub
		}
		return []core.Atom{b.Prim(op, t, xs[0], b.Prim(prim.Mul, t, args...))}
	})
	in.Add([]*core.Var{next}, &core.UpdateSlice{Arr: sums, Dims: part, Val: sum[0]})
	l.Body = in.Body(next)
	done := core.NewVar("sums", sums.Type)
	b.Add([]*core.Var{done}, l)
	return with(m, s, done)
}

// part is where a row is not zero, or all of it. Rows are taken in whole lines of a cache, which vectors go through best: a few zeros more do no harm.
func (r *rows) part(b *core.Builder, row affine.Form, ok *core.Var) []core.DimSlice {
	line := max(1, limits.Now.LineBytes/int64(r.x.Type.Elem.Size()))
	either := func(y core.Atom, f func(b *core.Builder, first core.Atom) core.Atom) core.Atom {
		return b.If(ok, []core.Type{core.I64}, func(b *core.Builder) []core.Atom {
			lines := b.Prim(prim.Quot, prim.I64, affine.Atom(row, b), core.IntC(line))
			return []core.Atom{f(b, b.Prim(prim.Mul, prim.I64, lines, core.IntC(line)))}
		}, func(*core.Builder) []core.Atom { return []core.Atom{y} })[0]
	}
	if r.lower {
		end := either(r.m, func(b *core.Builder, first core.Atom) core.Atom {
			return b.Prim(prim.Min, prim.I64, b.Prim(prim.Add, prim.I64, first, core.IntC(line)), r.m)
		})
		return []core.DimSlice{{Start: core.IntC(0), Count: end, Stride: core.IntC(1)}}
	}
	start := either(core.IntC(0), func(_ *core.Builder, first core.Atom) core.Atom { return first })
	return []core.DimSlice{{Start: start, Count: b.Prim(prim.Sub, prim.I64, r.m, start), Stride: core.IntC(1)}}
}

// with is a map with the sums among its operands.
func with(m *core.Map, s *sum, sums *core.Var) *core.Map {
	x := core.NewVar("sum", s.made.Type)
	fn := &core.Lambda{Params: append(slices.Clone(m.Fn.Params), x), Ret: m.Fn.Ret, Body: core.Body{Stms: slices.Clone(m.Fn.Body.Stms), Result: m.Fn.Body.Result}}
	fn.Body.Stms[s.k].Exp = &core.Use{Atom: x}
	return &core.Map{W: m.W, Arrs: append(slices.Clone(m.Arrs), sums), Fn: fn}
}
