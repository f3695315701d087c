package coregen

import (
	"math/rand/v2"

	"raido/lang/core"
	"raido/lang/prim"
)

// Affine makes the program of a seed that fills arrays by loops around loops as C does, without one iteration waiting for another: products of
// matrices, stencils, triangles, sums of rows and columns. Indices are counters, moved by constants or counted backwards; what
// an element is added up from is summed in a number, or in the element itself.
func Affine(seed uint64) (*core.Prog, []Arg) {
	r := rand.New(rand.NewPCG(seed, 23))
	g := &affine{nest: nest{r: r, b: &core.Builder{}, size: 4 + r.Int64N(3)}}
	main := &core.Fun{Name: "main"}
	n := core.NewVar("n", core.I64)
	g.n = bounded{n, g.size}
	main.Params = append(main.Params, n)
	args := []Arg{{Type: prim.I64, Elems: []prim.Scalar{prim.Int(prim.I64, g.size)}}}
	for _, rank := range []int{1, 2, 2} {
		a := Arg{Type: prim.F64}
		dims := make([]core.Atom, rank)
		count := int64(1)
		for k := range rank {
			a.Shape, dims[k] = append(a.Shape, g.size), n
			count *= g.size
		}
		for range count {
			a.Elems = append(a.Elems, prim.Float(prim.F64, 0.5+r.Float64()))
		}
		v := core.NewVar("a", core.Prim(prim.F64).Of(dims...))
		main.Params, args = append(main.Params, v), append(args, a)
		g.given = append(g.given, v)
	}
	var res []core.Atom
	for range 1 + r.IntN(2) {
		from := g.given[r.IntN(len(g.given))]
		start := core.Exp(&core.Copy{Arr: from})
		if r.IntN(2) == 0 {
			start = &core.Replicate{Dims: from.Type.Dims, Val: core.Const{Scalar: prim.Float(prim.F64, 0.5)}}
		}
		out := g.fill(g.b.Let("x", start), from.Type.Rank())
		g.given, res = append(g.given, out), append(res, out)
	}
	for _, a := range res {
		main.Ret = append(main.Ret, core.NewVar("r", a.AtomType()))
	}
	main.Body = g.b.Body(res...)
	return &core.Prog{Funs: []*core.Fun{main}}, args
}

type affine struct {
	nest
	own []bounded // the counters that places are made of
}

// fill writes an array in a loop for each of its dimensions that are left, in some order, perhaps with one more around that adds up.
func (g *affine) fill(arr *core.Var, left int) *core.Var {
	if left == 0 {
		return g.element(arr)
	}
	sum := left == len(arr.Type.Dims)-len(g.own) && g.r.IntN(5) == 0 && len(g.counters) == len(g.own)
	e := &core.Loop{Params: []*core.Var{core.NewVar("x", arr.Type)}, Init: []core.Atom{arr}, I: core.NewVar("i", core.I64)}
	trips := bounded{e.I, g.size}
	e.Bound, trips.n = g.bound(false)
	outer, own := g.b, g.own
	g.b = &core.Builder{}
	g.counters = append(g.counters, trips)
	var out *core.Var
	if sum {
		out = g.fill(e.Params[0], left)
	} else {
		g.own = append(own[:len(own):len(own)], trips)
		out = g.fill(e.Params[0], left-1)
	}
	e.Body = g.b.Body(out)
	g.b, g.own, g.counters = outer, own, g.counters[:len(g.counters)-1]
	v := core.NewVar("x", arr.Type)
	g.b.Add([]*core.Var{v}, e)
	return v
}

// bound is how often a loop runs, and at most how often: one that adds up runs in more kinds of ways than one that writes.
func (g *affine) bound(sums bool) (core.Atom, int64) {
	switch k := g.r.IntN(8); {
	case k < 2:
		k := 1 + g.r.Int64N(2)
		return g.b.Prim(prim.Sub, prim.I64, g.n.i, core.IntC(k)), g.size - k
	case k == 2 && sums:
		return core.IntC(2), 2
	case k == 3 && sums:
		if len(g.counters) > 0 {
			i := g.counters[g.r.IntN(len(g.counters))]
			return i.i, max(i.n-1, 1)
		}
	}
	return g.n.i, g.size
}

// element writes one element of the array, at a place that the own counters say.
func (g *affine) element(arr *core.Var) *core.Var {
	var idx []core.Atom
	for _, k := range g.r.Perm(len(g.own)) {
		idx = append(idx, g.moved(g.own[k]))
	}
	x := g.value()
	if len(g.counters) > len(g.own) || g.r.IntN(3) == 0 {
		old := g.b.Index(arr, idx...)
		x = g.b.Prim(prim.Add, prim.F64, old, x)
	}
	return g.b.Let("x", &core.Update{Arr: arr, Idx: idx, Val: x})
}

// moved is a counter plus a constant, or counted backwards, as far as there is room.
func (g *affine) moved(i bounded) core.Atom {
	free := g.size - i.n
	switch g.r.IntN(4) {
	case 0:
		if free > 0 {
			return g.b.Prim(prim.Add, prim.I64, i.i, core.IntC(1+g.r.Int64N(free)))
		}
	case 1:
		last := g.b.Prim(prim.Sub, prim.I64, g.n.i, core.IntC(1))
		return g.b.Prim(prim.Sub, prim.I64, last, i.i)
	}
	return i.i
}

// read is an element of one of the arrays that are there already, at another counter in each dimension if there are so many.
func (g *affine) read() core.Atom {
	arr := g.given[g.r.IntN(len(g.given))]
	var idx []core.Atom
	perm := g.r.Perm(len(g.counters))
	for k := range arr.Type.Dims {
		idx = append(idx, g.moved(g.counters[perm[k%len(perm)]]))
	}
	return g.b.Index(arr, idx...)
}

// value is computed from a few elements, or from a sum of some.
func (g *affine) value() core.Atom {
	x := g.smooth(g.b, g.read(), g.read())
	if g.r.IntN(2) == 0 {
		return x
	}
	e := &core.Loop{Params: []*core.Var{core.NewVar("s", core.Prim(prim.F64))}, Init: []core.Atom{x}, I: core.NewVar("k", core.I64)}
	trips := bounded{e.I, g.size}
	e.Bound, trips.n = g.bound(true)
	outer := g.b
	g.b = &core.Builder{}
	g.counters = append(g.counters, trips)
	y := g.b.Prim(prim.Mul, prim.F64, g.read(), g.read())
	op := prim.Add
	if g.r.IntN(2) == 0 {
		op = prim.Sub
	}
	e.Body = g.b.Body(g.b.Prim(op, prim.F64, e.Params[0], y))
	g.b, g.counters = outer, g.counters[:len(g.counters)-1]
	v := core.NewVar("s", core.Prim(prim.F64))
	g.b.Add([]*core.Var{v}, e)
	return v
}
