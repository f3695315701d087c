package host

import (
	"math/rand/v2"
	"testing"
)

// TestTable: a table does what a map does, whatever the numbers and their order.
func TestTable(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 3))
		var tab table[int]
		want := map[int64]int{}
		base, spread := rng.Int64N(1000)-500, 1+rng.Int64N(60)
		for step := range 300 {
			id := base + rng.Int64N(spread)
			switch rng.IntN(10) {
			case 0:
				tab.drop(id)
				delete(want, id)
			case 1:
				if rng.IntN(20) == 0 {
					tab.clear()
					clear(want)
				}
			case 2, 3, 4:
				tab.put(id, step)
				want[id] = step
			}
			w, there := want[id]
			if got, ok := tab.get(id); ok != there || got != w {
				t.Fatalf("seed %d: %d is %d, %v, want %d, %v", seed, id, got, ok, w, there)
			}
		}
		left := map[int]int{}
		tab.all(func(v int) { left[v]++ })
		for _, v := range want {
			if left[v]--; left[v] == 0 {
				delete(left, v)
			}
		}
		if len(left) > 0 {
			t.Fatalf("seed %d: of %v all gives %v more", seed, want, left)
		}
	}
}
