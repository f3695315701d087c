package coregen

import (
	"math/rand/v2"

	"raido/lang/core"
	"raido/lang/prim"
)

// Rows makes the program of a seed that makes rows of a matrix from rows of it, in a loop, some of them for each point of a map: what is read
// may be the row that is written, a row beside it, or one that was read under another name before.
func Rows(seed uint64) (*core.Prog, []Arg) {
	g := &rowGen{r: rand.New(rand.NewPCG(seed, 31)), n: core.NewVar("n", core.I64), w: core.NewVar("w", core.I64)}
	a := core.NewVar("a", core.Prim(prim.F64).Of(g.n, g.w))
	main := &core.Fun{Name: "main", Params: []*core.Var{g.n, g.w, a}}
	b := &core.Builder{}
	var out *core.Var
	if g.r.IntN(3) > 0 {
		out = g.loop(b, a)
	} else {
		is := b.Let("is", &core.Iota{N: core.IntC(2), Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
		out = b.Map(core.IntC(2), []*core.Var{is}, func(b *core.Builder, _ []*core.Var) []core.Atom { return []core.Atom{g.loop(b, a)} })[0]
	}
	main.Ret = []*core.Var{core.NewVar("r", out.Type)}
	main.Body = b.Body(out)
	n, w := 3+g.r.Int64N(3), g.r.Int64N(4)*3
	arg := Arg{Type: prim.F64, Shape: []int64{n, w}}
	for range n * w {
		arg.Elems = append(arg.Elems, prim.Float(prim.F64, g.r.Float64()))
	}
	size := func(n int64) Arg { return Arg{Type: prim.I64, Elems: []prim.Scalar{prim.Int(prim.I64, n)}} }
	return &core.Prog{Funs: []*core.Fun{main}}, []Arg{size(n), size(w), arg}
}

type rowGen struct {
	r    *rand.Rand
	n, w *core.Var
}

// loop runs n - 2 times, so that i, i + 1, i + 2 and n - 1 - i are rows.
func (g *rowGen) loop(b *core.Builder, a *core.Var) *core.Var {
	p, i := core.NewVar("p", a.Type), core.NewVar("i", core.I64)
	init := core.Atom(b.Let("a", &core.Copy{Arr: a}))
	out := core.NewVar("a", a.Type)
	bound := b.Prim(prim.Sub, prim.I64, g.n, core.IntC(2))
	b.Add([]*core.Var{out}, &core.Loop{Params: []*core.Var{p}, Init: []core.Atom{init}, I: i, Bound: bound, Body: b.Sub(func(b *core.Builder) []core.Atom {
		all := p
		for range 1 + g.r.IntN(3) {
			all = g.step(b, all, i)
		}
		return []core.Atom{all}
	})})
	return out
}

// index is a row.
func (g *rowGen) index(b *core.Builder, i *core.Var) core.Atom {
	switch k := g.r.IntN(5); k {
	case 0:
		return i
	case 1, 2:
		return b.Prim(prim.Add, prim.I64, i, core.IntC(int64(k)))
	case 3:
		return b.Prim(prim.Sub, prim.I64, b.Prim(prim.Sub, prim.I64, g.n, core.IntC(1)), i)
	default:
		return core.IntC(int64(g.r.IntN(3)))
	}
}

// step makes a row of others and puts it into the matrix.
func (g *rowGen) step(b *core.Builder, all, i *core.Var) *core.Var {
	to := g.index(b, i)
	from := []*core.Var{b.Index(all, g.index(b, i)), b.Index(all, g.index(b, i))}
	v := g.row(b, from, i)
	if g.r.IntN(4) == 0 { // what is put there looks at another row once more
		v = g.row(b, []*core.Var{v, b.Index(all, g.index(b, i))}, i)
	}
	return b.Let("a", &core.Update{Arr: all, Idx: []core.Atom{to}, Val: v})
}

func (g *rowGen) row(b *core.Builder, from []*core.Var, i *core.Var) *core.Var {
	is := b.Let("is", &core.Iota{N: g.w, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	switch g.r.IntN(5) {
	case 0: // the whole other row at each element
		sum := b.Let("sum", &core.Reduce{W: g.w, Fn: core.BinOp(prim.Add, prim.F64), Ne: []core.Atom{core.Zero(prim.F64)}, Arrs: from[1:], Comm: true})
		return b.Map(g.w, from[:1], func(b *core.Builder, x []*core.Var) []core.Atom {
			return []core.Atom{b.Prim(prim.Sin, prim.F64, b.Prim(prim.Add, prim.F64, x[0], sum))}
		})[0]
	case 1: // a copy that is changed
		p := core.NewVar("v", from[0].Type)
		k, out := core.NewVar("k", core.I64), core.NewVar("v", from[0].Type)
		init := b.Let("v", &core.Copy{Arr: from[0]})
		body := b.Sub(func(b *core.Builder) []core.Atom {
			x := b.Prim(prim.Sub, prim.F64, b.Index(from[1], k), b.Index(p, k))
			return []core.Atom{b.Let("v", &core.Update{Arr: p, Idx: []core.Atom{k}, Val: x})}
		})
		b.Add([]*core.Var{out}, &core.Loop{Params: []*core.Var{p}, Init: []core.Atom{init}, I: k, Bound: g.w, Body: body})
		return out
	case 2: // one of two
		early := b.Prim(prim.Lt, prim.I64, i, core.IntC(1))
		return b.If(early, []core.Type{from[0].Type}, func(b *core.Builder) []core.Atom { return []core.Atom{b.Let("v", &core.Copy{Arr: from[1]})} },
			func(b *core.Builder) []core.Atom { return []core.Atom{g.neighbours(b, from, is)} })[0]
	default:
		return g.neighbours(b, from, is)
	}
}

// neighbours is a map that reads the next element of one row beside an element of another.
func (g *rowGen) neighbours(b *core.Builder, from []*core.Var, is *core.Var) *core.Var {
	last := b.Prim(prim.Sub, prim.I64, g.w, core.IntC(1))
	return b.Map(g.w, []*core.Var{from[0], is}, func(b *core.Builder, x []*core.Var) []core.Atom {
		at := b.Prim(prim.Min, prim.I64, b.Prim(prim.Add, prim.I64, x[1], core.IntC(1)), last)
		return []core.Atom{b.Prim(prim.Add, prim.F64, b.Prim(prim.Mul, prim.F64, core.Const{Scalar: prim.Float(prim.F64, 0.5)}, x[0]), b.Index(from[1], at))}
	})[0]
}
