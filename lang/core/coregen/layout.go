package coregen

import (
	"math/rand/v2"

	"raido/lang/core"
	"raido/lang/prim"
)

// Layout makes the program of a seed that moves elements about: chains of permutations, parts, reversals, rotations,
// reshapes, copies and rows, in sequence, in maps, in loops and in branches, and sums and maps that read their results.
// Arrays have ranks to 4; the dimensions of half of the programs are pairwise distinct, so that none is taken for
// another, and those of the rest are often equal. Sizes are variables or constants. Elements are whole numbers: what is
// computed from them is exact in any order.
func Layout(seed uint64) (*core.Prog, []Arg) {
	l := &layout{r: rand.New(rand.NewPCG(seed, 11)), b: &core.Builder{}, value: map[core.Atom]int64{}}
	main := &core.Fun{Name: "main"}
	var args []Arg
	param := func(name string, n int64) *core.Var {
		v := core.NewVar(name, core.I64)
		l.value[v] = n
		l.scalars = append(l.scalars, v)
		main.Params, args = append(main.Params, v), append(args, Arg{Type: prim.I64, Elems: []prim.Scalar{prim.Int(prim.I64, n)}})
		return v
	}
	var dims []core.Atom
	for _, n := range l.sizes() {
		dims = append(dims, param("d", n))
	}
	param("k", int64(l.r.IntN(3)))
	param("k", -1-int64(l.r.IntN(3)))
	l.cond = core.NewVar("c", core.Bool)
	main.Params, args = append(main.Params, l.cond), append(args, Arg{Type: prim.Bool, Elems: []prim.Scalar{prim.BoolOf(seed%2 == 0)}})
	for range 2 {
		v := core.NewVar("a", f64.Of(l.pick(dims, 2+l.r.IntN(3))...))
		l.arrs = append(l.arrs, v)
		main.Params, args = append(main.Params, v), append(args, l.elements(v.Type))
	}
	for range 3 + l.r.IntN(8) {
		l.step()
	}
	res := []core.Atom{l.sum(l.arr()), l.arrs[len(l.arrs)-1], l.arr()}
	for _, a := range res {
		main.Ret = append(main.Ret, core.NewVar("r", a.AtomType()))
	}
	main.Body = l.b.Body(res...)
	return &core.Prog{Funs: []*core.Fun{main}}, args
}

type layout struct {
	r       *rand.Rand
	b       *core.Builder
	value   map[core.Atom]int64 // of the scalars that are sizes or indices; of a map's index, any in its range
	scalars []core.Atom         // i64 parameters
	indices []bounded
	cond    *core.Var
	arrs    []*core.Var
	depth   int
}

// bounded is an index that runs from 0 below n.
type bounded struct {
	i *core.Var
	n int64
}

// most is how many elements arrays have that others are made larger from.
const most = 500

// sizes are four dimensions.
func (l *layout) sizes() []int64 {
	distinct := []int64{2, 3, 4, 5}
	l.r.Shuffle(4, func(i, j int) { distinct[i], distinct[j] = distinct[j], distinct[i] })
	switch l.r.IntN(6) {
	case 0:
		return []int64{2, 3, 2, 3}
	case 1:
		return []int64{3, 3, 3, 3}
	case 2:
		distinct[l.r.IntN(4)] = int64(l.r.IntN(2))
	}
	return distinct
}

// pick takes k of the dimensions, each once, some as constants.
func (l *layout) pick(dims []core.Atom, k int) (out []core.Atom) {
	for _, i := range l.r.Perm(len(dims))[:k] {
		d := dims[i]
		if l.r.IntN(4) == 0 {
			d = core.IntC(l.size(d))
		}
		out = append(out, d)
	}
	return out
}

func (l *layout) elements(t core.Type) Arg {
	a := Arg{Type: prim.F64}
	for _, d := range t.Dims {
		a.Shape = append(a.Shape, l.size(d))
	}
	for i := range l.count(t) {
		a.Elems = append(a.Elems, prim.Float(prim.F64, float64(i-3)))
	}
	return a
}

// size is the value of a scalar.
func (l *layout) size(a core.Atom) int64 {
	if c, ok := a.(core.Const); ok {
		return c.Int64()
	}
	return l.value[a]
}

// count is how many elements an array has.
func (l *layout) count(t core.Type) int64 {
	n := int64(1)
	for _, d := range t.Dims {
		n *= l.size(d)
	}
	return n
}

// scalar is a scalar of that value: a constant or a parameter.
func (l *layout) scalar(n int64) core.Atom {
	for _, s := range l.scalars {
		if l.value[s] == n && l.r.IntN(2) == 0 {
			return s
		}
	}
	return core.IntC(n)
}

// index is an index into a dimension that is not empty: a constant, a parameter, or that of a map around.
func (l *layout) index(d core.Atom) core.Atom {
	n := l.size(d)
	for _, i := range l.indices {
		if i.n <= n && l.r.IntN(2) == 0 {
			return i.i
		}
	}
	return l.scalar(l.r.Int64N(n))
}

// arr is one of the arrays, late ones more often.
func (l *layout) arr() *core.Var {
	i := len(l.arrs) - 1
	for i > 0 && l.r.IntN(3) == 0 {
		i--
	}
	return l.arrs[i]
}

// arrOf is an array of that type: one that has it, or one of as many elements given that shape, or a constant.
func (l *layout) arrOf(t core.Type) *core.Var {
	for range 4 {
		a := l.arr()
		if sameType(a.Type, t) {
			return a
		}
		if l.count(a.Type) == l.count(t) {
			return l.b.Let("sh", &core.Reshape{Dims: t.Dims, Arr: a})
		}
	}
	return l.b.Let("rep", &core.Replicate{Dims: t.Dims, Val: core.Const{Scalar: prim.Float(prim.F64, float64(l.r.IntN(9)))}})
}

// nested builds a body whose arrays and indices are forgotten after it.
func (l *layout) nested(f func() []core.Atom) core.Body {
	outer, arrs, indices := l.b, len(l.arrs), len(l.indices)
	l.b = &core.Builder{}
	l.depth++
	res := f()
	body := l.b.Body(res...)
	l.depth--
	l.b, l.arrs, l.indices = outer, l.arrs[:arrs], l.indices[:indices]
	return body
}

// lambda has parameters of the types, arrays among them in scope, and gives what f gives.
func (l *layout) lambda(params []core.Type, f func(ps []*core.Var) []core.Atom) *core.Lambda {
	fn := &core.Lambda{}
	for _, t := range params {
		fn.Params = append(fn.Params, core.NewVar("p", t))
	}
	fn.Body = l.nested(func() []core.Atom {
		for _, p := range fn.Params {
			if !p.Type.IsScalar() {
				l.arrs = append(l.arrs, p)
			}
		}
		res := f(fn.Params)
		fn.Ret = core.AtomTypes(res)
		return res
	})
	return fn
}

// step adds an array to those that are there.
func (l *layout) step() {
	var v *core.Var
	k := l.r.IntN(24)
	switch nests := l.depth < 2; {
	case k < 3 && nests:
		v = l.rows()
	case k == 3 && nests:
		v = l.tabulate()
	case k == 4 && nests:
		v = l.branch()
	case k == 5 && nests:
		v = l.repeat()
	case k < 9:
		v = l.compute(k)
	default:
		v = l.move(l.arr())
	}
	l.arrs = append(l.arrs, v)
}
