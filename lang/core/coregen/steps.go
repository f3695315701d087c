package coregen

import (
	"math/rand/v2"

	"raido/lang/core"
	"raido/lang/prim"
)

// Steps makes the program of a seed that takes vectors through time: a loop that carries vectors and tables, a row of which is written in each
// step. Steps are maps over elements; some programs read a neighbour or a sum as well, and sizes may be zero.
func Steps(seed uint64) (*core.Prog, []Arg) {
	r := rand.New(rand.NewPCG(seed, 29))
	w, n := core.NewVar("w", core.I64), core.NewVar("n", core.I64)
	vec := core.Prim(prim.F64).Of(w)
	table := vec.Of(n)
	x, a := core.NewVar("x", vec), core.NewVar("a", table)
	main := &core.Fun{Name: "main", Params: []*core.Var{w, n, x, a}}
	b := &core.Builder{}
	g := &steps{r: r, w: w, a: a, vecs: []*core.Var{x}}
	e := &core.Loop{I: core.NewVar("t", core.I64), Bound: n}
	tables := r.IntN(2)
	for range 1 + r.IntN(3) {
		e.Params = append(e.Params, core.NewVar("v", vec))
		e.Init = append(e.Init, b.Let("v", &core.Copy{Arr: x}))
	}
	for range tables {
		e.Params = append(e.Params, core.NewVar("y", table))
		init := core.Exp(&core.Copy{Arr: a})
		if r.IntN(2) == 0 {
			init = &core.Replicate{Dims: table.Dims, Val: core.Const{Scalar: prim.Float(prim.F64, 0.5)}}
		}
		e.Init = append(e.Init, b.Let("y", init))
	}
	e.Body = b.Sub(func(b *core.Builder) []core.Atom { return g.body(b, e, tables) })
	out := make([]*core.Var, len(e.Params))
	for k, v := range e.Params {
		out[k] = core.NewVar(v.Name, v.Type)
	}
	b.Add(out, e)
	for _, v := range out {
		main.Ret = append(main.Ret, core.NewVar("r", v.Type))
	}
	main.Body = b.Body(core.Atoms(out)...)
	return &core.Prog{Funs: []*core.Fun{main}}, stepArgs(r)
}

// stepArgs are sizes, a vector and a table.
func stepArgs(r *rand.Rand) []Arg {
	sizes := []int64{r.Int64N(4) * 3, r.Int64N(5)}
	var args []Arg
	for _, n := range sizes {
		args = append(args, Arg{Type: prim.I64, Elems: []prim.Scalar{prim.Int(prim.I64, n)}})
	}
	for _, shape := range [][]int64{sizes[:1], {sizes[1], sizes[0]}} {
		v, count := Arg{Type: prim.F64, Shape: shape}, int64(1)
		for _, n := range shape {
			count *= n
		}
		for range count {
			v.Elems = append(v.Elems, prim.Float(prim.F64, 0.2+0.6*r.Float64()))
		}
		args = append(args, v)
	}
	return args
}

type steps struct {
	r    *rand.Rand
	w    *core.Var
	a    *core.Var   // a table outside
	vecs []*core.Var // that a step may read
}

// body is a step: maps, then what is carried on.
func (g *steps) body(b *core.Builder, e *core.Loop, tables int) []core.Atom {
	vecs := e.Params[:len(e.Params)-tables]
	g.vecs = append(g.vecs, vecs...)
	g.vecs = append(g.vecs, b.Index(g.a, e.I))
	if tables > 0 && g.r.IntN(3) == 0 {
		g.vecs = append(g.vecs, b.Index(e.Params[len(vecs)], e.I))
	}
	for range 1 + g.r.IntN(3) {
		g.vecs = append(g.vecs, g.step(b, e.I))
	}
	last := g.vecs[len(g.vecs)-1]
	out := []core.Atom{last}
	for range len(vecs) - 1 {
		v := g.vecs[g.r.IntN(len(g.vecs))]
		out = append(out, b.Let("v", &core.Copy{Arr: v}))
	}
	for _, y := range e.Params[len(vecs):] {
		out = append(out, b.Let("y", &core.Update{Arr: y, Idx: []core.Atom{e.I}, Val: last}))
	}
	return out
}

// step is a map over the elements of vectors, seldom of more.
func (g *steps) step(b *core.Builder, t *core.Var) *core.Var {
	from := []*core.Var{g.vecs[g.r.IntN(len(g.vecs))], g.vecs[g.r.IntN(len(g.vecs))]}
	more := g.r.IntN(8)
	var sum core.Atom = core.Const{Scalar: prim.Float(prim.F64, 0.25)}
	if more == 0 {
		sum = b.Let("sum", &core.Reduce{W: g.w, Fn: core.BinOp(prim.Add, prim.F64), Ne: []core.Atom{core.Zero(prim.F64)}, Arrs: from[:1], Comm: true})
	}
	from = append(from, b.Let("is", &core.Iota{N: g.w, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64}))
	other := g.vecs[g.r.IntN(len(g.vecs))]
	return b.Map(g.w, from, func(b *core.Builder, x []*core.Var) []core.Atom {
		y := b.Prim(prim.Mul, prim.F64, x[0], x[1])
		switch more {
		case 1: // a neighbour
			at := b.Prim(prim.Max, prim.I64, core.IntC(0), b.Prim(prim.Sub, prim.I64, x[2], core.IntC(1)))
			y = b.Prim(prim.Add, prim.F64, y, b.Index(other, at))
		case 2: // the element itself
			y = b.Prim(prim.Add, prim.F64, y, b.Index(other, x[2]))
		case 3: // what time it is
			y = b.Prim(prim.Add, prim.F64, y, b.Prim(prim.ToF64, prim.I64, t))
		}
		return []core.Atom{b.Prim(prim.Sin, prim.F64, b.Prim(prim.Add, prim.F64, y, sum))}
	})[0]
}
