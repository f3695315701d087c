package coregen

import (
	"math/rand/v2"

	"raido/lang/core"
	"raido/lang/prim"
	"raido/lang/value"
)

// Options say what programs are made of.
type Options struct {
	// Smooth leaves out what is not differentiable almost everywhere where a test with differences
	// steps: min, max, branches on computed floats. All results are then f64.
	Smooth bool
	// Accs allows with_acc; Calls puts part of the program into functions of its own.
	Accs, Calls bool
	// InPlace copies only what package verify wants copied: arrays are consumed in lambdas, loops that exchange them,
	// operators and functions.
	InPlace bool
	// Masks makes arrays that are zero at many places, by conditions on indices, and sums of them.
	Masks bool
	// Large makes arrays of some dozens of elements, so that vectors of lanes are filled, with some left.
	Large bool
	// Budget bounds the number of statements roughly (0: 25); Depth bounds the nesting (0: 3).
	Budget, Depth int
}

// Arg is an argument of the entry point: Elems in row-major order; Shape is empty for a scalar.
type Arg struct {
	Type  prim.Type
	Shape []int64
	Elems []prim.Scalar
}

// Values are the arguments as an engine takes them.
func Values(args []Arg) []value.Value {
	out := make([]value.Value, len(args))
	for i, a := range args {
		out[i] = value.FromScalars(a.Type, a.Shape, a.Elems)
	}
	return out
}

// Gen makes the program of a seed, with arguments. Its entry point takes sizes n, m, indices perm (a
// permutation of 0..n-1) and idx (some out of range), a bool, and floats x, xs: [n], ys: [m], mat: [n][m].
func Gen(seed uint64, o Options) (*core.Prog, []Arg) {
	if o.Budget == 0 {
		o.Budget = 25
	}
	if o.Depth == 0 {
		o.Depth = 3
	}
	g := &gen{r: rand.New(rand.NewPCG(seed, 7)), o: o, b: &core.Builder{}, budget: o.Budget, size: map[core.Atom]int64{}}
	prog := &core.Prog{}
	n, m := []int64{1, 2, 3, 4, 7}[g.r.IntN(5)], []int64{1, 2, 3, 5}[g.r.IntN(4)]
	if o.Large {
		n, m = []int64{17, 33, 40}[g.r.IntN(3)], []int64{9, 16, 21}[g.r.IntN(3)]
	}
	if o.Calls {
		prog.Funs = append(prog.Funs, g.helper(n, m))
		g.callee = prog.Funs[0]
		g.budget = o.Budget
	}
	params := g.params(n, m)
	ret := g.resultTypes()
	res := g.block(2+g.r.IntN(5), ret)
	f := &core.Fun{Name: "main", Params: params, Body: g.b.Body(res...)}
	for _, t := range ret {
		f.Ret = append(f.Ret, core.NewVar("r", t))
	}
	prog.Funs = append(prog.Funs, f)
	args := g.args(n, m)
	if o.InPlace {
		prog = inPlace(prog, g.r)
	}
	return prog, args
}

type gen struct {
	r      *rand.Rand
	o      Options
	b      *core.Builder
	env    []*core.Var
	budget int
	depth  int
	size   map[core.Atom]int64 // the values of the size variables
	n, m   *core.Var
	perm   *core.Var // a permutation of 0..n-1
	idx    *core.Var // [n] indices, some out of range
	callee *core.Fun
}

func (g *gen) bind(name string, t core.Type) *core.Var {
	v := core.NewVar(name, t)
	g.env = append(g.env, v)
	return v
}

// params binds the parameters that every function of a generated program has.
func (g *gen) params(n, m int64) []*core.Var {
	g.env = nil
	g.n, g.m = core.NewVar("n", core.I64), core.NewVar("m", core.I64)
	g.size[g.n], g.size[g.m] = n, m
	g.perm, g.idx = core.NewVar("perm", core.I64.Of(g.n)), core.NewVar("idx", core.I64.Of(g.n))
	f := core.Prim(prim.F64)
	return []*core.Var{g.n, g.m, g.perm, g.idx, g.bind("c", core.Bool), g.bind("x", f),
		g.bind("xs", f.Of(g.n)), g.bind("ys", f.Of(g.m)), g.bind("mat", f.Of(g.n, g.m))}
}

// helper is a function for Calls: it returns a float.
func (g *gen) helper(n, m int64) *core.Fun {
	params := g.params(n, m)
	res := g.block(2, []core.Type{f64})
	f := &core.Fun{Name: "helper", Params: params, Ret: []*core.Var{core.NewVar("r", f64)}, Body: g.b.Body(res...)}
	g.b = &core.Builder{}
	return f
}

func (g *gen) resultTypes() []core.Type {
	ts := []core.Type{f64}
	if g.r.IntN(2) == 0 {
		ts = append(ts, f64.Of(g.n))
	}
	if !g.o.Smooth && g.r.IntN(3) == 0 {
		ts = append(ts, core.I64)
	}
	return ts
}

// args are the arguments: floats in (-1, 1), away from each other.
func (g *gen) args(n, m int64) []Arg {
	perm, idx := Arg{Type: prim.I64, Shape: []int64{n}}, Arg{Type: prim.I64, Shape: []int64{n}}
	for _, k := range g.r.Perm(int(n)) {
		perm.Elems = append(perm.Elems, prim.Int(prim.I64, int64(k)))
		idx.Elems = append(idx.Elems, prim.Int(prim.I64, int64(g.r.IntN(int(n)+2)-1)))
	}
	floats := func(shape ...int64) Arg {
		a := Arg{Type: prim.F64, Shape: shape}
		k := int64(1)
		for _, d := range shape {
			k *= d
		}
		for range k {
			a.Elems = append(a.Elems, prim.Float(prim.F64, g.r.Float64()*2-1))
		}
		return a
	}
	scalar := func(s prim.Scalar) Arg { return Arg{Type: s.Type, Elems: []prim.Scalar{s}} }
	return []Arg{scalar(prim.Int(prim.I64, n)), scalar(prim.Int(prim.I64, m)), perm, idx,
		scalar(prim.BoolOf(g.r.IntN(2) == 0)), floats(), floats(n), floats(m), floats(n, m)}
}

// block makes k values of random types, then values of the wanted types.
func (g *gen) block(k int, want []core.Type) []core.Atom {
	for range k {
		g.make(g.randType())
	}
	var out []core.Atom
	for _, t := range want {
		out = append(out, g.val(t))
	}
	return out
}

// nested builds a body in which vs are in scope too.
func (g *gen) nested(vs []*core.Var, f func() []core.Atom) core.Body {
	outer, mark := g.b, len(g.env)
	g.b = &core.Builder{}
	g.env = append(g.env, vs...)
	g.depth++
	res := f()
	body := g.b.Body(res...)
	g.depth--
	g.b, g.env = outer, g.env[:mark]
	return body
}

func (g *gen) lambda(params, ret []core.Type) *core.Lambda {
	l := &core.Lambda{Ret: ret}
	for _, t := range params {
		l.Params = append(l.Params, core.NewVar("p", t))
	}
	l.Body = g.nested(l.Params, func() []core.Atom { return g.block(g.r.IntN(2), ret) })
	return l
}

// randType is a type that programs compute with.
func (g *gen) randType() core.Type {
	switch g.r.IntN(10) {
	case 0:
		return core.I64
	case 1:
		return core.Bool
	case 2, 3, 4:
		return f64
	case 5:
		return f64.Of(g.m)
	case 6:
		return f64.Of(g.n, g.m)
	case 7:
		return f64.Of(g.m, g.n)
	}
	return f64.Of(g.n)
}

// val is a value of type t: often one that is there already.
func (g *gen) val(t core.Type) core.Atom {
	if v := g.find(t); v != nil && (g.r.IntN(3) > 0 || g.budget <= 0) {
		return v
	}
	return g.make(t)
}

// find picks a variable of the type, late ones more often; nil if there is none.
func (g *gen) find(t core.Type) *core.Var {
	var last *core.Var
	for i := len(g.env) - 1; i >= 0; i-- {
		if sameType(g.env[i].Type, t) {
			last = g.env[i]
			if g.r.IntN(3) > 0 {
				break
			}
		}
	}
	return last
}

func sameType(a, b core.Type) bool {
	if a.Elem != b.Elem || a.Cert != b.Cert || len(a.Dims) != len(b.Dims) {
		return false
	}
	for i := range a.Dims {
		if a.Dims[i] != b.Dims[i] {
			return false
		}
	}
	return true
}

// array is val for an array, always a variable.
func (g *gen) array(t core.Type) *core.Var { return g.val(t).(*core.Var) }

// make computes a new value of type t.
func (g *gen) make(t core.Type) core.Atom {
	g.budget--
	var a core.Atom
	switch {
	case g.budget <= 0:
		a = g.leaf(t)
	case t.IsScalar():
		a = g.scalar(t)
	default:
		a = g.arrayExp(t)
	}
	if v, ok := a.(*core.Var); ok {
		g.env = append(g.env, v)
	}
	return a
}

// leaf is a value made of nothing.
func (g *gen) leaf(t core.Type) core.Atom {
	if !t.IsScalar() {
		return g.b.Let("rep", &core.Replicate{Dims: t.Dims, Val: g.leaf(core.Prim(t.Elem))})
	}
	switch t.Elem {
	case prim.Bool:
		return core.BoolC(g.r.IntN(2) == 0)
	case prim.I64:
		return core.IntC(int64(g.r.IntN(5) - 1))
	}
	return core.Const{Scalar: prim.Float(prim.F64, float64(g.r.IntN(64)-32)/16)}
}

var f64 = core.Prim(prim.F64)
