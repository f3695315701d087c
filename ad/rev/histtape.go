package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// histTape: any operator on scalars without active free variables, whose neutral element certainly is one, where buckets are few.
// [ours; the chain of a bucket as Bruun22, 6.1 has it, without sorting]
//
//	primal   ys = reduce_by_index dst ⊙ ne is vs
//	return   (hs, tape) = map (\c -> loop h = replicate w ne for i in chunk c:
//	                                   tape[i] = h[is[i]];  h[is[i]] ⊙= vs[i]) chunks
//	         for each bucket b: ls[c] = dst[b] ⊙ hs[0] ⊙ ... ⊙ hs[c-1] from the left,
//	                            bars[c-1] = vjp (\l -> l ⊙ hs[c]) ls[c] bars[c] from the right, beginning with ys̅[b];
//	                            dst̅[b] += bars[-1]
//	         vs̅ += map (\c -> loop bar = bars[c] for i in chunk c, the last first:
//	                            (bar[is[i]], vs̅[i]) = vjp (⊙) (ls[c] ⊙ tape[i], vs[i]) bar[is[i]]) chunks
//
// Each value is visited twice, in order; the rest takes chunks * w, which is no more than the values. Where they are few for
// their buckets the general rule sorts them, but in a map, which has no use for chunks.
func (r *rev) histTape(st core.Stm, e *core.Hist) {
	r.emit(st)
	r.pull(st, func(bars []core.Atom) {
		b := r.b()
		r.disown(bars)
		t := &histTape{e: e, pull: LowLambda(e.Fn, nil, r.calls), dims: e.Dest[0].Type.Dims[:len(e.Idx)]}
		for i, v := range st.Pat {
			if r.facts.isActive(v) {
				t.on = append(t.on, i)
				if bars[i] == nil {
					bars[i] = b.ZeroOf(v.Type)
				}
			}
		}
		t.w = product(b, t.dims)
		t.chunks = core.IntC(1)
		tape := func(b *core.Builder) []core.Atom { return t.bars(b, bars) }
		var out []core.Atom
		if r.s.isIn(mapScope) {
			out = tape(b)
		} else {
			room := times(b, b.Prim(prim.Max, prim.I64, t.w, one64), core.IntC(limits.Now.BucketValues))
			t.chunks = b.Prim(prim.Min, prim.I64, b.Prim(prim.Div, prim.I64, e.W, room), core.IntC(limits.Now.HistChunks))
			few := b.Prim(prim.Lt, prim.I64, one64, t.chunks)
			out = core.Atoms(b.If(few, t.types(), tape, func(b *core.Builder) []core.Atom { return r.histSorted(b, st, e, bars, t.on) }))
		}
		for k, i := range t.on {
			r.contribute(e.Vals[i], r.made(out[k].(*core.Var)))
			r.contribute(e.Dest[i], r.made(out[len(t.on)+k].(*core.Var)))
		}
	})
}

// takesTape reports whether histTape is a rule for a histogram.
func (r *rev) takesTape(e *core.Hist) bool {
	if !r.low || r.fewValues(e) || !isNeutral(e.Fn, e.Ne) {
		return false
	}
	for _, v := range core.FreeInLambda(e.Fn).List {
		if r.facts.isActive(v) {
			return false
		}
	}
	return !slices.ContainsFunc(e.Fn.Params, func(p *core.Var) bool { return !p.Type.IsScalar() })
}

// histSorted are the adjoints of values and destinations by the general rule, of the components on.
func (r *rev) histSorted(b *core.Builder, st core.Stm, e *core.Hist, bars []core.Atom, on []int) []core.Atom {
	defer func(old *core.Builder) { r.s.ret = old }(r.s.ret)
	r.s.ret = b // rules emit into the branch
	h := &revHist{r: r, st: st, e: e, dims: e.Dest[0].Type.Dims[:len(e.Idx)]}
	h.sort(gatherOr(b, e.W, e.Dest, e.Ne, e.Idx))
	h.bars(bars)
	vals, dests := make([]core.Atom, len(on)), make([]core.Atom, len(on))
	for k, i := range on {
		vals[k], dests[k] = h.adjoints(i, bars[i])
		if vals[k] == nil {
			vals[k] = b.ZeroOf(e.Vals[i].Type)
		}
		if dests[k] == nil {
			dests[k] = b.ZeroOf(e.Dest[i].Type)
		}
	}
	return append(vals, dests...)
}

// histTape is the state of one return sweep.
type histTape struct {
	e      *core.Hist
	pull   *core.Lambda // the reverse derivative of the operator
	on     []int        // the active components
	dims   []core.Atom  // of the buckets
	w      core.Atom    // their number
	chunks core.Atom
	size   core.Atom // of a chunk, the last one may be smaller
}

// types are those of the adjoints of active values, then destinations.
func (t *histTape) types() []core.Type {
	var vals, dests []core.Type
	for _, i := range t.on {
		vals, dests = append(vals, t.e.Vals[i].Type), append(dests, t.e.Dest[i].Type)
	}
	return append(vals, dests...)
}

// bars are these adjoints.
func (t *histTape) bars(b *core.Builder, ysBar []core.Atom) []core.Atom {
	n := t.e.W
	t.size = b.Prim(prim.Div, prim.I64, plus(b, n, minus(b, t.chunks, one64)), t.chunks)
	totals, tapes := t.forward(b)
	ls, bars, dests := t.chains(b, totals, ysBar)
	var out []core.Atom
	for _, rows := range t.backward(b, tapes, ls, bars) {
		flat := b.Let("vsBar", &core.Reshape{Dims: []core.Atom{times(b, t.chunks, t.size)}, Arr: rows})
		out = append(out, b.Let("vsBar", &core.Slice{Arr: flat, Dims: []core.DimSlice{{Start: core.IntC(0), Count: n, Stride: one64}}}))
	}
	for k, d := range dests {
		if dims := t.e.Dest[t.on[k]].Type.Dims; len(dims) > 1 {
			d = b.Let(d.Name, &core.Reshape{Dims: dims, Arr: d})
		}
		out = append(out, d)
	}
	return out
}

// overChunks is a map over the chunks: f gets the first value of one and how many it has.
func (t *histTape) overChunks(b *core.Builder, f func(b *core.Builder, c, start, m core.Atom) []core.Atom) []*core.Var {
	cs := b.Let("cs", &core.Iota{N: t.chunks, Start: core.IntC(0), Step: one64, T: prim.I64})
	return b.Map(t.chunks, []*core.Var{cs}, func(b *core.Builder, c []*core.Var) []core.Atom {
		start := times(b, c[0], t.size)
		m := b.Prim(prim.Min, prim.I64, t.size, minus(b, t.e.W, start))
		return f(b, c[0], start, b.Prim(prim.Max, prim.I64, m, core.IntC(0)))
	})
}

// loopOver runs f n times on arrays, in place.
func loopOver(b *core.Builder, n core.Atom, init []core.Atom, f func(b *core.Builder, i core.Atom, p []*core.Var) []core.Atom) []*core.Var {
	loop := &core.Loop{Init: init, I: core.NewVar("i", core.I64), Bound: n}
	var pat []*core.Var
	for _, a := range init {
		loop.Params = append(loop.Params, core.NewVar("p", a.AtomType()))
		pat = append(pat, core.NewVar("p", a.AtomType()))
	}
	loop.Body = b.Sub(func(b *core.Builder) []core.Atom { return f(b, loop.I, loop.Params) })
	b.Add(pat, loop)
	return pat
}

// bucket is the bucket of value i, or w.
func (t *histTape) bucket(b *core.Builder, i core.Atom) (at, ok core.Atom) {
	is := readAll(b, t.e.Idx, i)
	ok = inRange(b, t.dims, is)
	at = is[0]
	for k, d := range t.dims[1:] {
		at = plus(b, times(b, at, d), is[k+1])
	}
	return at, ok
}

// put is arrays with new elements.
func put(b *core.Builder, arrs []*core.Var, at core.Atom, vals []core.Atom) []core.Atom {
	var out []core.Atom
	for i, a := range arrs {
		out = append(out, b.Let(a.Name, &core.Update{Arr: a, Idx: []core.Atom{at}, Val: vals[i]}))
	}
	return out
}

// forward combines the values of each chunk, and keeps what each bucket was before each value.
func (t *histTape) forward(b *core.Builder) (totals, tapes []*core.Var) {
	side := besides(core.AtomTypes(t.e.Ne))
	g := len(side.types)
	out := t.overChunks(b, func(b *core.Builder, _, start, m core.Atom) []core.Atom {
		var init []core.Atom
		for _, row := range side.rows(b, t.e.Ne) {
			init = append(init, b.Replicate(row, t.w))
		}
		for i, ty := range side.types {
			dims := []core.Atom{t.size, core.IntC(int64(len(side.of[i])))}
			init = append(init, b.Let("tape", &core.Scratch{Elem: ty, Dims: dims}))
		}
		return core.Atoms(loopOver(b, m, init, func(b *core.Builder, j core.Atom, p []*core.Var) []core.Atom {
			i := plus(b, start, j)
			at, ok := t.bucket(b, i)
			return core.Atoms(b.If(ok, core.VarTypes(p),
				func(b *core.Builder) []core.Atom {
					l := side.read(b, p[:g], at)
					tape := side.put(b, p[g:], j, l)
					return append(side.put(b, p[:g], at, b.Inline(t.e.Fn, append(slices.Clone(l), readAll(b, t.e.Vals, i)...)...)), tape...)
				},
				func(*core.Builder) []core.Atom { return core.Atoms(p) }))
		}))
	})
	return out[:g], out[g:]
}

// pullBack gives the adjoints of the active components of l and v.
func (t *histTape) pullBack(b *core.Builder, l, v, bars []core.Atom) (lBar, vBar []core.Atom) {
	k := len(l)
	seeds := make([]core.Atom, k)
	for i, r := range t.e.Fn.Ret {
		seeds[i] = core.Zero(r.Elem)
	}
	for n, i := range t.on {
		seeds[i] = bars[n]
	}
	out := b.Inline(t.pull, slices.Concat(l, v, seeds)...)
	for _, i := range t.on {
		lBar, vBar = append(lBar, out[k+i]), append(vBar, out[2*k+i])
	}
	return lBar, vBar
}

// chains gives for each bucket and chunk what comes before the chunk, and the adjoint of what the bucket is after it; and
// the adjoints of the destinations.
func (t *histTape) chains(b *core.Builder, totals []*core.Var, ysBar []core.Atom) (ls, bars, dests []*core.Var) {
	k, side := len(t.e.Ne), besides(core.AtomTypes(t.e.Ne))
	ins := []*core.Var{b.Let("bs", &core.Iota{N: t.w, Start: core.IntC(0), Step: one64, T: prim.I64})}
	for _, d := range t.e.Dest {
		ins = append(ins, flat(b, d))
	}
	for _, i := range t.on {
		ins = append(ins, flat(b, ysBar[i].(*core.Var)))
	}
	rows := func(b *core.Builder, of []core.Atom) (out []core.Atom) {
		for _, a := range of {
			out = append(out, b.Let("row", &core.Scratch{Elem: a.AtomType().Elem, Dims: []core.Atom{t.chunks}}))
		}
		return out
	}
	out := b.Map(t.w, ins, func(b *core.Builder, x []*core.Var) []core.Atom {
		at, d, bar := x[0], core.Atoms(x[1:k+1]), core.Atoms(x[k+1:])
		before := loopOver(b, t.chunks, append(slices.Clone(d), rows(b, d)...), func(b *core.Builder, c core.Atom, p []*core.Var) []core.Atom {
			kept := put(b, p[k:], c, core.Atoms(p[:k]))
			return append(b.Inline(t.e.Fn, append(core.Atoms(p[:k]), side.read(b, totals, c, at)...)...), kept...)
		})[k:]
		a := len(t.on)
		after := loopOver(b, t.chunks, append(slices.Clone(bar), rows(b, bar)...), func(b *core.Builder, c core.Atom, p []*core.Var) []core.Atom {
			c = minus(b, minus(b, t.chunks, one64), c)
			kept := put(b, p[a:], c, core.Atoms(p[:a]))
			lBar, _ := t.pullBack(b, readAll(b, before, c), side.read(b, totals, c, at), core.Atoms(p[:a]))
			return append(lBar, kept...)
		})
		return core.Atoms(append(slices.Clone(before), append(slices.Clone(after[a:]), after[:a]...)...))
	})
	a := len(t.on)
	return out[:k], out[k : k+a], out[k+a:]
}

// backward gives the adjoints of the values, a row for each chunk.
func (t *histTape) backward(b *core.Builder, tapes, ls, bars []*core.Var) []*core.Var {
	k := len(ls)
	kept := besides(core.AtomTypes(t.e.Ne))
	side := besides(append(core.AtomTypes(t.e.Ne), core.ElemTypes(t.vals())...)) // what comes before a chunk, and adjoints
	g := len(side.types)
	return t.overChunks(b, func(b *core.Builder, c, start, m core.Atom) []core.Atom {
		bs := b.Let("bs", &core.Iota{N: t.w, Start: core.IntC(0), Step: one64, T: prim.I64})
		init := core.Atoms(b.Map(t.w, []*core.Var{bs}, func(b *core.Builder, x []*core.Var) []core.Atom {
			return side.rows(b, append(readAll(b, ls, x[0], c), readAll(b, bars, x[0], c)...))
		}))
		for _, v := range t.vals() {
			init = append(init, b.Let("vBar", &core.Scratch{Elem: v.Type.Elem, Dims: []core.Atom{t.size}}))
		}
		return core.Atoms(loopOver(b, m, init, func(b *core.Builder, j core.Atom, p []*core.Var) []core.Atom {
			j = minus(b, minus(b, m, one64), j)
			i := plus(b, start, j)
			at, ok := t.bucket(b, i)
			return core.Atoms(b.If(ok, core.VarTypes(p),
				func(b *core.Builder) []core.Atom {
					known := side.read(b, p[:g], at)
					l := b.Inline(t.e.Fn, append(slices.Clone(known[:k]), kept.read(b, tapes, c, j)...)...)
					lBar, vBar := t.pullBack(b, l, readAll(b, t.e.Vals, i), known[k:])
					return append(side.put(b, p[:g], at, append(make([]core.Atom, k), lBar...)), put(b, p[g:], j, vBar)...)
				},
				func(b *core.Builder) []core.Atom {
					var zeros []core.Atom
					for _, v := range p[g:] {
						zeros = append(zeros, core.Zero(v.Type.Elem))
					}
					return append(core.Atoms(p[:g]), put(b, p[g:], j, zeros)...)
				}))
		})[g:])
	})
}

// vals are the values that are active.
func (t *histTape) vals() []*core.Var {
	var out []*core.Var
	for _, i := range t.on {
		out = append(out, t.e.Vals[i])
	}
	return out
}
