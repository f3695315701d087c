package coregen

import (
	"math/rand/v2"

	"raido/lang/core"
	"raido/lang/prim"
)

// Shared makes the program of a seed that sums functions of elements and computes some of them again in maps after the sum, as derivatives of sums do;
// for each row of a matrix, or of one array. What is summed may be read before, or changed after.
func Shared(seed uint64) (*core.Prog, []Arg) {
	r := rand.New(rand.NewPCG(seed, 47))
	g := &sharedGen{r: r, n: core.NewVar("n", core.I64), w: core.NewVar("w", core.I64), c: core.NewVar("c", f64)}
	a, us := core.NewVar("a", f64.Of(g.n, g.w)), core.NewVar("us", f64.Of(g.w))
	main := &core.Fun{Name: "main", Params: []*core.Var{g.n, g.w, g.c, a, us}}
	b := &core.Builder{}
	in := func(b *core.Builder, p []*core.Var) []core.Atom { return g.sums(b, p[0], us) }
	var out []core.Atom
	if r.IntN(2) == 0 {
		for _, v := range b.Map(g.n, []*core.Var{a}, in) {
			out = append(out, v)
		}
	} else {
		out = in(b, []*core.Var{b.Index(a, core.IntC(0))})
	}
	for _, x := range out {
		main.Ret = append(main.Ret, core.NewVar("r", x.AtomType()))
	}
	main.Body = b.Body(out...)
	n, w := 1+r.Int64N(4), r.Int64N(20)
	floats := func(shape ...int64) Arg {
		arg, k := Arg{Type: prim.F64, Shape: shape}, int64(1)
		for _, d := range shape {
			k *= d
		}
		for range k {
			arg.Elems = append(arg.Elems, prim.Float(prim.F64, 0.5+r.Float64()))
		}
		return arg
	}
	size := func(n int64) Arg { return Arg{Type: prim.I64, Elems: []prim.Scalar{prim.Int(prim.I64, n)}} }
	return &core.Prog{Funs: []*core.Fun{main}}, []Arg{size(n), size(w), floats(), floats(n, w), floats(w)}
}

type sharedGen struct {
	r    *rand.Rand
	n, w *core.Var
	c    *core.Var
}

// term is a number made of an element of each of two arrays and of c: one of few, so that two terms often have parts in common.
func (g *sharedGen) term(b *core.Builder, x, u core.Atom) core.Atom {
	t := core.Atom(b.Prim(prim.Exp, prim.F64, b.Prim(prim.Sub, prim.F64, x, g.c)))
	if g.r.IntN(3) == 0 {
		t = b.Prim(prim.Mul, prim.F64, b.Prim(prim.Log, prim.F64, x), u)
	}
	switch g.r.IntN(4) {
	case 0:
		return b.Prim(prim.Div, prim.F64, core.One(prim.F64), b.Prim(prim.Add, prim.F64, core.One(prim.F64), t))
	case 1:
		return b.Prim(prim.Add, prim.F64, t, b.Prim(prim.Sqrt, prim.F64, u))
	}
	return t
}

// sums are a map, a sum of it, and maps and sums after it.
func (g *sharedGen) sums(b *core.Builder, xs, us *core.Var) []core.Atom {
	arrs := func() []*core.Var {
		if g.r.IntN(4) == 0 {
			return []*core.Var{us, xs}
		}
		return []*core.Var{xs, us}
	}
	terms := func(more func(b *core.Builder, t core.Atom) core.Atom) *core.Var {
		return b.Map(g.w, arrs(), func(b *core.Builder, p []*core.Var) []core.Atom { return []core.Atom{more(b, g.term(b, p[0], p[1]))} })[0]
	}
	es := terms(func(_ *core.Builder, t core.Atom) core.Atom { return t })
	var out []core.Atom
	if g.r.IntN(4) == 0 { // somebody else reads first
		out = append(out, b.Map(g.w, []*core.Var{es}, func(b *core.Builder, p []*core.Var) []core.Atom {
			return []core.Atom{b.Prim(prim.Neg, prim.F64, p[0])}
		})[0])
	}
	sum := func(xs *core.Var) core.Atom {
		return b.Let("s", &core.Reduce{W: g.w, Fn: core.BinOp(prim.Add, prim.F64), Ne: []core.Atom{core.Zero(prim.F64)}, Arrs: []*core.Var{xs}, Comm: true})
	}
	s := sum(es)
	if g.r.IntN(4) == 0 {
		es = b.Let("es", &core.UpdateSlice{Arr: es, Dims: []core.DimSlice{{Start: core.IntC(0), Count: g.w, Stride: core.IntC(1)}}, Val: us})
	}
	if g.r.IntN(2) == 0 {
		out = append(out, es)
	}
	for range 1 + g.r.IntN(2) {
		ys := terms(func(b *core.Builder, t core.Atom) core.Atom { return b.Prim(prim.Mul, prim.F64, t, s) })
		if g.r.IntN(3) == 0 {
			out = append(out, sum(ys))
		} else {
			out = append(out, ys)
		}
	}
	return append(out, s)
}
