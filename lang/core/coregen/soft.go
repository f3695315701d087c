package coregen

import (
	"math/rand/v2"

	"raido/lang/core"
	"raido/lang/prim"
)

// Soft makes the program of a seed in which each point of a line or a grid has a row of numbers, and gets a new one by a softmax of its own and of
// its neighbours' rows, with borders as in Border, or keeps its own one: points of one colour, or by what they have. So do mean fields of Potts models.
func Soft(seed uint64) (*core.Prog, []Arg) {
	r := rand.New(rand.NewPCG(seed, 31))
	g := &soft{border: border{nest: nest{r: r, b: &core.Builder{}}}}
	main := &core.Fun{Name: "main"}
	var args []Arg
	rank := 1 + r.IntN(2)
	for range rank + 1 {
		n := core.NewVar("n", core.I64)
		size := 1 + r.Int64N(5)
		main.Params = append(main.Params, n)
		args = append(args, Arg{Type: prim.I64, Elems: []prim.Scalar{prim.Int(prim.I64, size)}})
		g.dims = append(g.dims, bounded{n, size})
	}
	g.two(main, &args, g.dims)
	g.k, g.dims = g.dims[rank].i, g.dims[:rank]
	g.which, g.near = r.IntN(3), 1+r.IntN(4)
	out := g.rows(g.b, nil)
	main.Ret = []*core.Var{core.NewVar("r", out.Type)}
	main.Body = g.b.Body(out)
	return &core.Prog{Funs: []*core.Fun{main}}, args
}

type soft struct {
	border
	k     core.Atom // numbers of a row
	which int       // points that change: all, those of one colour, those that begin with a small number
	near  int       // neighbours
}

// rows are maps over the points.
func (g *soft) rows(b *core.Builder, is []*core.Var) *core.Var {
	if len(is) == len(g.dims) {
		return g.change(b, is)
	}
	w := g.dims[len(is)].i
	iota := b.Let("iota", &core.Iota{N: w, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	return b.Map(w, []*core.Var{iota}, func(b *core.Builder, i []*core.Var) []core.Atom {
		return []core.Atom{g.rows(b, append(is[:len(is):len(is)], i[0]))}
	})[0]
}

// change is the row that a point gets.
func (g *soft) change(b *core.Builder, is []*core.Var) *core.Var {
	own := b.Index(g.given[0], core.Atoms(is)...)
	var cond core.Atom
	switch g.which {
	case 0:
		return g.row(b, is, own)
	case 1:
		sum := core.Atom(core.IntC(g.r.Int64N(2)))
		for _, i := range is {
			sum = b.Prim(prim.Add, prim.I64, sum, i)
		}
		cond = b.Prim(prim.Eq, prim.I64, b.Prim(prim.Mod, prim.I64, sum, core.IntC(2)), core.IntC(0))
	default:
		cond = b.Prim(prim.Lt, prim.F64, b.Index(own, core.IntC(0)), core.Const{Scalar: prim.Float(prim.F64, 1)})
	}
	keep := func(*core.Builder) []core.Atom { return []core.Atom{own} }
	fresh := func(b *core.Builder) []core.Atom { return []core.Atom{g.row(b, is, own)} }
	if g.r.IntN(2) == 0 {
		keep, fresh = fresh, keep
	}
	return b.If(cond, []core.Type{own.Type}, keep, fresh)[0]
}

// row is the softmax.
func (g *soft) row(b *core.Builder, is []*core.Var, own *core.Var) *core.Var {
	rows := []*core.Var{own, b.Index(g.given[1], core.Atoms(is)...)}
	for range g.near {
		idx := core.Atoms(is)
		d := g.r.IntN(len(is))
		idx[d] = g.beyond(b, is[d], g.dims[d].i, 2*g.r.Int64N(2)-1)
		rows = append(rows, b.Index(g.given[0], idx...))
	}
	f := func(op *prim.Op, x, y core.Atom) core.Atom { return b.Prim(op, prim.F64, x, y) }
	exps := b.Map(g.k, rows, func(in *core.Builder, xs []*core.Var) []core.Atom {
		outer := b
		b = in
		x := f(prim.Mul, xs[0], xs[1])
		for _, y := range xs[2:] {
			x = f(prim.Add, x, f(prim.Mul, y, y))
		}
		x = b.Prim(prim.Exp, prim.F64, x)
		b = outer
		return []core.Atom{x}
	})
	op := b.Lambda([]core.Type{core.Prim(prim.F64), core.Prim(prim.F64)}, []core.Type{core.Prim(prim.F64)}, func(b *core.Builder, ps []*core.Var) []core.Atom {
		return []core.Atom{b.Prim(prim.Add, prim.F64, ps[0], ps[1])}
	})
	sum := b.Let("sum", &core.Reduce{W: g.k, Fn: op, Ne: []core.Atom{core.Const{Scalar: prim.Float(prim.F64, 0)}}, Arrs: exps, Comm: true})
	return b.Map(g.k, exps, func(b *core.Builder, xs []*core.Var) []core.Atom {
		return []core.Atom{b.Prim(prim.Div, prim.F64, xs[0], sum)}
	})[0]
}
