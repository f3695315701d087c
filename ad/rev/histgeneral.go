package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// histGeneral: any operator. [Bruun22, 6.1; destination and free variables: ours]
//
//	primal   ys = reduce_by_index dst ⊙ ne is vs
//	forward  ds = map (\i -> dst[i], or ne outside) is
//	return   siota = iota n sorted by bucket;  sis, svs = is, vs in that order
//	         first = map (\j -> j == 0 || sis[j] /= sis[j-1]) (iota n)
//	         sds = map2 (\f i -> if f then ds[i] else ne) first siota
//	         ps = seg_scan ⊙ first (map3 (\f d v -> if f then d ⊙ v else v) first sds svs)
//	         ls = map (\j -> if first[j] then sds[j] else ps[j-1]) (iota n)
//	         rs = the exclusive segmented scan of svs from the right
//	         bars = map (\i -> ys̅[i], or 0 outside) sis
//	         ps̅ = map3 (\p r y̅ -> vjp (\p -> p ⊙ r) p y̅) ps rs bars, and bars for the last of each bucket
//	         (ls̅, svs̅) = map3 (\l v p̅ -> vjp (⊙) (l, v) p̅) ls svs ps̅
//	         vs̅ += scatter scratch siota svs̅
//	         dst̅ += scatter ys̅ (map2 (\f i -> if f then i else -1) first sis) ls̅
//
// The paper splits the primal into a histogram of neutral elements and map2 ⊙ dst. Here the destination is the first value
// of its bucket, so that the work does not depend on the number of buckets. As for reduce, each application of ⊙
// is differentiated once more, with its free variables.
func (r *rev) histGeneral(st core.Stm, e *core.Hist) {
	slot, s := r.emit(st), r.s
	r.pull(st, func(bars []core.Atom) {
		pre := &core.Builder{Src: st.Src}
		ds := gatherOr(pre, e.W, e.Dest, e.Ne, e.Idx)
		s.fwd.Stms = slices.Insert(s.fwd.Stms, slot, pre.Stms...)
		h := &revHist{r: r, st: st, e: e, dims: e.Dest[0].Type.Dims[:len(e.Idx)]}
		h.sort(ds)
		h.bars(bars)
		h.contribute(bars)
	})
}

// revHist is the state of one return sweep of a histogram; its arrays are in the order of the buckets.
type revHist struct {
	r         *rev
	st        core.Stm
	e         *core.Hist
	dims      []core.Atom // of the buckets
	w         core.Atom   // their number
	siota     *core.Var   // where the values come from
	sis       *core.Var   // their buckets, w for those outside
	svs, sds  []*core.Var // the values; the destinations of their buckets where they are the first, which is all that counts
	first     *core.Var   // whether each is the first of its bucket
	heads     *core.Var   // the bucket of which each is the first, or -1
	ps, ls    []*core.Var // the value of the bucket after each, and before
	psBar     []core.Atom
	lsBar, vs []core.Atom // adjoints of ls and svs
}

// sort makes the arrays in the order of the buckets.
func (h *revHist) sort(ds []*core.Var) {
	b, e := h.r.b(), h.e
	h.w = product(b, h.dims)
	keys := b.Map(e.W, e.Idx, func(b *core.Builder, i []*core.Var) []core.Atom {
		return []core.Atom{either(b, prim.I64, inRange(b, h.dims, core.Atoms(i)),
			func(b *core.Builder) core.Atom {
				at := core.Atom(i[0])
				for k, d := range h.dims[1:] {
					at = plus(b, times(b, at, d), i[k+1])
				}
				return at
			},
			func(*core.Builder) core.Atom { return h.w })}
	})[0]
	h.sis, h.siota = radixSort(b, e.W, keys, h.w)
	h.svs = permuted(b, e.W, h.siota, e.Vals)
	h.first = neighbours(b, e.W, h.sis, core.IntC(0), core.IntC(-1))
	h.sds = b.Map(e.W, []*core.Var{h.first, h.siota}, func(b *core.Builder, x []*core.Var) []core.Atom {
		return core.Atoms(b.If(x[0], core.AtomTypes(e.Ne),
			func(b *core.Builder) []core.Atom { return readAll(b, ds, x[1]) },
			func(*core.Builder) []core.Atom { return e.Ne }))
	})
	h.heads = b.Map(e.W, []*core.Var{h.first, h.sis}, func(b *core.Builder, x []*core.Var) []core.Atom {
		return []core.Atom{choose(b, x[0], x[1], core.IntC(-1))}
	})[0]
}

// neighbours tells, for each element of a sorted array, whether it differs from the one at distance by, or has none there,
// which is so at edge.
func neighbours(b *core.Builder, n core.Atom, sis *core.Var, edge, by core.Atom) *core.Var {
	is := b.Let("is", &core.Iota{N: n, Start: core.IntC(0), Step: one64, T: prim.I64})
	return b.Map(n, []*core.Var{is, sis}, func(b *core.Builder, x []*core.Var) []core.Atom {
		return []core.Atom{either(b, prim.Bool, b.Prim(prim.Eq, prim.I64, x[0], edge),
			func(*core.Builder) core.Atom { return core.One(prim.Bool) },
			func(b *core.Builder) core.Atom {
				return b.Prim(prim.Not, prim.Bool, b.Prim(prim.Eq, prim.I64, b.Index(sis, plus(b, x[0], by)), x[1]))
			})}
	})[0]
}

// bars computes the adjoints of the values before and after each application of the operator.
func (h *revHist) bars(ysBar []core.Atom) {
	r, e, k := h.r, h.e, len(h.e.Vals)
	b := r.b()
	op := r.constFree(e.Fn)
	starts := b.Map(e.W, slices.Concat([]*core.Var{h.first}, h.sds, h.svs), func(b *core.Builder, x []*core.Var) []core.Atom {
		d, v := core.Atoms(x[1:k+1]), core.Atoms(x[k+1:])
		return core.Atoms(b.If(x[0], core.AtomTypes(v),
			func(b *core.Builder) []core.Atom { return b.Inline(op, slices.Concat(d, v)...) },
			func(*core.Builder) []core.Atom { return v }))
	})
	h.ps = segScan(b, e.W, op, e.Ne, h.first, starts)
	h.ls = h.before()
	last := neighbours(b, e.W, h.sis, minus(b, e.W, one64), one64)
	bars := make([]core.Atom, k)
	for i, c := range ysBar {
		if c != nil {
			bars[i] = gather(b, e.W, h.flat(c.(*core.Var)), []*core.Var{h.sis})
		}
	}
	h.psBar = r.prefixBars(e.Fn, e.Ne, h.ps, h.svs, last, r.activeOf(h.st.Pat), bars)
	on := make([]bool, 2*k)
	for i := range k {
		on[i], on[k+i] = r.facts.isActive(e.Dest[i]), r.facts.isActive(e.Vals[i])
	}
	if slices.ContainsFunc(h.psBar, func(a core.Atom) bool { return a != nil }) {
		out := r.mapBars(&core.Map{W: e.W, Arrs: append(slices.Clone(h.ls), h.svs...), Fn: e.Fn}, h.psBar, on, nil)
		h.lsBar, h.vs = out[:k], out[k:]
	} else {
		h.lsBar, h.vs = make([]core.Atom, k), make([]core.Atom, k)
	}
}

// before is the value to the left of each: the destination for the first of a bucket.
func (h *revHist) before() []*core.Var {
	b, n := h.r.b(), h.e.W
	is := b.Let("is", &core.Iota{N: n, Start: core.IntC(-1), Step: one64, T: prim.I64})
	ins := slices.Concat([]*core.Var{is, h.first}, h.sds)
	return b.Map(n, ins, func(b *core.Builder, x []*core.Var) []core.Atom {
		return core.Atoms(b.If(x[1], core.ElemTypes(h.sds),
			func(*core.Builder) []core.Atom { return core.Atoms(x[2:]) },
			func(b *core.Builder) []core.Atom { return readAll(b, h.ps, x[0]) }))
	})
}

// flat is an array of buckets with one dimension for them.
func (h *revHist) flat(a *core.Var) *core.Var {
	if len(h.dims) == 1 {
		return a
	}
	dims := append([]core.Atom{h.w}, a.Type.Dims[len(h.dims):]...)
	return h.r.b().Let(a.Name, &core.Reshape{Dims: dims, Arr: a})
}

// contribute contributes to values and destinations.
func (h *revHist) contribute(ysBar []core.Atom) {
	for i, d := range h.e.Dest {
		vs, dst := h.adjoints(i, ysBar[i])
		h.r.contribute(h.e.Vals[i], vs)
		h.r.contribute(d, dst)
	}
}

// adjoints brings the adjoints of component i back to the order of the values, and to the buckets; nil is zero.
func (h *revHist) adjoints(i int, ysBar core.Atom) (vs, dst core.Atom) {
	r, e, b := h.r, h.e, h.r.b()
	if h.vs[i] != nil {
		vals := h.vs[i].(*core.Var)
		to := b.Let("vsBar", &core.Scratch{Elem: vals.Type.Elem, Dims: vals.Type.Dims})
		vs = r.made(scatter1(b, e.W, to, h.siota, vals))
	}
	d := e.Dest[i]
	if !r.facts.isActive(d) || ysBar == nil && h.lsBar[i] == nil {
		return vs, nil
	}
	vals, ok := h.lsBar[i].(*core.Var)
	if !ok {
		vals = b.ZeroOf(h.sds[i].Type).(*core.Var)
	}
	bar := r.made(b.ZeroOf(d.Type).(*core.Var))
	if ysBar != nil {
		bar = ysBar.(*core.Var)
	}
	out := scatter1(b, e.W, h.flat(r.own1(bar)), h.heads, vals)
	if len(h.dims) > 1 {
		out = b.Let(out.Name, &core.Reshape{Dims: d.Type.Dims, Arr: out})
	}
	return vs, r.made(out)
}

// scatter1 writes values to places that are all different.
func scatter1(b *core.Builder, n core.Atom, dest, idx, vals *core.Var) *core.Var {
	return b.Let(dest.Name, &core.Scatter{W: n, Dest: []*core.Var{dest}, Idx: []*core.Var{idx}, Vals: []*core.Var{vals}, Distinct: true})
}

// gatherOr is map (\i -> xs[i], or ne outside) is, for several arrays.
func gatherOr(b *core.Builder, n core.Atom, xs []*core.Var, ne []core.Atom, is []*core.Var) []*core.Var {
	return b.Map(n, is, func(b *core.Builder, i []*core.Var) []core.Atom {
		at := core.Atoms(i)
		return core.Atoms(b.If(inRange(b, xs[0].Type.Dims, at), core.AtomTypes(ne),
			func(b *core.Builder) []core.Atom { return readAll(b, xs, at...) },
			func(*core.Builder) []core.Atom { return ne }))
	})
}

// permuted are arrays whose element j is that at is[j].
func permuted(b *core.Builder, n core.Atom, is *core.Var, xs []*core.Var) []*core.Var {
	return b.Map(n, []*core.Var{is}, func(b *core.Builder, i []*core.Var) []core.Atom { return readAll(b, xs, i[0]) })
}

func readAll(b *core.Builder, xs []*core.Var, at ...core.Atom) []core.Atom {
	var out []core.Atom
	for _, x := range xs {
		out = append(out, b.Index(x, at...))
	}
	return out
}

// segScan is the inclusive scan that begins anew where first is true. [Bruun22, 2.2.3, Listing 6.2]
func segScan(b *core.Builder, n core.Atom, op *core.Lambda, ne []core.Atom, first *core.Var, xs []*core.Var) []*core.Var {
	k := len(xs)
	ts := append([]core.Type{core.Prim(prim.Bool)}, core.ElemTypes(xs)...)
	fn := b.Lambda(append(ts, ts...), ts, func(b *core.Builder, p []*core.Var) []core.Atom {
		x, y := core.Atoms(p[1:k+1]), core.Atoms(p[k+2:])
		started := b.Prim(prim.Or, prim.Bool, p[0], p[k+1])
		return append([]core.Atom{started}, core.Atoms(b.If(p[k+1], ts[1:],
			func(*core.Builder) []core.Atom { return y },
			func(b *core.Builder) []core.Atom { return b.Inline(op, slices.Concat(x, y)...) }))...)
	})
	return b.Bind("scanned", &core.Scan{W: n, Fn: fn, Ne: append([]core.Atom{core.Zero(prim.Bool)}, ne...),
		Arrs: append([]*core.Var{first}, xs...)})[1:]
}
