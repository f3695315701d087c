package coregen

import (
	"maps"
	"math/rand/v2"

	"raido/lang/core"
	"raido/lang/prim"
)

// Nest makes the program of a seed that updates arrays in place in loops around loops, as substitutions, factorisations, stencils
// and tables do: elements, parts and rows are read and written, once or several times, at indices that are sums of counters
// or that data choose; bounds are constants, sizes and counters; updates stand in branches, too. One array has rank 1, another
// rank 2, or rank 1 with rows one after the other; some programs read it in the other rank. All values are smooth in the arguments and stay near 1.
func Nest(seed uint64) (*core.Prog, []Arg) {
	r := rand.New(rand.NewPCG(seed, 17))
	g := &nest{r: r, b: &core.Builder{}}
	main := &core.Fun{Name: "main"}
	var args []Arg
	n, nn := core.NewVar("n", core.I64), core.NewVar("nn", core.I64)
	g.size = 3 + r.Int64N(3)
	g.n, g.flat = bounded{n, g.size}, seed%3 == 0
	if seed%4 == 1 {
		g.views, g.nn = map[*core.Var]*core.Var{}, nn
	}
	main.Params = append(main.Params, n, nn)
	for _, k := range []int64{g.size, g.size * g.size} {
		args = append(args, Arg{Type: prim.I64, Elems: []prim.Scalar{prim.Int(prim.I64, k)}})
	}
	param := func(t prim.Type, shape ...int64) *core.Var {
		a := Arg{Type: t, Shape: shape}
		dims := make([]core.Atom, len(shape))
		count := int64(1)
		for k, d := range shape {
			dims[k] = n
			if d > g.size {
				dims[k] = nn
			}
			count *= d
		}
		for range count {
			if t == prim.I64 {
				a.Elems = append(a.Elems, prim.Int(t, r.Int64N(g.size)))
			} else {
				a.Elems = append(a.Elems, prim.Float(t, 0.5+r.Float64()))
			}
		}
		v := core.NewVar("a", core.Prim(t).Of(dims...))
		main.Params, args = append(main.Params, v), append(args, a)
		return v
	}
	g.chosen = param(prim.I64, g.size)
	matrix := []int64{g.size, g.size}
	if g.flat {
		matrix = []int64{g.size * g.size}
	}
	g.given = []*core.Var{param(prim.F64, g.size), param(prim.F64, matrix...)}
	for k, v := range g.given {
		start := core.Exp(&core.Copy{Arr: v})
		if r.IntN(3) == 0 {
			start = &core.Replicate{Dims: v.Type.Dims, Val: core.Const{Scalar: prim.Float(prim.F64, 0.5)}}
		}
		g.arrs[k] = g.b.Let("x", start)
	}
	g.s = core.Const{Scalar: prim.Float(prim.F64, 0.75)}
	for range 1 + r.IntN(3) {
		g.loop()
	}
	if r.IntN(2) == 0 {
		g.stm()
	}
	res := []core.Atom{g.s, g.arrs[0], g.arrs[1]}
	for _, a := range res {
		main.Ret = append(main.Ret, core.NewVar("r", a.AtomType()))
	}
	main.Body = g.b.Body(res...)
	return &core.Prog{Funs: []*core.Fun{main}}, args
}

type nest struct {
	r        *rand.Rand
	b        *core.Builder
	size     int64
	n        bounded // the size of every dimension, one more than the greatest index
	counters []bounded
	chosen   *core.Var    // indices that data choose
	given    []*core.Var  // arrays that stay as they are, of ranks 1 and 2
	arrs     [2]*core.Var // the present versions
	s        core.Atom    // a scalar that is carried
	flat     bool         // the matrix has one dimension
	// views are, by versions of the matrix, what they are in the other rank; nil if no program needs it. nn is how many elements there are.
	views map[*core.Var]*core.Var
	nn    *core.Var
}

// at are the indices of an element of the matrix.
func (g *nest) at(b *core.Builder, i, j core.Atom) []core.Atom {
	if !g.flat {
		return []core.Atom{i, j}
	}
	return []core.Atom{b.Prim(prim.Add, prim.I64, b.Prim(prim.Mul, prim.I64, i, g.n.i), j)}
}

// row is where a row of the flat matrix is.
func (g *nest) row(i core.Atom) []core.DimSlice {
	return []core.DimSlice{{Start: g.b.Prim(prim.Mul, prim.I64, i, g.n.i), Count: g.n.i, Stride: core.IntC(1)}}
}

// rowOf is a row of the matrix.
func (g *nest) rowOf(i core.Atom) *core.Var {
	if g.flat {
		return g.b.Let("row", &core.Slice{Arr: g.arrs[1], Dims: g.row(i)})
	}
	return g.b.Index(g.arrs[1], i)
}

// index is an index of a dimension.
func (g *nest) index() core.Atom {
	if len(g.counters) == 0 {
		return core.IntC(g.r.Int64N(g.size))
	}
	i := g.counters[g.r.IntN(len(g.counters))]
	free := g.size - i.n // by how much i can be moved
	switch k := g.r.IntN(9); {
	case k == 0 && free > 0:
		return g.b.Prim(prim.Add, prim.I64, i.i, core.IntC(1+g.r.Int64N(free)))
	case k == 1:
		last := g.b.Prim(prim.Sub, prim.I64, g.n.i, core.IntC(1))
		return g.b.Prim(prim.Sub, prim.I64, last, i.i)
	case k == 2:
		back := g.b.Prim(prim.Sub, prim.I64, i.i, core.IntC(1))
		return g.b.Prim(prim.Max, prim.I64, back, core.IntC(0))
	case k == 3 && 2*i.n <= g.size+1:
		return g.b.Prim(prim.Mul, prim.I64, i.i, core.IntC(2))
	case k == 4 && g.r.IntN(2) == 0:
		return g.b.Index(g.chosen, i.i)
	case k == 5:
		j := g.counters[g.r.IntN(len(g.counters))]
		if i.n+j.n <= g.size+1 {
			return g.b.Prim(prim.Add, prim.I64, i.i, j.i)
		}
	}
	return i.i
}

func (g *nest) indices(k int) []core.Atom {
	if k == 0 {
		return []core.Atom{g.index()}
	}
	return g.at(g.b, g.index(), g.index())
}

// read is a number.
func (g *nest) read() core.Atom {
	k := g.r.IntN(2)
	switch g.r.IntN(7) {
	case 0:
		return g.b.Index(g.given[k], g.indices(k)...)
	case 1:
		return g.s
	case 2:
		return g.sum()
	}
	if k == 1 && g.views != nil && g.r.IntN(2) == 0 {
		return g.viewed()
	}
	return g.b.Index(g.arrs[k], g.indices(k)...)
}

// viewed is an element of the matrix, read in its other rank.
func (g *nest) viewed() core.Atom {
	v := g.views[g.arrs[1]]
	if v == nil || g.r.IntN(4) == 0 {
		dims := []core.Atom{g.nn}
		if g.flat {
			dims = []core.Atom{g.n.i, g.n.i}
		}
		v = g.b.Let("view", &core.Reshape{Dims: dims, Arr: g.arrs[1]})
		g.views[g.arrs[1]] = v
	}
	g.flat = !g.flat
	at := g.at(g.b, g.index(), g.index())
	g.flat = !g.flat
	return g.b.Index(v, at...)
}

// part is some of one of the arrays, a vector.
func (g *nest) part() *core.Var {
	row := g.arrs[0]
	if g.r.IntN(2) == 0 {
		row = g.rowOf(g.index())
	}
	if g.r.IntN(3) == 0 {
		return row
	}
	return g.b.Let("part", &core.Slice{Arr: row, Dims: []core.DimSlice{g.dim()}})
}

// dim is a range of indices.
func (g *nest) dim() core.DimSlice {
	if len(g.counters) > 0 && g.r.IntN(3) > 0 {
		i := g.counters[g.r.IntN(len(g.counters))].i
		if g.r.IntN(2) == 0 {
			return core.DimSlice{Start: core.IntC(0), Count: i, Stride: core.IntC(1)}
		}
		return core.DimSlice{Start: i, Count: g.b.Prim(prim.Sub, prim.I64, g.n.i, i), Stride: core.IntC(1)}
	}
	if g.r.IntN(2) == 0 {
		last := g.b.Prim(prim.Sub, prim.I64, g.n.i, core.IntC(1))
		return core.DimSlice{Start: last, Count: g.n.i, Stride: core.IntC(-1)}
	}
	return core.DimSlice{Start: core.IntC(g.r.Int64N(2)), Count: core.IntC(2), Stride: core.IntC(1 + g.r.Int64N(g.size-2)/2)}
}

// sum is the sum of a part, or of elements at the indices below a counter.
func (g *nest) sum() core.Atom {
	arr := g.part()
	vals := g.b.Map(arr.Type.Dims[0], []*core.Var{arr}, func(b *core.Builder, p []*core.Var) []core.Atom {
		return []core.Atom{g.smooth(b, p[0], p[0])}
	})
	if g.r.IntN(2) == 0 {
		k := core.Atom(core.IntC(2))
		if len(g.counters) > 0 {
			k = g.counters[g.r.IntN(len(g.counters))].i
		}
		is := g.b.Let("is", &core.Iota{N: k, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
		row, arr := g.index(), g.arrs[1]
		vals = g.b.Map(k, []*core.Var{is}, func(b *core.Builder, p []*core.Var) []core.Atom {
			return []core.Atom{g.smooth(b, b.Index(arr, g.at(b, row, p[0])...), b.Index(arr, g.at(b, p[0], row)...))}
		})
	}
	return g.b.Let("sum", &core.Reduce{W: vals[0].Type.Dims[0], Fn: core.BinOp(prim.Add, prim.F64), Ne: []core.Atom{core.Zero(prim.F64)},
		Arrs: vals, Comm: true})
}

// smooth combines two numbers.
func (g *nest) smooth(b *core.Builder, x, y core.Atom) core.Atom {
	switch g.r.IntN(4) {
	case 0:
		return b.Prim(prim.Mul, prim.F64, x, b.Prim(prim.Cos, prim.F64, y))
	case 1:
		return b.Prim(prim.Sin, prim.F64, b.Prim(prim.Add, prim.F64, x, y))
	case 2:
		half := b.Prim(prim.Mul, prim.F64, x, core.Const{Scalar: prim.Float(prim.F64, 0.5)})
		return b.Prim(prim.Sub, prim.F64, y, half)
	}
	return b.Prim(prim.Tanh, prim.F64, b.Prim(prim.Mul, prim.F64, x, y))
}

// stm writes something, or goes into a loop or a branch.
func (g *nest) stm() {
	switch k := g.r.IntN(10); {
	case k < 3 && len(g.counters) < 3:
		g.loop()
	case k == 3 && len(g.counters) > 0:
		g.branch()
	case k == 4:
		dim := g.dim()
		vals := g.b.Map(dim.Count, []*core.Var{g.b.Let("part", &core.Slice{Arr: g.arrs[0], Dims: []core.DimSlice{dim}})},
			func(b *core.Builder, p []*core.Var) []core.Atom { return []core.Atom{g.smooth(b, p[0], g.s)} })
		g.arrs[0] = g.b.Let("x", &core.UpdateSlice{Arr: g.arrs[0], Dims: []core.DimSlice{dim}, Val: vals[0]})
	case k == 5:
		i := g.index()
		row := g.b.Map(g.n.i, []*core.Var{g.rowOf(g.index()), g.arrs[0]}, func(b *core.Builder, p []*core.Var) []core.Atom {
			return []core.Atom{g.smooth(b, p[0], p[1])}
		})
		up := core.Exp(&core.Update{Arr: g.arrs[1], Idx: []core.Atom{i}, Val: row[0]})
		if g.flat {
			up = &core.UpdateSlice{Arr: g.arrs[1], Dims: g.row(i), Val: row[0]}
		}
		g.arrs[1] = g.b.Let("x", up)
	case k == 6:
		g.s = g.smooth(g.b, g.s, g.read())
	default:
		v := g.smooth(g.b, g.read(), g.read())
		a := g.r.IntN(2)
		g.arrs[a] = g.b.Let("x", &core.Update{Arr: g.arrs[a], Idx: g.indices(a), Val: v})
	}
}

// state is what loops and branches carry.
func (g *nest) state() []core.Atom { return []core.Atom{g.arrs[0], g.arrs[1], g.s} }

func (g *nest) set(vs []*core.Var) { g.arrs[0], g.arrs[1], g.s = vs[0], vs[1], vs[2] }

func (g *nest) binders() (vs []*core.Var) {
	for _, a := range g.state() {
		vs = append(vs, core.NewVar("x", a.AtomType()))
	}
	return vs
}

// sub builds a body that gives the state.
func (g *nest) sub(f func()) core.Body {
	outer, views := g.b, maps.Clone(g.views)
	g.b = &core.Builder{}
	f()
	body := g.b.Body(g.state()...)
	g.b, g.views = outer, views
	return body
}

// loop has some statements in its body.
func (g *nest) loop() {
	e := &core.Loop{Params: g.binders(), Init: g.state(), I: core.NewVar("i", core.I64)}
	trips := bounded{e.I, g.size}
	e.Bound = g.n.i
	switch g.r.IntN(4) {
	case 0:
		e.Bound, trips.n = core.IntC(2), 2
	case 1:
		e.Bound, trips.n = g.b.Prim(prim.Sub, prim.I64, g.n.i, core.IntC(1)), g.size-1
	case 2:
		if len(g.counters) > 0 {
			i := g.counters[g.r.IntN(len(g.counters))]
			e.Bound, trips.n = i.i, max(i.n-1, 1)
		}
	}
	out := g.binders()
	e.Body = g.sub(func() {
		g.set(e.Params)
		g.counters = append(g.counters, trips)
		for range 1 + g.r.IntN(3) {
			g.stm()
		}
		g.counters = g.counters[:len(g.counters)-1]
	})
	g.b.Add(out, e)
	g.set(out)
}

// branch updates in one branch, or in both.
func (g *nest) branch() {
	i := g.counters[len(g.counters)-1].i
	cond := g.b.Prim(prim.Lt, prim.I64, i, core.IntC(1))
	if len(g.counters) > 1 {
		cond = g.b.Prim(prim.Le, prim.I64, i, g.counters[0].i)
	}
	before, out := g.state(), g.binders()
	e := &core.If{Cond: cond}
	e.Then = g.sub(g.stm)
	g.set([]*core.Var{before[0].(*core.Var), before[1].(*core.Var), out[2]})
	g.s = before[2]
	e.Else = g.sub(func() {
		if g.r.IntN(2) == 0 {
			g.stm()
		}
	})
	g.b.Add(out, e)
	g.set(out)
}
