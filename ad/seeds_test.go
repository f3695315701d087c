package ad_test

import (
	"context"
	"math"
	"testing"

	"raido/ad"
	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/core/coretest"
	"raido/lang/core/verify"
	"raido/lang/eval"
	"raido/lang/limits"
	"raido/lang/opt"
	"raido/lang/prim"
	"raido/lang/sparse"
	"raido/lang/value"
)

// TestUnitSeeds: derivatives of random programs along unit vectors, as a program writes them, are those along the same vectors when nothing
// is known of them.
func TestUnitSeeds(t *testing.T) {
	usual := limits.Now
	t.Cleanup(func() { limits.Now = usual })
	limits.Now.SparseShare, limits.Now.SparseWidth = 1, 1
	n := uint64(300)
	if testing.Short() {
		n = 40
	}
	compared := 0
	for seed := range n {
		p, args := coregen.Gen(seed, coregen.Options{Smooth: true, Accs: seed%3 > 0, Masks: seed%2 == 0, InPlace: seed%5 == 0, Budget: 15})
		for _, mode := range []core.DiffMode{core.JVP, core.VJP} {
			dense, one := along(p, mode, nil), along(p, mode, units[seed%uint64(len(units))])
			if dense == nil {
				continue
			}
			in := coregen.Values(args)
			size := args[0].Elems[0].Int64()
			matrix := make([]float64, size*size)
			for i := range size {
				matrix[i*size+i] = 1
			}
			want := coretest.Run(t, passed(t, dense), append(in, &value.Array{Elem: prim.F64, Shape: []int64{size, size}, Data: value.FromSlice(prim.F64, matrix).Data}))
			got, err := eval.Run(context.Background(), passed(t, one), in)
			if err != nil {
				t.Fatalf("seed %d, mode %v: %v\n%s", seed, mode, err, core.Print(passed(t, one)))
			}
			for k := range want {
				w, g := coretest.Floats(want[k]), coretest.Floats(got[k])
				for i := range w {
					compared++
					if !math.IsNaN(w[i]) && !math.IsInf(w[i], 0) && !coretest.Near(g[i], w[i], 1e-9) {
						t.Fatalf("seed %d, mode %v: result %d is %g at %d, want %g\n%s\n%s", seed, mode, k, g[i], i, w[i], core.Print(one), core.Print(passed(t, one)))
					}
				}
			}
		}
	}
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

// passed is a program without derivatives, after the passes on zeros.
func passed(t *testing.T, p *core.Prog) *core.Prog {
	for _, pass := range []func(*core.Prog) *core.Prog{opt.Inline, opt.Simplify, opt.DCE, ad.Apply, opt.Simplify, opt.CSE, opt.Hoist, opt.DCE, sparse.Apply} {
		p = pass(p)
	}
	if err := verify.Prog(p); err != nil {
		t.Fatalf("%v\n%s", err, core.Print(p))
	}
	return p
}

// units are ways to write the unit vector i of n elements.
var units = []func(b *core.Builder, n, i core.Atom) core.Atom{
	func(b *core.Builder, n, i core.Atom) core.Atom {
		return chosen(b, n, func(b *core.Builder, j core.Atom) core.Atom {
			one := func(x float64) func(*core.Builder) []core.Atom {
				return func(*core.Builder) []core.Atom { return []core.Atom{core.Const{Scalar: prim.Float(prim.F64, x)}} }
			}
			return b.If(b.Prim(prim.Eq, prim.I64, i, j), []core.Type{core.Prim(prim.F64)}, one(1), one(0))[0]
		})
	},
	func(b *core.Builder, n, i core.Atom) core.Atom {
		return chosen(b, n, func(b *core.Builder, j core.Atom) core.Atom {
			return b.Prim(prim.ToF64, prim.Bool, b.Prim(prim.Eq, prim.I64, j, i))
		})
	},
	func(b *core.Builder, n, i core.Atom) core.Atom {
		zeros := b.Let("zeros", &core.Replicate{Dims: []core.Atom{n}, Val: core.Zero(prim.F64)})
		return b.Let("unit", &core.Update{Arr: zeros, Idx: []core.Atom{i}, Val: core.One(prim.F64)})
	},
	func(b *core.Builder, n, i core.Atom) core.Atom {
		zeros := b.Let("zeros", &core.Replicate{Dims: []core.Atom{n}, Val: core.Zero(prim.F64)})
		is := b.Let("is", core.NewArrayLit(core.Prim(prim.I64), []core.Atom{i}))
		ones := b.Let("ones", core.NewArrayLit(core.Prim(prim.F64), []core.Atom{core.One(prim.F64)}))
		return b.Let("unit", &core.Scatter{W: core.IntC(1), Dest: []*core.Var{zeros}, Idx: []*core.Var{is}, Vals: []*core.Var{ones}})
	},
}

func chosen(b *core.Builder, n core.Atom, f func(b *core.Builder, j core.Atom) core.Atom) core.Atom {
	io := b.Let("io", &core.Iota{N: n, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	return b.Map(n, []*core.Var{io}, func(b *core.Builder, js []*core.Var) []core.Atom { return []core.Atom{f(b, js[0])} })[0]
}

// along is the program that takes the derivatives of p along all unit vectors: of xs forward, of a result [n] in reverse. The unit vectors
// are rows of one more argument if unit is nil. The program is nil if p has no such result.
func along(p *core.Prog, mode core.DiffMode, unit func(b *core.Builder, n, i core.Atom) core.Atom) *core.Prog {
	inner := *ad.Derived(p, mode).Entry()
	inner.Name = "derivative"
	sub := core.NewSubst()
	k := len(p.Entry().Params)
	f := &core.Fun{Name: "main", Params: sub.Binders(p.Entry().Params)}
	n := core.Atom(f.Params[0])
	seeds := inner.Params[k:]
	hot := -1
	for i, s := range seeds {
		if s.Type.Rank() == 1 && s.Type.Elem == prim.F64 && sub.Atom(inner.Params[0]) != nil && s.Type.Dims[0] == core.Atom(inner.Params[0]) {
			hot = i
			break
		}
	}
	if hot < 0 {
		return nil
	}
	b := &core.Builder{}
	arrs := []*core.Var{b.Let("is", &core.Iota{N: n, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})}
	if unit == nil {
		f.Params = append(f.Params, core.NewVar("units", core.Prim(prim.F64).Of(n, n)))
		arrs = append(arrs, f.Params[k])
	}
	to := core.NewSubst()
	for i, q := range inner.Params[:k] {
		to.Vars[q] = f.Params[i]
	}
	outs := b.Map(n, arrs, func(b *core.Builder, x []*core.Var) []core.Atom {
		args := core.Atoms(f.Params[:k])
		for i, s := range seeds {
			switch {
			case i != hot:
				args = append(args, b.ZeroOf(to.Type(s.Type)))
			case unit == nil:
				args = append(args, x[1])
			default:
				args = append(args, unit(b, n, x[0]))
			}
		}
		var pat []*core.Var
		var floats []core.Atom
		for i, r := range inner.Ret {
			v := core.NewVar("out", to.Type(r.Type))
			pat = append(pat, v)
			if i >= len(p.Entry().Ret) && v.Type.Elem.IsFloat() {
				floats = append(floats, v)
			}
		}
		b.Add(pat, &core.Call{Fun: &inner, Args: args})
		return floats
	})
	for _, v := range outs {
		f.Ret = append(f.Ret, core.NewVar("r", v.Type))
	}
	f.Body = b.Body(core.Atoms(outs)...)
	funs := append([]*core.Fun{}, p.Funs[:len(p.Funs)-1]...)
	return &core.Prog{Funs: append(append(funs, &inner), f)}
}
