package backend

import "testing"

// TestTurns: of programs of everyPass sizes each pass is verified with one, and the last with all.
func TestTurns(t *testing.T) {
	t.Setenv("RAIDO_VERIFY", "1")
	const passes = 11
	var seen [passes]int
	for size := range everyPass {
		verified(size, func(l looks) struct{} {
			for i := range passes {
				if l.after(i, i == passes-1) {
					seen[i]++
				}
			}
			return struct{}{}
		})
	}
	for i, n := range seen {
		if want := map[bool]int{false: 1, true: everyPass}[i == passes-1]; n != want {
			t.Errorf("pass %d is verified %d times, want %d", i, n, want)
		}
	}
}
