package host

import (
	"testing"

	"raido/lang/core"
	"raido/lang/prim"
	"raido/lang/value"
)

// TestManyArguments: a kernel with more arguments than a device takes directly.
func TestManyArguments(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	e := device(t)
	const k = 150
	b := &core.Builder{}
	n := core.NewVar("n", core.I64)
	main := &core.Fun{Name: "main", Params: []*core.Var{n}}
	args := []value.Value{i64(50)}
	var scalars []core.Atom
	for i := range k {
		s := core.NewVar("s", core.I64)
		main.Params, scalars, args = append(main.Params, s), append(scalars, s), append(args, i64(int64(i*i)))
	}
	var arrs []*core.Var
	for range k {
		a := core.NewVar("a", core.I64.Of(n))
		main.Params, arrs, args = append(main.Params, a), append(arrs, a), append(args, ints(prim.I64, 50))
	}
	out := b.Map(n, arrs, func(b *core.Builder, xs []*core.Var) []core.Atom {
		sum := core.Atom(core.IntC(0))
		for i, x := range xs {
			sum = b.Prim(prim.Add, prim.I64, sum, b.Prim(prim.Mul, prim.I64, x, scalars[i]))
		}
		return []core.Atom{sum}
	})
	main.Ret = []*core.Var{core.NewVar("r", core.I64.Of(n))}
	main.Body = b.Body(out[0])
	if d := disagreement(e, &core.Prog{Funs: []*core.Fun{main}}, args); d != "" {
		t.Error(d)
	}
}
