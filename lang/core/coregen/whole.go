package coregen

import (
	"math/rand/v2"

	"raido/lang/core"
	"raido/lang/prim"
)

// Whole makes the program of a seed that is a stencil in one dimension, or along one of two, written with whole arrays: slices beside each other or
// rotations go through a map, and the border is concatenated to it, or it replaces a part of a copy or of what came before, by a scatter perhaps. One step or two follow each other.
func Whole(seed uint64) (*core.Prog, []Arg) {
	r := rand.New(rand.NewPCG(seed, 31))
	g := &whole{r: r, b: &core.Builder{}}
	main := &core.Fun{Name: "main"}
	var args []Arg
	a := Arg{Type: prim.F64}
	var dims []core.Atom
	for range 1 + r.IntN(2) {
		n := core.NewVar("n", core.I64)
		size := 2 + r.Int64N(5)
		main.Params, args = append(main.Params, n), append(args, Arg{Type: prim.I64, Elems: []prim.Scalar{prim.Int(prim.I64, size)}})
		dims, a.Shape = append(dims, n), append(a.Shape, size)
	}
	for range 2 {
		x := a
		count := int64(1)
		for _, n := range a.Shape {
			count *= n
		}
		for range count {
			x.Elems = append(x.Elems, prim.Float(prim.F64, 0.5+r.Float64()))
		}
		v := core.NewVar("a", core.Prim(prim.F64).Of(dims...))
		main.Params, args = append(main.Params, v), append(args, x)
		g.given = append(g.given, v)
	}
	out := g.given[0]
	for range 1 + r.IntN(2) {
		out = g.step(out)
	}
	main.Ret = []*core.Var{core.NewVar("r", out.Type)}
	main.Body = g.b.Body(out)
	return &core.Prog{Funs: []*core.Fun{main}}, args
}

// whole is a stencil of whole arrays.
type whole struct {
	r     *rand.Rand
	b     *core.Builder
	given []*core.Var
}

// step is one step: neighbours of u go through a map.
func (g *whole) step(u *core.Var) *core.Var {
	b, n := g.b, u.Type.Dims[0]
	if g.r.IntN(3) == 0 { // on a circle
		left, right := b.Let("left", &core.Rotate{By: core.IntC(-1), Arr: u}), b.Let("right", &core.Rotate{By: core.IntC(1 + g.r.Int64N(2)), Arr: u})
		return g.point(b, []*core.Var{left, u, right, g.given[1]})
	}
	k := b.Prim(prim.Sub, prim.I64, n, core.IntC(2))
	part := func(arr *core.Var, from int64) *core.Var {
		return b.Let("part", &core.Slice{Arr: arr, Dims: []core.DimSlice{{Start: core.IntC(from), Count: k, Stride: core.IntC(1)}}})
	}
	parts := []*core.Var{part(u, 0), part(u, 2)}
	if g.r.IntN(2) == 0 {
		parts = append(parts, part(u, 1))
	}
	inner := g.point(b, append(parts, part(g.given[1], g.r.Int64N(3))))
	last := b.Prim(prim.Sub, prim.I64, n, core.IntC(1))
	old := func() *core.Var {
		if u == g.given[0] || g.r.IntN(2) == 0 {
			return b.Let("old", &core.Copy{Arr: u})
		}
		return u // of the step before: nobody wants it any more
	}
	switch g.r.IntN(4) {
	case 0:
		return b.Let("new", &core.Scatter{W: k, Dest: []*core.Var{old()}, Idx: []*core.Var{g.places(k)}, Vals: []*core.Var{inner}})
	case 1:
		return b.Let("new", &core.UpdateSlice{Arr: old(), Val: inner,
			Dims: []core.DimSlice{{Start: core.IntC(1), Count: k, Stride: core.IntC(1)}}})
	}
	end := func(i core.Atom) *core.Var {
		return b.Let("end", core.NewArrayLit(u.Type.Row(), []core.Atom{b.Index(u, i)}))
	}
	first := b.Let("joined", &core.Concat{N: last, Arrs: []*core.Var{end(core.IntC(0)), inner}})
	return b.Let("joined", &core.Concat{N: n, Arrs: []*core.Var{first, end(last)}})
}

// places are k places that follow each other, perhaps the first or the last outside of an array of k + 2.
func (g *whole) places(k core.Atom) *core.Var {
	from := core.IntC([]int64{1, 1, 1, 0, 2, 3, -1}[g.r.IntN(7)])
	if g.r.IntN(2) == 0 {
		return g.b.Let("is", &core.Iota{N: k, Start: from, Step: core.IntC(1), T: prim.I64})
	}
	is := g.b.Let("is", &core.Iota{N: k, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	return g.b.Map(k, []*core.Var{is}, func(b *core.Builder, xs []*core.Var) []core.Atom {
		return []core.Atom{b.Prim(prim.Add, prim.I64, from, xs[0])}
	})[0]
}

// point is a map of a few operands, of rows if they have such.
func (g *whole) point(b *core.Builder, arrs []*core.Var) *core.Var {
	return b.Map(arrs[0].Type.Dims[0], arrs, func(b *core.Builder, xs []*core.Var) []core.Atom {
		if !xs[0].Type.IsScalar() {
			return []core.Atom{g.point(b, xs)}
		}
		y := core.Atom(xs[0])
		for k, x := range xs[1:] {
			y = b.Prim([]*prim.Op{prim.Add, prim.Mul, prim.Sub}[k%3], prim.F64, y, x)
		}
		return []core.Atom{y}
	})[0]
}
