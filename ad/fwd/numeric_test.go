package fwd_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/core/coretest"
	"raido/lang/core/verify"
	"raido/lang/opt"
	"raido/lang/prim"
	"raido/lang/value"
)

// seeds are random directions for the floats, zeros for the rest; k > 0 puts that many in front.
func seeds(r *rand.Rand, args []coregen.Arg, k int64) []coregen.Arg {
	out := make([]coregen.Arg, len(args))
	for i, a := range args {
		out[i] = coregen.Arg{Type: a.Type, Shape: a.Shape}
		n := int64(len(a.Elems))
		if k > 0 {
			out[i].Shape = append([]int64{k}, a.Shape...)
			n *= k
		}
		for range n {
			s := prim.Zero(a.Type)
			if a.Type == prim.F64 {
				s = prim.Float(prim.F64, r.Float64()*2-1)
			}
			out[i].Elems = append(out[i].Elems, s)
		}
	}
	return out
}

// along moves the arguments by h in the direction.
func along(args, dir []coregen.Arg, h float64) []coregen.Arg {
	out := make([]coregen.Arg, len(args))
	for i, a := range args {
		out[i] = coregen.Arg{Type: a.Type, Shape: a.Shape, Elems: append([]prim.Scalar{}, a.Elems...)}
		if a.Type == prim.F64 {
			for j, s := range a.Elems {
				out[i].Elems[j] = prim.Float(prim.F64, s.Float64()+h*dir[i].Elems[j].Float64())
			}
		}
	}
	return out
}

// differences are the derivatives of p's float results along dir, by central differences.
func differences(t *testing.T, p *core.Prog, args, dir []coregen.Arg) [][]float64 {
	const h = 1e-6
	hi, lo := coretest.Run(t, p, coregen.Values(along(args, dir, h))), coretest.Run(t, p, coregen.Values(along(args, dir, -h)))
	var out [][]float64
	for i := range hi {
		a, b := coretest.Floats(hi[i]), coretest.Floats(lo[i])
		d := make([]float64, len(a))
		for j := range a {
			d[j] = (a[j] - b[j]) / (2 * h)
		}
		out = append(out, d)
	}
	return out
}

// tangentError is the first place where the second half of results is not want.
func tangentError(res []value.Value, want [][]float64, tol float64) (got, exp float64, bad bool) {
	for i, w := range want {
		for j, d := range coretest.Floats(res[len(want)+i]) {
			if !coretest.Near(d, w[j], tol) {
				return d, w[j], true
			}
		}
	}
	return 0, 0, false
}

var shapes = coregen.Options{Smooth: true, Accs: true}

func TestAgainstDifferences(t *testing.T) {
	for seed := range uint64(300) {
		p, args := coregen.Gen(seed, shapes)
		r := rand.New(rand.NewPCG(seed, 1))
		dir := seeds(r, args, 0)
		fails := func(p *core.Prog) bool {
			res := coretest.Run(t, jvp(t, p), append(coregen.Values(args), coregen.Values(dir)...))
			_, _, bad := tangentError(res, differences(t, p, args, dir), 1e-5)
			return bad
		}
		if fails(p) {
			p = coregen.Shrink(p, fails)
			res := coretest.Run(t, jvp(t, p), append(coregen.Values(args), coregen.Values(dir)...))
			got, want, _ := tangentError(res, differences(t, p, args, dir), 1e-5)
			t.Fatalf("seed %d: tangent %g, differences %g\n%s\n%s", seed, got, want, core.Print(p), core.Print(jvp(t, p)))
		}
	}
}

// TestPrimalKept: the derivative's first results are those of the program, bit for bit.
func TestPrimalKept(t *testing.T) {
	for seed := range uint64(100) {
		p, args := coregen.Gen(seed, coregen.Options{Accs: true})
		dir := seeds(rand.New(rand.NewPCG(seed, 2)), args, 0)
		want := coretest.Run(t, p, coregen.Values(args))
		got := coretest.Run(t, jvp(t, p), append(coregen.Values(args), coregen.Values(dir)...))
		for i := range want {
			w, g := coretest.Floats(want[i]), coretest.Floats(got[i])
			for j := range w {
				if math.Float64bits(w[j]) != math.Float64bits(g[j]) {
					t.Fatalf("seed %d: result %d is %g, was %g\n%s", seed, i, g[j], w[j], core.Print(p))
				}
			}
		}
	}
}

// TestVec: a derivative with a seed dimension is the derivative for each seed.
func TestVec(t *testing.T) {
	const k = 3
	for seed := range uint64(150) {
		p, args := coregen.Gen(seed, coregen.Options{Accs: true})
		many := seeds(rand.New(rand.NewPCG(seed, 3)), args, k)
		all := append([]value.Value{value.Scalar{Scalar: prim.Int(prim.I64, k)}}, coregen.Values(args)...)
		vec := coretest.Run(t, jmp(t, p), append(all, coregen.Values(many)...))
		n := len(vec) / 2
		q := jvp(t, p)
		for s := range k {
			one := make([]coregen.Arg, len(args))
			for i, a := range args {
				m := len(a.Elems)
				one[i] = coregen.Arg{Type: a.Type, Shape: a.Shape, Elems: many[i].Elems[s*m : (s+1)*m]}
			}
			single := coretest.Run(t, q, append(coregen.Values(args), coregen.Values(one)...))
			for i := range n {
				want := coretest.Floats(single[n+i])
				all := coretest.Floats(vec[n+i])
				for j, w := range want {
					if got := all[s*len(want)+j]; !coretest.Near(got, w, 1e-12) {
						t.Fatalf("seed %d, direction %d, result %d: %g, want %g\n%s", seed, s, i, got, w, core.Print(p))
					}
				}
			}
		}
	}
}

// TestSecondOrder applies forward mode twice and compares with differences of the first derivative.
func TestSecondOrder(t *testing.T) {
	for seed := range uint64(80) {
		p, args := coregen.Gen(seed, coregen.Options{Smooth: true, Accs: true, Budget: 15})
		r := rand.New(rand.NewPCG(seed, 4))
		q := jvp(t, p)
		args2 := append(append([]coregen.Arg{}, args...), seeds(r, args, 0)...)
		dir := seeds(r, args2, 0)
		res := coretest.Run(t, jvp(t, q), append(coregen.Values(args2), coregen.Values(dir)...))
		got, want, bad := tangentError(res, differences(t, q, args2, dir), 1e-4)
		if bad {
			t.Fatalf("seed %d: %g, differences %g\n%s", seed, got, want, core.Print(p))
		}
	}
}

// TestSimplified: the passes that run after differentiation keep the derivative, bit for bit.
func TestSimplified(t *testing.T) {
	for seed := range uint64(120) {
		p, args := coregen.Gen(seed, coregen.Options{Accs: true})
		dir := seeds(rand.New(rand.NewPCG(seed, 5)), args, 0)
		all := append(coregen.Values(args), coregen.Values(dir)...)
		q := jvp(t, p)
		want := coretest.Run(t, q, all)
		for _, pass := range []func(*core.Prog) *core.Prog{opt.Simplify, opt.CSE, opt.Hoist, opt.DCE, opt.Fuse, opt.Simplify, opt.DCE} {
			q = pass(q)
			if err := verify.Prog(q); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, core.Print(q))
			}
		}
		got := coretest.Run(t, q, all)
		for i := range want {
			w := coretest.Floats(want[i])
			for j, g := range coretest.Floats(got[i]) {
				if !coretest.Near(g, w[j], 0) {
					t.Fatalf("seed %d: result %d is %g, was %g\n%s", seed, i, g, w[j], core.Print(q))
				}
			}
		}
	}
}
