package linear

import (
	"math/rand/v2"
	"testing"
)

// random is a form of some of the variables 'a' to 'd'.
func random(r *rand.Rand) Form[rune] {
	f := Form[rune]{C: int64(r.IntN(9) - 4)}
	for range r.IntN(5) {
		f = f.Plus(int64(r.IntN(7)-3), Of('a'+rune(r.IntN(4))))
	}
	return f
}

func value(f Form[rune], at [4]int64) int64 {
	out := f.C
	for _, t := range f.Terms {
		out += t.K * at[t.V-'a']
	}
	return out
}

// TestForms: each operation on random forms does with their values what its comment says, and keeps the terms distinct and not zero.
func TestForms(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		f, g, k := random(r), random(r), int64(r.IntN(7)-3)
		var at [4]int64
		for i := range at {
			at[i] = int64(r.IntN(21) - 10)
		}
		put, swapped := at, at
		put[1] = value(g, at)
		swapped[0] = at[2]
		for name, x := range map[string]struct {
			form Form[rune]
			want int64
		}{
			"Plus": {f.Plus(k, g), value(f, at) + k*value(g, at)}, "Times": {f.Times(k), k * value(f, at)}, "Add": {f.Add(k), value(f, at) + k},
			"Without": {f.Without('c'), value(f, at) - f.Factor('c')*at[2]}, "Put": {f.Put('b', g), value(f, put)},
			"Renamed": {f.Renamed(func(v rune) rune {
				if v == 'a' {
					return 'c'
				}
				return v
			}), value(f, swapped)},
		} {
			if got := value(x.form, at); got != x.want {
				t.Fatalf("%s of %v, %v, %d is %v: %d at %v, want %d", name, f, g, k, x.form, got, at, x.want)
			}
			seen := map[rune]bool{}
			for _, t2 := range x.form.Terms {
				if t2.K == 0 || seen[t2.V] {
					t.Fatalf("%s: %v has a term twice or with factor zero", name, x.form)
				}
				seen[t2.V] = true
			}
		}
		if !g.Plus(1, f).Equal(f.Plus(1, g)) || f.Equal(f.Add(1)) || f.Equal(f.Plus(1, Of('a'))) {
			t.Fatalf("Equal: %v, %v", f, g)
		}
		if d, ok := f.Add(k).Minus(f); !ok || d != k {
			t.Fatalf("Minus: %v", f)
		}
		if f.Fits(3, 9) != (max(f.C, -f.C) <= 3) || f.Fits(9, 1) != (max(f.Factor('a'), -f.Factor('a'), f.Factor('b'), -f.Factor('b'), f.Factor('c'), -f.Factor('c'), f.Factor('d'), -f.Factor('d')) <= 1) {
			t.Fatalf("Fits: %v", f)
		}
	}
}
