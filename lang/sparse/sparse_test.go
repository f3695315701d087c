package sparse_test

import (
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/limits"
	"raido/lang/prim"
	"raido/lang/sparse"
	"raido/lang/value"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// differ compares bit for bit, but that NaNs are equal and zeros have no sign.
func differ(want, got value.Value) error {
	return corepass.Exactly(unsigned(want), unsigned(got))
}

func unsigned(v value.Value) value.Value {
	switch v := v.(type) {
	case value.Scalar:
		if v.Type.IsFloat() && v.Float64() == 0 {
			v.Bits = 0
		}
		return v
	case *value.Array:
		out := make([]prim.Scalar, v.Size())
		for i := range out {
			out[i] = v.At(int64(i))
			if v.Elem.IsFloat() && out[i].Float64() == 0 {
				out[i].Bits = 0
			}
		}
		return value.FromScalars(v.Elem, v.Shape, out)
	}
	return v
}

// TestGolden runs the cases testdata/sparse/*.txtar.
func TestGolden(t *testing.T) {
	corepass.Language(differ).Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "sparse", Fn: sparse.Apply}})
}

// TestKeepsMeaning: the pass on random programs with masks, one-hot arrays, triangles and bands.
func TestKeepsMeaning(t *testing.T) {
	usual := limits.Now
	t.Cleanup(func() { limits.Now = usual })
	limits.Now.SparseShare, limits.Now.SparseWidth = 1, 1
	changed := 0
	n := uint64(500)
	if testing.Short() {
		n = 150
	}
	for seed := range n {
		p, args := coregen.Gen(seed, coregen.Options{Accs: seed%3 > 0, Calls: seed%5 == 0, InPlace: seed%4 == 0, Masks: true, Large: seed%6 == 0})
		if core.Print(sparse.Apply(p)) != core.Print(p) {
			changed++
		}
		if corepass.Differs(p, sparse.Apply, coregen.Values(args), differ) == "" {
			continue
		}
		p = coregen.Shrink(p, func(p *core.Prog) bool { return corepass.Differs(p, sparse.Apply, coregen.Values(args), differ) != "" })
		t.Fatalf("seed %d: %s\nbefore\n%s\nafter\n%s", seed, corepass.Differs(p, sparse.Apply, coregen.Values(args), differ), core.Print(p), core.Print(sparse.Apply(p)))
	}
	if changed < int(n)/3 {
		t.Errorf("%d of %d programs changed", changed, n)
	}
}
