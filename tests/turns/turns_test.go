package turns

import (
	"fmt"
	"testing"
)

// TestHas: in n runs that follow each other each case has its turn once, and in none of them do most.
func TestHas(t *testing.T) {
	const cases, n = 300, 3
	turns, seldom := map[int]int{}, 0
	for k := range 3 * n {
		t.Setenv("RAIDO_TURN", fmt.Sprintf("%d/%d", 1000+k, n))
		if Seldom("costly") {
			seldom++
		}
	}
	if seldom != 1 {
		t.Errorf("what is rare has %d turns in %d runs", seldom, 3*n)
	}
	for k := range n {
		t.Setenv("RAIDO_TURN", fmt.Sprintf("%d/%d", 1000+k, n))
		in := 0
		for c := range cases {
			if Has(fmt.Sprint("case ", c)) {
				turns[c]++
				in++
			}
		}
		if in < cases/n/2 || in > cases/n*2 {
			t.Errorf("run %d does %d of %d cases", k, in, cases)
		}
	}
	for c := range cases {
		if turns[c] != 1 {
			t.Errorf("case %d has %d turns in %d runs", c, turns[c], n)
		}
	}
	t.Setenv("RAIDO_TURN", "")
	if !Has("any") {
		t.Error("without turns a case is left out")
	}
}
