package coregen

import (
	"math/rand/v2"

	"raido/lang/core"
	"raido/lang/prim"
)

// Running makes the program of a seed that goes along vectors with numbers that it carries, as sums, products and extrema do, and stores some of them on the way: as
// they were or as they become, at the counter or beside it, forwards or backwards, at times under a condition, or read from where the step before stored them.
func Running(seed uint64) (*core.Prog, []Arg) {
	r := rand.New(rand.NewPCG(seed, 37))
	n := core.NewVar("n", core.I64)
	vec := core.Prim(prim.F64).Of(n)
	main := &core.Fun{Name: "main", Params: []*core.Var{n, core.NewVar("x", vec), core.NewVar("y", vec)}}
	b := &core.Builder{}
	g := &running{r: r, n: n, xs: main.Params[1:]}
	for range 1 + r.IntN(2) {
		for _, v := range g.loop(b) {
			if v.Type.Rank() == 1 {
				g.xs = append(g.xs, v)
			}
			main.Ret = append(main.Ret, core.NewVar("r", v.Type))
			main.Body.Result = append(main.Body.Result, v)
		}
	}
	main.Body.Stms = b.Stms
	size := []int64{1, 2, 7, 40}[r.IntN(4)]
	args := []Arg{{Type: prim.I64, Elems: []prim.Scalar{prim.Int(prim.I64, size)}}}
	for range 2 {
		a := Arg{Type: prim.F64, Shape: []int64{size}}
		for range size {
			a.Elems = append(a.Elems, prim.Float(prim.F64, 0.5+r.Float64()))
		}
		args = append(args, a)
	}
	return &core.Prog{Funs: []*core.Fun{main}}, args
}

type running struct {
	r  *rand.Rand
	n  *core.Var
	xs []*core.Var // vectors that may be read
}

// loop adds a loop, and gives its results.
func (g *running) loop(b *core.Builder) []*core.Var {
	e := &core.Loop{I: core.NewVar("i", core.I64), Bound: b.Prim(prim.Sub, prim.I64, g.n, core.IntC(1))}
	arrays := 1 + g.r.IntN(2)
	for k := range arrays + g.r.IntN(3) {
		init, t := core.Atom(core.Const{Scalar: prim.Float(prim.F64, 0.25)}), core.Prim(prim.F64)
		if k < arrays {
			t = t.Of(g.n)
			init = b.Let("a", &core.Copy{Arr: g.xs[g.r.IntN(len(g.xs))]})
		}
		e.Params, e.Init = append(e.Params, core.NewVar("p", t)), append(e.Init, init)
	}
	e.Body = b.Sub(func(b *core.Builder) []core.Atom { return g.step(b, e, arrays) })
	out := make([]*core.Var, len(e.Params))
	for k, v := range e.Params {
		out[k] = core.NewVar("p", v.Type)
	}
	b.Add(out, e)
	return out
}

// step computes the numbers anew and stores some in the arrays.
func (g *running) step(b *core.Builder, e *core.Loop, arrays int) []core.Atom {
	at, next := core.Atom(e.I), core.Atom(b.Prim(prim.Add, prim.I64, e.I, core.IntC(1))) // where the step before stored, and where this one does
	if g.r.IntN(4) == 0 {
		at = b.Prim(prim.Sub, prim.I64, e.Bound, e.I)
		next = b.Prim(prim.Sub, prim.I64, at, core.IntC(1))
	}
	var values []core.Atom // what may be stored
	x := b.Index(g.xs[g.r.IntN(len(g.xs))], []core.Atom{at, next}[g.r.IntN(2)])
	out := core.Atoms(e.Params)
	for k := arrays; k < len(out); k++ {
		values = append(values, out[k], g.combined(b, out[k], x))
		out[k] = values[len(values)-1]
		if g.r.IntN(3) == 0 {
			out[k] = g.combined(b, e.Params[k], values[g.r.IntN(len(values))])
		}
	}
	for k := range arrays {
		a := e.Params[k]
		v := g.combined(b, b.Index(a, at), x)
		if len(values) > 0 && g.r.IntN(2) == 0 {
			v = values[g.r.IntN(len(values))]
		}
		if g.r.IntN(4) == 0 {
			cond := b.Prim(prim.Lt, prim.F64, x, core.Const{Scalar: prim.Float(prim.F64, 1)})
			v = b.If(cond, []core.Type{core.Prim(prim.F64)}, func(*core.Builder) []core.Atom { return []core.Atom{v} }, func(*core.Builder) []core.Atom { return []core.Atom{x} })[0]
		}
		out[k] = b.Let("a", &core.Update{Arr: a, Idx: []core.Atom{next}, Val: v})
	}
	return out
}

// combined is a number with another one added, multiplied, or the lesser of both; sums the most often. It stays small: values are half of themselves first at times.
func (g *running) combined(b *core.Builder, x, y core.Atom) core.Atom {
	op := []*prim.Op{prim.Add, prim.Add, prim.Sub, prim.Min, prim.Max, prim.Mul}[g.r.IntN(6)]
	if op == prim.Mul || g.r.IntN(4) == 0 {
		x = b.Prim(prim.Mul, prim.F64, core.Const{Scalar: prim.Float(prim.F64, 0.5)}, x)
	}
	return b.Prim(op, prim.F64, x, y)
}
