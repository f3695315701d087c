package rev

import (
	"math/rand/v2"
	"testing"
)

// TestCut: the cut is as good as the best of all sets of nodes.
func TestCut(t *testing.T) {
	type edge struct {
		a, b int
		c    int64
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		g := flow{}
		n := 4 + r.IntN(6)
		for range n {
			g.node()
		}
		var edges []edge
		for range 3 * n {
			e := edge{r.IntN(n), r.IntN(n), int64(r.IntN(12))}
			if e.c == 11 {
				e.c = unlimited
			}
			if e.a != e.b && (e.a != 0 || e.b != 1) {
				edges = append(edges, e)
				g.edge(e.a, e.b, e.c)
			}
		}
		cost := func(in func(int) bool) int64 {
			sum := int64(0)
			for _, e := range edges {
				if in(e.a) && !in(e.b) {
					sum = min(sum+e.c, unlimited)
				}
			}
			return sum
		}
		best := int64(unlimited)
		for set := range 1 << n {
			if set&3 == 1 { // the source, not the sink
				best = min(best, cost(func(k int) bool { return set>>k&1 == 1 }))
			}
		}
		if best == unlimited {
			continue // nothing separates them
		}
		side := g.cut(0, 1)
		if got := cost(func(k int) bool { return side[k] }); got != best || !side[0] || side[1] {
			t.Fatalf("cut costs %d, best %d: %v", got, best, edges)
		}
	}
}
