package coregen

import (
	"math/rand/v2"

	"raido/lang/core"
	"raido/lang/prim"
)

// Border makes the program of a seed that is a stencil in one or two dimensions, of few or many points, that treats its borders in one of the ways
// users do: neighbours beyond are the last ones, or those from the other end, by max and min, by remainders or by branches, or the
// point has none of them. The array has one dimension, or two, or one with rows one after the other.
func Border(seed uint64) (*core.Prog, []Arg) {
	r := rand.New(rand.NewPCG(seed, 29))
	g := &border{nest: nest{r: r, b: &core.Builder{}}, flat: r.IntN(3)}
	main := &core.Fun{Name: "main"}
	var args []Arg
	for range 2 {
		n := core.NewVar("n", core.I64)
		size := 1 + r.Int64N(6)
		main.Params = append(main.Params, n)
		args = append(args, Arg{Type: prim.I64, Elems: []prim.Scalar{prim.Int(prim.I64, size)}})
		g.dims = append(g.dims, bounded{n, size})
	}
	rank := 2
	if g.flat == 0 {
		rank = 1 + r.IntN(2)
	}
	g.dims = g.dims[2-rank:]
	dims := g.two(main, &args, g.dims)
	if g.flat > 0 {
		g.all = g.b.Prim(prim.Mul, prim.I64, dims[0], dims[1])
		for k, v := range g.given {
			g.given[k] = g.b.Let("flat", &core.Reshape{Dims: []core.Atom{g.all}, Arr: v})
		}
	}
	out := core.Atom(g.points(g.b, nil)[0])
	if g.flat > 0 {
		out = g.b.Let("rows", &core.Reshape{Dims: dims, Arr: out.(*core.Var)})
	}
	main.Ret = []*core.Var{core.NewVar("r", out.AtomType())}
	main.Body = g.b.Body(out)
	return &core.Prog{Funs: []*core.Fun{main}}, args
}

// two adds two arrays of floats to what is given, and to the parameters and arguments.
func (g *border) two(main *core.Fun, args *[]Arg, sizes []bounded) (dims []core.Atom) {
	shape, count := []int64{}, int64(1)
	for _, d := range sizes {
		dims, shape = append(dims, d.i), append(shape, d.n)
		count *= d.n
	}
	for range 2 {
		a := Arg{Type: prim.F64, Shape: shape}
		for range count {
			a.Elems = append(a.Elems, prim.Float(prim.F64, 0.5+g.r.Float64()))
		}
		v := core.NewVar("a", core.Prim(prim.F64).Of(dims...))
		main.Params, *args = append(main.Params, v), append(*args, a)
		g.given = append(g.given, v)
	}
	return dims
}

// border is a stencil.
type border struct {
	nest
	flat int // 0: as many dimensions as there are indices; 1: one dimension and one index, 2: one dimension and two indices
	all  core.Atom
	dims []bounded
}

// points are maps over the points.
func (g *border) points(b *core.Builder, is []*core.Var) []core.Atom {
	if len(is) == len(g.dims) {
		return []core.Atom{g.point(b, is)}
	}
	w := core.Atom(g.dims[len(is)].i)
	if g.flat == 1 {
		w = g.all
	}
	iota := b.Let("iota", &core.Iota{N: w, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	out := b.Map(w, []*core.Var{iota}, func(b *core.Builder, i []*core.Var) []core.Atom {
		if g.flat == 1 {
			m := g.dims[1].i
			row, col := b.Prim(prim.Div, prim.I64, i[0], m), b.Prim(prim.Mod, prim.I64, i[0], m)
			return []core.Atom{g.point(b, []*core.Var{row, col})}
		}
		return g.points(b, append(is[:len(is):len(is)], i[0]))
	})
	if g.flat == 2 && len(is) == 0 {
		return []core.Atom{b.Let("flat", &core.Reshape{Dims: []core.Atom{g.all}, Arr: out[0]})}
	}
	return core.Atoms(out)
}

// point is the value of a point.
func (g *border) point(b *core.Builder, is []*core.Var) core.Atom {
	sum := func(b *core.Builder, moved func(d int, c int64) core.Atom) core.Atom {
		x := g.at(b, 0, core.Atoms(is))
		for range 1 + g.r.IntN(4) {
			idx := core.Atoms(is)
			for d := range is {
				if c := g.r.Int64N(5) - 2; c != 0 && g.r.IntN(2) == 0 {
					idx[d] = moved(d, c)
				}
			}
			x = b.Prim(prim.Add, prim.F64, x, b.Prim(prim.Mul, prim.F64, g.at(b, 0, idx), g.at(b, 1, core.Atoms(is))))
		}
		return x
	}
	if g.r.IntN(3) > 0 {
		return sum(b, func(d int, c int64) core.Atom { return g.beyond(b, is[d], g.dims[d].i, c) })
	}
	var in core.Atom
	for d, i := range is {
		low := b.Prim(prim.Le, prim.I64, core.IntC(2), i)
		high := b.Prim(prim.Lt, prim.I64, i, b.Prim(prim.Sub, prim.I64, g.dims[d].i, core.IntC(2)))
		both := b.Prim(prim.And, prim.Bool, low, high)
		if in == nil {
			in = both
		} else {
			in = b.Prim(prim.And, prim.Bool, in, both)
		}
	}
	return b.If(in, []core.Type{core.Prim(prim.F64)}, func(b *core.Builder) []core.Atom {
		return []core.Atom{sum(b, func(d int, c int64) core.Atom { return b.Prim(prim.Add, prim.I64, is[d], core.IntC(c)) })}
	}, func(b *core.Builder) []core.Atom { return []core.Atom{g.at(b, 0, core.Atoms(is))} })[0]
}

// at is an element of an array.
func (g *border) at(b *core.Builder, k int, idx []core.Atom) core.Atom {
	if g.flat > 0 {
		idx = []core.Atom{b.Prim(prim.Add, prim.I64, b.Prim(prim.Mul, prim.I64, idx[0], g.dims[1].i), idx[1])}
	}
	return b.Index(g.given[k], idx...)
}

// beyond is an index moved by c, somewhere in its dimension.
func (g *border) beyond(b *core.Builder, i *core.Var, n core.Atom, c int64) core.Atom {
	op := func(op *prim.Op, x, y core.Atom) core.Atom { return b.Prim(op, prim.I64, x, y) }
	x := op(prim.Add, i, core.IntC(c))
	last := op(prim.Sub, n, core.IntC(1))
	switch g.r.IntN(4) {
	case 0:
		return op(prim.Max, core.IntC(0), op(prim.Min, last, x))
	case 1:
		return op(prim.Mod, x, n)
	case 2:
		return op(prim.Mod, op(prim.Add, x, n), n)
	}
	index := func(a core.Atom) func(*core.Builder) []core.Atom {
		return func(*core.Builder) []core.Atom { return []core.Atom{a} }
	}
	if g.r.IntN(2) == 0 {
		return b.If(op(prim.Eq, i, core.IntC(0)), []core.Type{core.I64}, index(last), func(b *core.Builder) []core.Atom {
			return []core.Atom{b.Prim(prim.Sub, prim.I64, i, core.IntC(1))}
		})[0]
	}
	out := b.Prim(prim.Or, prim.Bool, op(prim.Lt, x, core.IntC(0)), op(prim.Lt, last, x))
	return b.If(out, []core.Type{core.I64}, index(i), index(x))[0]
}
